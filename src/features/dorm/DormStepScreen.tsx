import { Navigate } from '@tanstack/react-router'
import { CloudOff } from 'lucide'
import { LazyStepWindowNotice } from '#app/features/campus-rules/public.ts'
import {
  addressOfNextStep,
  loadSavedSteps,
  useOnboardingSteps,
  useOnboardingStep,
} from '#app/features/onboarding/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { cachedReadTexts } from '#i18n/cached-reads'
import { commonTexts } from '#i18n/common'
import { dormTexts } from '#i18n/dorm'
import { ChosenDormType } from './ChosenDormType.tsx'
import { DormTypeForm } from './DormTypeForm.tsx'
import { useDormStep } from './useDormStep.ts'

/**
 * The dormitory step: the student chooses a type and continues (DORM-01). Postgraduates cannot
 * choose (DORM-19).
 */
export function DormStepScreen({ step, stunum }: { step: string; stunum: string }) {
  const person = useSession()?.person
  const isPostgraduate = person?.role === 'student' && person.enrolment === '1'
  return isPostgraduate ? (
    <SkipStep step={step} stunum={stunum} />
  ) : (
    <DormTypeStep step={step} stunum={stunum} />
  )
}

function SkipStep({ step, stunum }: { step: string; stunum: string }) {
  const texts = useTexts(dormTexts)
  const flow = useOnboardingSteps()
  if (flow.steps === undefined && flow.state === 'loading' && flow.network === 'online')
    return (
      <Page title={texts.title} back={`/welcome/${stunum}`}>
        <Skeleton rows={4} />
      </Page>
    )
  return (
    <Navigate
      to={addressOfNextStep(flow.steps ?? loadSavedSteps(), Number(step), stunum)}
      replace
    />
  )
}

function DormTypeStep({ step, stunum }: { step: string; stunum: string }) {
  const texts = useTexts(dormTexts)
  const common = useTexts(commonTexts)
  const kept = useTexts(cachedReadTexts)
  const dorm = useDormStep(step)
  const { skippable, goOn } = useOnboardingStep(step, stunum)
  const { chosen, types, network } = dorm
  const isChosen =
    (dorm.own !== undefined && dorm.reservation.type !== 'expired') || dorm.room !== undefined
  const asked = chosen.state === 'failed' ? chosen : types.state === 'failed' ? types : undefined
  const isKnown = chosen.data !== undefined && types.data !== undefined
  return (
    <Page
      title={texts.title}
      back={`/welcome/${stunum}`}
      banner={
        network !== 'online' && (
          <Banner
            icon={<Icon of={CloudOff} />}
            strong={network === 'weak' ? kept.weak : kept.offline}
            again
          >
            {texts.onlineNote}
          </Banner>
        )
      }
    >
      {!isChosen && <LazyStepWindowNotice page="selectdorm" />}
      {isChosen && (
        <ChosenDormType
          type={dorm.own}
          room={dorm.room}
          reservation={dorm.reservation}
          onNext={goOn}
        />
      )}
      {!isChosen && isKnown && (
        <DormTypeForm
          dorm={dorm}
          types={types.data?.types ?? []}
          holdSeconds={types.data?.holdSeconds}
          onSkip={skippable ? goOn : undefined}
        />
      )}
      {!isChosen && !isKnown && asked === undefined && <Skeleton rows={4} />}
      {!isChosen && !isKnown && asked !== undefined && (
        <ErrorState
          title={
            network === 'offline' || asked.isUnanswered === true
              ? texts.onlineNote
              : texts.systemError
          }
          text={network === 'offline' ? common.offlineOnly : asked.problem}
          why={asked.why}
          onRetry={asked.retry}
        />
      )}
    </Page>
  )
}
