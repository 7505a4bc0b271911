import { useOnboardingStep } from '#app/features/onboarding/public.ts'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { onboarding } from '#contract/onboarding'
import { feesTexts } from '#i18n/fees'

/**
 * Completes a payment step when nothing is owed (FEE-57). Opens the next step when the campus has
 * recorded the completion.
 */
export function FinishStepButton({ step, stunum }: { step: string; stunum: string }) {
  const texts = useTexts(feesTexts)
  const { done, goOn } = useOnboardingStep(step, stunum)
  const { send, busy, problem } = useOnlineCall()
  const finish = async () => {
    if (!done) {
      // Without a payment only this call completes the step, and the next steps stay locked until
      // the step is completed (D-34).
      const outcome = await send(onboarding.complete, {
        student: currentSession()?.subject ?? '',
        step,
      })
      if (outcome?.type !== 'ok') return
      await invalidateCachedReads('steps')
    }
    goOn()
  }
  return (
    <>
      <Alert text={problem} />
      <Button busy={busy} onClick={() => void finish()}>
        {texts.finish}
      </Button>
    </>
  )
}
