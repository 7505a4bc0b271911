import { addSeconds } from '../../platform/clock.ts'
import { type BackgroundJob, startPeriodicJob } from '../../platform/periodic-job.ts'
import { type RefundContext, settleRefund } from './gateway-refunds.ts'
import { claimDueRefund } from './store.ts'

const INTERVAL_MS = 15_000
/** When a refund is due again whose answer was lost, seconds. */
const RETRY_SECONDS = 120

/** Asks the gateway about every refund that is due: not sent yet, being processed, or stuck. */
export async function settleDueRefunds(context: RefundContext): Promise<void> {
  for (;;) {
    const now = context.clock.now()
    const due = await claimDueRefund(context.db, { now, next: addSeconds(now, RETRY_SECONDS) })
    if (due === undefined) return
    await settleRefund(context, due.number)
  }
}

/** Starts the job that settles refunds whose result the gateway has not reported. */
export const startRefundJob = ({
  onError,
  ...context
}: RefundContext & { onError: (error: unknown) => void }): BackgroundJob =>
  startPeriodicJob(() => settleDueRefunds(context), INTERVAL_MS, onError)
