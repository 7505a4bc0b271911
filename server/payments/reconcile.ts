import { yuanOf } from '#contract/fields'
import type { Difference } from '#contract/finance'
import type { Booked, Gateway } from './gateway.ts'

/** A credit as the backend wrote it down. */
export interface Credit {
  readonly transaction: string
  readonly order_number: string
  readonly amount_fen: number
}

/** What comparing came to: how many are alike, and each that is not. */
export interface Report {
  readonly matched: number
  readonly differences: readonly Difference[]
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
  const differences: Difference[] = []
  let matched = 0
  const compare = ({ transaction, number, amountFen }: Booked) => {
    const credit = ours.get(transaction)
    if (credit?.amount_fen === amountFen && credit.order_number === number) matched += 1
    else
      differences.push({
        kind: credit === undefined ? 'not-credited' : 'credited-otherwise',
        transaction,
        number,
        taken: amountFen,
        credited: credit?.amount_fen ?? null,
        creditedNumber: credit?.order_number ?? '',
      })
  }
  for (const booked of books) compare(booked)
  for (const credit of credits.filter(({ transaction }) => !theirs.has(transaction))) {
    const standing = await query(credit.order_number)
    if (standing.type === 'paid' && standing.transaction === credit.transaction) compare(standing)
    else if (standing.type === 'refunded' && standing.transaction === credit.transaction)
      differences.push(creditOnly(credit, 'given-back'))
    else differences.push(creditOnly(credit, standing.type === 'away' ? 'not-asked' : 'not-taken'))
  }
  return { matched, differences }
}

const creditOnly = (
  { transaction, order_number, amount_fen }: Credit,
  kind: Difference['kind'],
): Difference => ({
  kind,
  transaction,
  number: order_number,
  taken: null,
  credited: amount_fen,
  creditedNumber: order_number,
})

/** A difference as a line to print. */
export function spellDifference(one: Difference): string {
  const fen = one.taken ?? one.credited ?? 0
  return `${one.transaction} ${one.number} ${yuanOf(fen)}: ${SAID[one.kind](one)}`
}

const SAID: Readonly<Record<Difference['kind'], (one: Difference) => string>> = {
  'not-credited': () => 'taken by the gateway, not credited here',
  'credited-otherwise': ({ creditedNumber, credited }) =>
    `credited here as ${creditedNumber} ${yuanOf(credited ?? 0)}`,
  'given-back': () => 'credited here, given back by the gateway since',
  'not-taken': () => 'credited here, not taken by the gateway',
  'not-asked': () => 'credited here, not in these books; the gateway could not be asked',
}
