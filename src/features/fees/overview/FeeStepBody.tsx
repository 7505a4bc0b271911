import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import type { FeeOverview } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import { FeePayment } from '../payment/FeePayment.tsx'
import { FinishStepButton } from '../payment/FinishStepButton.tsx'
import { PaymentUnavailable } from '../payment/PaymentUnavailable.tsx'
import { ReliefCard } from './ReliefCard.tsx'
import { useReliefApplications } from './useReliefApplications.ts'
import styles from '../fees.module.css'

/**
 * The part of the fee step that needs a network: the state of the applications, and the payment
 * (FEE-12, FEE-57).
 */
export function FeeStepBody(payment: {
  overview: FeeOverview
  /** The overview comes from the cache because reading it failed. */
  isStale: boolean
  step: string
  stunum: string
  onBlocked: () => void
}) {
  const applications = useReliefApplications()
  return (
    <>
      <ReliefCard overview={payment.overview} applications={applications} stunum={payment.stunum} />
      {appConfig.payment === 'none' ? (
        <PayElsewhere {...payment} />
      ) : (
        <FeePayment {...payment} isPending={applications.isPending} />
      )}
    </>
  )
}

function PayElsewhere({
  overview,
  step,
  stunum,
}: {
  overview: FeeOverview
  step: string
  stunum: string
}) {
  const texts = useTexts(feesTexts)
  return (
    <div className={styles['foot']}>
      {overview.owed <= 0 ? (
        <FinishStepButton step={step} stunum={stunum} />
      ) : (
        <>
          <PaymentUnavailable />
          <ButtonLink to="/pay/{-$sort}/$stunum" params={{ sort: step, stunum }}>
            {texts.atSchool}
          </ButtonLink>
        </>
      )}
    </div>
  )
}
