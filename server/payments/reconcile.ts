import { yuanOf } from '#contract/fields'
import type { Booked } from './gateway.ts'

/** A credit as the backend wrote it down. */
export interface Credit {
  readonly transaction: string
  readonly order_number: string
  readonly amount_fen: number
}

/** Compare a day's credits with the gateway's books, payment by payment; one line for each that differs. */
export function reconcile(
  credits: readonly Credit[],
  books: readonly Booked[],
): { readonly matched: number; readonly lines: readonly string[] } {
  const ours = new Map(credits.map((credit) => [credit.transaction, credit]))
  const theirs = new Map(books.map((booked) => [booked.transaction, booked]))
  const lines: string[] = []
  let matched = 0
  for (const { transaction, number, amountFen } of books) {
    const credit = ours.get(transaction)
    if (credit === undefined) lines.push(`${transaction} ${number} ${yuanOf(amountFen)}: taken by the gateway, not credited here`)
    else if (credit.amount_fen !== amountFen || credit.order_number !== number)
      lines.push(
        `${transaction} ${number} ${yuanOf(amountFen)}: credited here as ${credit.order_number} ${yuanOf(credit.amount_fen)}`,
      )
    else matched += 1
  }
  for (const { transaction, order_number, amount_fen } of credits)
    if (!theirs.has(transaction))
      lines.push(`${transaction} ${order_number} ${yuanOf(amount_fen)}: credited here, not in the gateway's books of this day`)
  return { matched, lines }
}
