import { LazyStepWindowNotice } from '#app/features/campus-rules/public.ts'
import { useOnboardingStep } from '#app/features/onboarding/public.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useSubmissionStatus } from '#app/lib/forms/submission-status.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { LazySubmissionSheet } from '#app/ui/LazySubmissionSheet.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { WaitingNotice } from '#app/ui/WaitingNotice.tsx'
import { familyTexts } from '#i18n/family'
import { formTexts } from '#i18n/form'
import { FamilyForm } from './FamilyForm.tsx'
import { StudentCard } from './StudentCard.tsx'
import { useFamily } from './useFamily.ts'

/** The first step: the student, the household and the family (FAM-01). */
export function FamilyScreen({ step, stunum }: { step: string; stunum: string }) {
  const texts = useTexts(familyTexts)
  const form = useTexts(formTexts)
  const family = useFamily(step)
  const { skippable, goOn } = useOnboardingStep(step, stunum)
  const age = useStaleDataNotice(family.kept, texts.title)
  const status = useSubmissionStatus(family.saved)
  // If the university refuses without a reason, the message names the action that failed (FLOW-18,
  // FLOW-19).
  const say = { ...form, returnedPlain: family.isNew ? texts.saveFailed : texts.updateFailed }
  return (
    <Page
      title={texts.title}
      back={`/welcome/${stunum}`}
      action={family.draftKept && <output>{say.draftKept}</output>}
      banner={age && <StaleDataBanner strong={age.strong} text={age.text ?? say.firstTime} />}
    >
      <LazyStepWindowNotice page="personalinformation" />
      {family.failed && (
        <ErrorState
          title={texts.loadFailed}
          text={family.kept.problem}
          why={family.kept.why}
          onRetry={family.kept.retry}
        />
      )}
      {!family.failed && !family.ready && <Skeleton rows={8} />}
      {!family.failed && family.ready && (
        <>
          {family.waiting && <WaitingNotice item={family.waiting} texts={say} />}
          <StudentCard own={family.own} />
          <FamilyForm
            key={family.restored ? 'draft' : 'record'}
            source={family.source}
            restored={family.restored}
            isInConflict={family.isInConflict}
            issues={family.issues}
            onDraft={family.keep}
            onDropDraft={family.dropDraft}
            onSaved={family.finish}
            onSkip={skippable ? goOn : undefined}
          />
        </>
      )}
      <LazySubmissionSheet status={status} texts={say} onNext={goOn} onClose={family.closeSaved} />
    </Page>
  )
}
