import { formatYuan } from '#contract/fields'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import {
  reconcileStatement,
  type ReconciliationReport,
  formatReconciliationDifference,
} from '../../payment-gateways/reconcile.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordTrialPayment, splitTrials } from '../payment-trials/public.ts'
import { findOpenIncidents } from './incidents.ts'
import { findCreditsOfDay } from './orders.ts'
import type { RecordGatewayRefund } from './payment-webhook.ts'

/** The reconciliation of a day in China (YYYY-MM-DD), with its open incidents. */
interface Reconciliation extends ReconciliationReport {
  readonly day: string
  /** The number of trials in the bill; they are no payments and no differences. */
  readonly trials: number
  readonly incidents: Awaited<ReturnType<typeof findOpenIncidents>>
}

/**
 * Reconciles a day's credits with the gateway's bill; undefined while there is no bill. The refunds
 * in the bill are recorded first, because their notifications might have been lost.
 */
export async function reconcileDay({
  db,
  gateway,
  recordRefund,
  day,
  now,
}: {
  db: Db
  gateway: PaymentGateway
  recordRefund: RecordGatewayRefund
  day: string
  now: Date
}): Promise<Reconciliation | undefined> {
  const books = await gateway.fetchStatement(day)
  if (books === undefined) return undefined
  const { refunds } = books
  const { trials, others: payments } = await splitTrials(db, books.payments)
  // Their notifications might have been lost too.
  for (const trial of trials) await recordTrialPayment(db, trial, { stage: 'paid', now })
  for (const refund of refunds) {
    // The bill has the state of its day; the refund can have ended since.
    const asked =
      refund.state === 'done' || refund.requestNumber === ''
        ? undefined
        : await gateway.queryRefund(refund.requestNumber)
    await recordRefund(db, asked?.type === 'refund' ? asked : refund, now)
  }
  const credits = await findCreditsOfDay(db, {
    day,
    transactions: payments.map(({ transaction }) => transaction),
  })
  const report = await reconcileStatement({ credits, books: payments, query: gateway.query })
  const incidents = await findOpenIncidents(db, {
    day,
    refunds: refunds.map(({ refund }) => refund),
  })
  return { day, ...report, trials: trials.length, incidents }
}

/** Stores a reconciliation for the office. `by`: the staff member; null for the command line. */
export const saveReconciliation = (
  db: Db,
  { day, matched, trials, differences, incidents }: Reconciliation,
  { by, now }: { by: string | null; now: Date },
) =>
  db
    .insertInto('reconciliation')
    .values({
      day,
      ran_at: now,
      ran_by: by,
      matched,
      trials,
      incidents: incidents.length,
      differences: JSON.stringify(differences),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Formats a reconciliation as text, and returns whether nobody has to act on it. */
export function formatReconciliation({
  day,
  matched,
  trials,
  differences,
  incidents,
}: Reconciliation): {
  readonly lines: readonly string[]
  readonly isWell: boolean
} {
  const noted = incidents.map(
    ({ kind, order_number, transaction, amount_fen }) =>
      `${transaction} ${order_number} ${formatYuan(amount_fen)}: ${kind}, to be looked at`,
  )
  const sum = `${day}: ${matched} alike, ${differences.length} different, ${noted.length} to be looked at`
  const tried = trials === 0 ? [] : [`${day}: ${trials} trials of the gateway, not counted`]
  return {
    lines: [...differences.map(formatReconciliationDifference), ...noted, ...tried, sum],
    isWell: differences.length + noted.length === 0,
  }
}
