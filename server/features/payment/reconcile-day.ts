import { yuanOf } from '#contract/fields'
import type { Gateway } from '../../payments/gateway.ts'
import { reconcile } from '../../payments/reconcile.ts'
import type { Db } from '../../platform/database/database.ts'
import { incidentsOf, noteRefund } from './incidents.ts'
import { creditsOf } from './orders.ts'

/**
 * A day's credits beside the gateway's books, and what of it needs a person, as lines to print;
 * nothing while there are no books. What the books give back is noted first: a notice of it may
 * have been lost.
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
}): Promise<{ readonly lines: readonly string[]; readonly isWell: boolean } | undefined> {
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
  const noted = incidents.map(
    ({ kind, order_number, transaction, amount_fen }) =>
      `${transaction} ${order_number} ${yuanOf(amount_fen)}: ${kind}, to be looked at`,
  )
  const sum = `${day}: ${report.matched} alike, ${report.lines.length} different, ${noted.length} to be looked at`
  return {
    lines: [...report.lines, ...noted, sum],
    isWell: report.lines.length + noted.length === 0,
  }
}
