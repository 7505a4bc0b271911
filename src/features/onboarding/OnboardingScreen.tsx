import { ListChecks } from 'lucide'
import { type ReactNode, useEffect } from 'react'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { onboardingTexts } from '#i18n/onboarding'
import { useIsAwaitingRoom } from './awaiting-room.ts'
import { saveSteps } from './saved-steps.ts'
import { StepRow } from './StepRow.tsx'
import { findBlockingStep, useOnboardingSteps } from './steps.ts'
import styles from './onboarding.module.css'

/**
 * The numbered steps of the onboarding flow, or the two payment steps of a continuing student
 * (FLOW-01).
 */
export function OnboardingScreen({
  stunum,
  notice,
  footer,
}: {
  stunum: string
  /** A notice above the steps. */
  notice?: ReactNode
  /** Shown below the steps. */
  footer?: ReactNode
}) {
  const texts = useTexts(onboardingTexts)
  const isNew = useSession()?.isNew ?? false
  const flow = useOnboardingSteps(useIsAwaitingRoom(isNew))
  const age = useStaleDataNotice(flow, texts.steps)
  useEffect(() => {
    if (flow.steps !== undefined) saveSteps(flow.steps)
  }, [flow.steps])
  return (
    <Page
      title={isNew ? texts.titleNew : texts.titlePayment}
      back="/"
      banner={age && <StaleDataBanner {...age} />}
    >
      {flow.numberedSteps === undefined && (
        <QueryFallback kept={flow} failed={texts.problem} rows={7} />
      )}
      {flow.numberedSteps?.length === 0 && (
        <EmptyState icon={<Icon of={ListChecks} />} title={texts.empty} text={texts.emptyText} />
      )}
      {flow.numberedSteps !== undefined && flow.numberedSteps.length > 0 && (
        <>
          {notice}
          <Card flush>
            <ol className={styles['steps']}>
              {flow.numberedSteps.map((numberedStep, _, all) => (
                <StepRow
                  key={numberedStep.step.id}
                  numberedStep={numberedStep}
                  blocking={findBlockingStep(all, numberedStep)}
                  stunum={stunum}
                />
              ))}
            </ol>
          </Card>
          <p className={styles['footnote']}>{texts.footnote}</p>
          {footer}
        </>
      )}
    </Page>
  )
}
