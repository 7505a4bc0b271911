import { Shirt } from 'lucide'
import { useState } from 'react'
import { LazyStepWindowNotice } from '#app/features/campus-rules/public.ts'
import { useOnboardingStep } from '#app/features/onboarding/public.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useSubmissionStatus } from '#app/lib/forms/submission-status.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { LazySubmissionSheet } from '#app/ui/LazySubmissionSheet.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { WaitingNotice } from '#app/ui/WaitingNotice.tsx'
import { formTexts } from '#i18n/form'
import { uniformTexts } from '#i18n/uniform'
import { UniformForm } from './UniformForm.tsx'
import { UniformSummary } from './UniformSummary.tsx'
import { useUniform } from './useUniform.ts'

/**
 * The military-training uniform: the student chooses, submits online or offline, then continues
 * (UNI-01).
 */
export function UniformScreen({ step, stunum }: { step?: string | undefined; stunum: string }) {
  const texts = useTexts(uniformTexts)
  const say = useTexts(formTexts)
  const uniform = useUniform(step)
  const { skippable, goOn } = useOnboardingStep(uniform.step === '' ? 'none' : uniform.step, stunum)
  const age = useStaleDataNotice(uniform.kept, texts.title)
  const status = useSubmissionStatus(uniform.saved)
  const { ready, failed, garments, isHandedOut, needsYou } = uniform
  const [submitted, setSubmitted] = useState(false)
  // A submission is shown right after it was sent. When the page is opened again, the submission
  // can be changed until the uniform is handed out (D-53).
  const shown = isHandedOut
    ? uniform.confirmed
    : submitted && !needsYou && !uniform.isInConflict
      ? uniform.record
      : undefined
  return (
    <Page
      title={texts.title}
      back={`/welcome/${stunum}`}
      action={uniform.draftKept && !shown && <output>{say.draftKept}</output>}
      banner={age && <StaleDataBanner strong={age.strong} text={age.text ?? say.firstTime} />}
    >
      <LazyStepWindowNotice page="militaryTrainingClothing" />
      {failed && (
        <ErrorState
          title={texts.loadFailed}
          text={failed.why === 'never-read' ? texts.neverRead : failed.problem}
          why={failed.why}
          onRetry={failed.retry}
        />
      )}
      {!failed && !ready && <Skeleton rows={8} />}
      {!failed && ready && garments.length === 0 && (
        <EmptyState icon={<Icon of={Shirt} />} title={texts.empty} text={texts.emptyText} />
      )}
      {!failed && ready && garments.length > 0 && (
        <>
          {uniform.waiting && <WaitingNotice item={uniform.waiting} texts={say} />}
          {shown ? (
            <UniformSummary uniform={shown} isHandedOut={isHandedOut} onDone={goOn} />
          ) : (
            <UniformForm
              key={uniform.restored ? 'draft' : 'record'}
              garments={garments}
              colours={uniform.colours}
              source={uniform.source}
              restored={uniform.restored}
              isInConflict={uniform.isInConflict}
              issues={uniform.issues}
              isNew={uniform.record === undefined}
              mark={uniform.mark}
              onDraft={uniform.keep}
              onDropDraft={uniform.dropDraft}
              onSaved={(as) => {
                uniform.finish(as)
                setSubmitted(true)
              }}
              onSkip={skippable ? goOn : undefined}
            />
          )}
        </>
      )}
      {/* The sheet stays open after the delivery; the summary has its own button to continue. */}
      <LazySubmissionSheet
        status={status}
        texts={say}
        stays
        onNext={goOn}
        onClose={uniform.closeSaved}
      />
    </Page>
  )
}
