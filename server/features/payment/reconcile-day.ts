import { yuanOf } from '#contract/fields'
import type { Gateway } from '../../payments/gateway.ts'
import { reconcile, type Report, spellDifference } from '../../payments/reconcile.ts'
import type { Db } from '../../platform/database/database.ts'
import { incidentsOf, noteRefund } from './incidents.ts'
import { creditsOf } from './orders.ts'

/** A day in China, YYYY-MM-DD, beside the gateway's books, and what of it needs a person. */
interface Reconciliation extends Report {
  readonly day: string
  readonly incidents: Awaited<ReturnType<typeof incidentsOf>>
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
  gateway: Gateway
  day: string
  now: Date
}): Promise<Reconciliation | undefined> {
  const books = await gateway.books(day)
  if (books === undefined) return undefined
  const { payments, refunds } = books
  for (const refund of refunds) await noteRefund(db, refund, now)
  const credits = await creditsOf(db, {
    day,
    transactions: payments.map(({ transaction }) => transaction),
  })
  const report = await reconcile({ credits, books: payments, query: gateway.query })
  const incidents = await incidentsOf(db, { day, refunds: refunds.map(({ refund }) => refund) })
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
export function spellReconciliation({ day, matched, differences, incidents }: Reconciliation): {
  readonly lines: readonly string[]
  readonly isWell: boolean
} {
  const noted = incidents.map(
    ({ kind, order_number, transaction, amount_fen }) =>
      `${transaction} ${order_number} ${yuanOf(amount_fen)}: ${kind}, to be looked at`,
  )
  const sum = `${day}: ${matched} alike, ${differences.length} different, ${noted.length} to be looked at`
  return {
    lines: [...differences.map(spellDifference), ...noted, sum],
    isWell: differences.length + noted.length === 0,
  }
}
