import { yuanOf } from '#contract/fields'
import type { Booked, Gateway } from './gateway.ts'

/** A credit as the backend wrote it down. */
export interface Credit {
  readonly transaction: string
  readonly order_number: string
  readonly amount_fen: number
}

/** What comparing came to: how many are alike, and one line for each that is not. */
export interface Report {
  readonly matched: number
  readonly lines: readonly string[]
}

/**
 * Compare credits with the gateway's books of a day, payment by payment. `credits` are those of the
 * day and those of the books: money taken before midnight may be credited after it. About a credit
 * that stands in other books the gateway is asked.
 */
export async function reconcile({
  credits,
  books,
  query,
}: {
  credits: readonly Credit[]
  books: readonly Booked[]
  query: Gateway['query']
}): Promise<Report> {
  const ours = new Map(credits.map((credit) => [credit.transaction, credit]))
  const theirs = new Set(books.map(({ transaction }) => transaction))
  const lines: string[] = []
  let matched = 0
  const compare = ({ transaction, number, amountFen }: Booked) => {
    const credit = ours.get(transaction)
    if (credit === undefined)
      lines.push(
        `${transaction} ${number} ${yuanOf(amountFen)}: taken by the gateway, not credited here`,
      )
    else if (credit.amount_fen !== amountFen || credit.order_number !== number)
      lines.push(
        `${transaction} ${number} ${yuanOf(amountFen)}: credited here as ${spelled(credit)}`,
      )
    else matched += 1
  }
  for (const booked of books) compare(booked)
  for (const credit of credits.filter(({ transaction }) => !theirs.has(transaction))) {
    const standing = await query(credit.order_number)
    if (standing.type === 'paid' && standing.transaction === credit.transaction) compare(standing)
    else if (standing.type === 'refunded' && standing.transaction === credit.transaction)
      lines.push(
        `${credit.transaction} ${spelled(credit)}: credited here, given back by the gateway since`,
      )
    else if (standing.type === 'away')
      lines.push(
        `${credit.transaction} ${spelled(credit)}: credited here, not in these books; the gateway could not be asked`,
      )
    else
      lines.push(
        `${credit.transaction} ${spelled(credit)}: credited here, not taken by the gateway`,
      )
  }
  return { matched, lines }
}

const spelled = ({ order_number, amount_fen }: Credit): string =>
  `${order_number} ${yuanOf(amount_fen)}`
