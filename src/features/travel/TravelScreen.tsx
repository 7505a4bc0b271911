import { useState } from 'react'
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
import { formTexts } from '#i18n/form'
import { travelTexts } from '#i18n/travel'
import { TravelForm } from './TravelForm.tsx'
import { TravelRecordView } from './TravelRecordView.tsx'
import { useTravel } from './useTravel.ts'

/**
 * The travel step: the student fills in the form, submits it online or offline, and continues to
 * the next step (TRV-01).
 */
export function TravelScreen({ step, stunum }: { step: string; stunum: string }) {
  const texts = useTexts(travelTexts)
  const say = useTexts(formTexts)
  const travel = useTravel(step)
  const { skippable, goOn } = useOnboardingStep(step, stunum)
  const age = useStaleDataNotice(travel.kept, texts.title)
  const status = useSubmissionStatus(travel.saved)
  const [editing, edit] = useState(false)
  const [stays, stay] = useState(false)
  // A record that is visible to others is shown as a summary, and is not offered for submission
  // again (TRV-08, D-47).
  const shown =
    !editing &&
    !travel.restored &&
    !travel.needsYou &&
    !travel.isInConflict &&
    travel.record?.open === true
      ? travel.record
      : undefined
  return (
    <Page
      title={texts.title}
      back={`/welcome/${stunum}`}
      action={travel.draftKept && !shown && <output>{say.draftKept}</output>}
      banner={age && <StaleDataBanner strong={age.strong} text={age.text ?? say.firstTime} />}
    >
      <LazyStepWindowNotice page="schoolInformation" />
      {travel.failed && (
        <ErrorState
          title={texts.loadFailed}
          text={travel.kept.problem}
          why={travel.kept.why}
          onRetry={travel.kept.retry}
        />
      )}
      {!travel.failed && !travel.ready && <Skeleton rows={8} />}
      {!travel.failed && travel.ready && (
        <>
          {travel.waiting && <WaitingNotice item={travel.waiting} texts={say} />}
          {shown ? (
            <TravelRecordView
              record={shown}
              waiting={travel.waiting !== undefined}
              step={step}
              stunum={stunum}
              skippable={skippable}
              onSkip={goOn}
              onEdit={() => edit(true)}
            />
          ) : (
            <TravelForm
              key={travel.restored ? 'draft' : 'record'}
              source={travel.source}
              restored={travel.restored}
              isInConflict={travel.isInConflict}
              issues={travel.issues}
              onDraft={travel.keep}
              onDropDraft={travel.dropDraft}
              onSaved={(as, open) => {
                travel.finish(as)
                stay(open)
                edit(false)
              }}
              onSkip={skippable ? goOn : undefined}
            />
          )}
        </>
      )}
      {/* For a record that is visible to others the sheet stays open, because it links to the
          fellow travellers. Otherwise the app continues to the next step (TRV-08, TRV-09). */}
      <LazySubmissionSheet
        status={status}
        texts={say}
        stays={stays}
        onNext={goOn}
        onClose={travel.closeSaved}
      />
    </Page>
  )
}
