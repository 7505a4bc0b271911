import { formatYuan } from '#contract/fields'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import {
  reconcile,
  type ReconciliationReport,
  formatDifference,
} from '../../payment-gateways/reconcile.ts'
import type { Db } from '../../platform/database/db.ts'
import { findOpenIncidents, recordRefund } from './incidents.ts'
import { findCreditsOfDay } from './orders.ts'

/** A day in China, YYYY-MM-DD, beside the gateway's books, and what of it needs a person. */
interface Reconciliation extends ReconciliationReport {
  readonly day: string
  readonly incidents: Awaited<ReturnType<typeof findOpenIncidents>>
}

/**
 * A day's credits beside the gateway's books, and what of it nobody has looked at; nothing while
 * there are no books. What the books give back is noted first: a notice of it may have been lost.
 */
export async function reconcileDay({
  db,
  gateway,
  day,
  now,
}: {
  db: Db
  gateway: PaymentGateway
  day: string
  now: Date
}): Promise<Reconciliation | undefined> {
  const books = await gateway.fetchStatement(day)
  if (books === undefined) return undefined
  const { payments, refunds } = books
  for (const refund of refunds) await recordRefund(db, refund, now)
  const credits = await findCreditsOfDay(db, {
    day,
    transactions: payments.map(({ transaction }) => transaction),
  })
  const report = await reconcile({ credits, books: payments, query: gateway.query })
  const incidents = await findOpenIncidents(db, {
    day,
    refunds: refunds.map(({ refund }) => refund),
  })
  return { day, ...report, incidents }
}

/** Write a reconciliation down for the office; `by` is who asked for it, null for the command. */
export const saveReconciliation = (
  db: Db,
  { day, matched, differences, incidents }: Reconciliation,
  { by, now }: { by: string | null; now: Date },
) =>
  db
    .insertInto('reconciliation')
    .values({
      day,
      ran_at: now,
      ran_by: by,
      matched,
      incidents: incidents.length,
      differences: JSON.stringify(differences),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A reconciliation as lines to print, and whether nothing of it needs a person. */
export function formatReconciliation({ day, matched, differences, incidents }: Reconciliation): {
  readonly lines: readonly string[]
  readonly isWell: boolean
} {
  const noted = incidents.map(
    ({ kind, order_number, transaction, amount_fen }) =>
      `${transaction} ${order_number} ${formatYuan(amount_fen)}: ${kind}, to be looked at`,
  )
  const sum = `${day}: ${matched} alike, ${differences.length} different, ${noted.length} to be looked at`
  return {
    lines: [...differences.map(formatDifference), ...noted, sum],
    isWell: differences.length + noted.length === 0,
  }
}
