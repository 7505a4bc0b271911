import { formatYuan } from '#contract/fields'
import type { ReconciliationDifference } from '#contract/finance'
import type { StatementPayment, PaymentGateway } from './payment-gateway.ts'

/** A payment as credited by the backend. */
export interface CreditedPayment {
  readonly transaction: string
  readonly order_number: string
  readonly amount_fen: number
  /** What of it is booked as refunded, fen. */
  readonly refunded_fen?: number
}

/** The result of a reconciliation: the number of payments that match, and each difference. */
export interface ReconciliationReport {
  readonly matched: number
  readonly differences: readonly ReconciliationDifference[]
}

/**
 * Compares credits with the gateway's bill of a day, payment by payment. `credits` contains the
 * credits of that day and those of the bill's payments, because a payment before midnight can be
 * credited after midnight. If a credit is not in the bill, its order is queried at the gateway.
 */
export async function reconcileStatement({
  credits,
  books,
  query,
}: {
  credits: readonly CreditedPayment[]
  books: readonly StatementPayment[]
  query: PaymentGateway['query']
}): Promise<ReconciliationReport> {
  const ours = new Map(credits.map((credit) => [credit.transaction, credit]))
  const theirs = new Set(books.map(({ transaction }) => transaction))
  const found: ReconciliationDifference[] = []
  let matched = 0
  const compare = ({ transaction, number, amountFen }: StatementPayment) => {
    const credit = ours.get(transaction)
    if (credit?.amount_fen === amountFen && credit.order_number === number) matched += 1
    else
      found.push({
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
    // The gateway's status does not say how much it has returned; the bills of the refunds do.
    const isRefunded = standing.type === 'refunded' && (credit.refunded_fen ?? 0) > 0
    if ((standing.type === 'paid' || isRefunded) && standing.transaction === credit.transaction)
      compare(standing)
    else if (standing.type === 'refunded' && standing.transaction === credit.transaction)
      found.push(creditOnly(credit, 'given-back'))
    else found.push(creditOnly(credit, standing.type === 'unavailable' ? 'not-asked' : 'not-taken'))
  }
  return { matched, differences: found }
}

const creditOnly = (
  { transaction, order_number, amount_fen }: CreditedPayment,
  kind: ReconciliationDifference['kind'],
): ReconciliationDifference => ({
  kind,
  transaction,
  number: order_number,
  taken: null,
  credited: amount_fen,
  creditedNumber: order_number,
})

/** Formats a difference as a line of text. */
export function formatReconciliationDifference(one: ReconciliationDifference): string {
  const fen = one.taken ?? one.credited ?? 0
  return `${one.transaction} ${one.number} ${formatYuan(fen)}: ${SAID[one.kind](one)}`
}

const SAID: Readonly<
  Record<ReconciliationDifference['kind'], (one: ReconciliationDifference) => string>
> = {
  'not-credited': () => 'taken by the gateway, not credited here',
  'credited-otherwise': ({ creditedNumber, credited }) =>
    `credited here as ${creditedNumber} ${formatYuan(credited ?? 0)}`,
  'given-back': () => 'credited here, given back by the gateway since',
  'not-taken': () => 'credited here, not taken by the gateway',
  'not-asked': () => 'credited here, not in these books; the gateway could not be asked',
}
