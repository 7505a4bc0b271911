import { addSeconds } from '../../platform/clock.ts'
import { type BackgroundJob, startPeriodicJob } from '../../platform/periodic-job.ts'
import { advanceTrial, type TrialContext } from './advance.ts'
import { claimDueTrial } from './store.ts'

const INTERVAL_MS = 5000
/** When a trial is due again whose answer was lost, seconds. */
const RETRY_SECONDS = 60

/** Advances every trial that is due, so that its fen comes back although nobody looks at the page. */
export async function advanceDueTrials(context: TrialContext): Promise<void> {
  for (;;) {
    const now = context.clock.now()
    const due = await claimDueTrial(context.db, { now, next: addSeconds(now, RETRY_SECONDS) })
    if (due === undefined) return
    await advanceTrial(context, due.number)
  }
}

/** Starts the job that advances trials. */
export const startTrialJob = ({
  onError,
  ...context
}: TrialContext & { onError: (error: unknown) => void }): BackgroundJob =>
  startPeriodicJob(() => advanceDueTrials(context), INTERVAL_MS, onError)
