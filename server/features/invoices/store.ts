import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { invoices } from '#contract/invoices'
import { startOfDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PaymentCursor } from '../../platform/database/queries/payment-cursor.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'

type PaymentFilter = Omit<CallInput<typeof invoices.list>, 'after'>

/** An invoice as it is read with its payment. */
export interface StoredInvoice {
  readonly code: string
  readonly number: string
  readonly checkCode: string
  readonly day: string
  readonly amount: number
  readonly state: 'valid' | 'cancelled' | 'red'
  readonly url: string
}

// The state of an `invoice`.
const stateOfInvoice = sql<StoredInvoice['state']>`case when invoice.kind = 'red' then 'red'
  when exists (select from invoice red where red.kind = 'red' and red.cancels_code = invoice.code
    and red.cancels_number = invoice.number) then 'cancelled' else 'valid' end`

/** The day of a payment in China: as its channel states it, or of its entry. */
const paidOn = sql<string>`coalesce(entry.paid_on,
  to_char(entry.credited_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'))`

// Whether an `entry` of the books is money for which invoices are issued. Money that was carried over
// to another year is a payment of that year.
const needsInvoice = sql<boolean>`entry.kind in ('gateway', 'outside', 'carry-over') and entry.reverses is null
  and entry.amount_fen > 0 and entry.way <> 'waiver'`

// What is left of an `entry` after refunds and take-backs, fen. Each kind of counter-entry has an index.
const keptFen = sql<number>`(entry.amount_fen
  + coalesce((select sum(amount_fen) from payment_credit counter where counter.reverses = entry.transaction
    and counter.kind in ('gateway', 'outside', 'offset')), 0)
  + coalesce((select sum(amount_fen) from payment_credit counter where counter.reverses = entry.transaction
    and counter.kind in ('refund', 'carry-over')), 0))::int`

/** Finds payments for which invoices are issued, by their transactions. */
export const findPaymentsForInvoices = (db: Db, transactions: readonly string[]) =>
  db
    .selectFrom('payment_credit as entry')
    .select(['entry.transaction', 'entry.student_code', 'entry.amount_fen', keptFen.as('kept_fen')])
    .where(sql<boolean>`entry.transaction = any(${transactions})`)
    .where(needsInvoice)
    .execute()

/**
 * Selects the payments for which invoices are issued, each with what is left of it after refunds, its
 * invoices, and its state.
 */
export const selectInvoicedPayments = (
  db: Db,
  { find, state, from = '', to = '' }: PaymentFilter,
) =>
  db
    .selectFrom('payment_credit as entry')
    .innerJoin('student', 'student.code', 'entry.student_code')
    // The tables as a whole: an export reads all payments, and looking each up would take minutes.
    .leftJoin(
      sql<{
        transaction: string
        fen: number
      }>`(select reverses as transaction, sum(amount_fen)::int as fen
        from payment_credit where reverses is not null group by reverses)`.as('counter'),
      (join) => join.onRef('counter.transaction', '=', 'entry.transaction'),
    )
    .leftJoin(
      sql<{
        transaction: string
        valid_fen: number
        issued: number
        invoices: StoredInvoice[]
      }>`(
        select transaction, coalesce(sum(amount_fen) filter (where state = 'valid'), 0)::int as valid_fen,
          (count(*) filter (where state <> 'red'))::int as issued,
          jsonb_agg(jsonb_build_object('code', code, 'number', number, 'checkCode', check_code, 'day', issued_on,
            'amount', amount_fen, 'state', state, 'url', url) order by issued_on, code, number) as invoices
        from (select invoice.*, ${stateOfInvoice} as state from invoice) each group by transaction)`.as(
        'invoiced',
      ),
      (join) => join.onRef('invoiced.transaction', '=', 'entry.transaction'),
    )
    .innerJoinLateral(
      sql<{ kept_fen: number; valid_fen: number; issued: number }>`(
        select entry.amount_fen + coalesce(counter.fen, 0) as kept_fen,
          coalesce(invoiced.valid_fen, 0) as valid_fen, coalesce(invoiced.issued, 0) as issued)`.as(
        'sums',
      ),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      sql<{ state: string }>`(select case when sums.valid_fen > kept_fen then 'red-needed'
        when sums.valid_fen < kept_fen then 'missing' when kept_fen > 0 then 'issued'
        when sums.issued > 0 then 'reversed' else 'none' end as state)`.as('standing'),
      (join) => join.onTrue(),
    )
    .where(needsInvoice)
    // A payment of which nothing is left, and that never had an invoice, needs none.
    .where('standing.state', state === '' ? '<>' : '=', state === '' ? 'none' : state)
    .$if(from !== '', (query) => query.where('entry.credited_at', '>=', startOfDay(from)))
    .$if(to !== '', (query) => query.where('entry.credited_at', '<', startOfDay(to, 1)))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          ...studentMatches('student', find),
          e('entry.transaction', '=', find.trim()),
          sql<boolean>`exists (select from invoice where transaction = entry.transaction
            and invoice.number = ${find.trim()})`,
        ]),
      ),
    )
    .select([
      'entry.transaction',
      'entry.student_code',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
      'student.class_name',
      'entry.year',
      'entry.way',
      'entry.amount_fen',
      'entry.credited_at',
      'sums.kept_fen',
      'standing.state',
      'sums.issued',
      'sums.valid_fen',
      sql<StoredInvoice[]>`coalesce(invoiced.invoices, '[]')`.as('invoices'),
      paidOn.as('paid_on'),
    ])

/** Lists these payments, newest first, after a cursor. */
export const findInvoicedPayments = (
  db: Db,
  filter: PaymentFilter,
  { after, most }: { after: PaymentCursor | undefined; most: number },
) =>
  selectInvoicedPayments(db, filter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(entry.credited_at, entry.transaction) < (${after?.at}::timestamptz, ${after?.transaction}::text)`,
      ),
    )
    .orderBy('entry.credited_at', 'desc')
    .orderBy('entry.transaction', 'desc')
    .limit(most)
    .execute()

/**
 * Selects what the invoicing system needs of these payments: a row for each fee item that is still
 * paid by the payment. Surplus and money from before the books knew their parts have rows of their
 * own; a payment of which nothing is left has one row without an amount, because its invoice has to
 * be cancelled.
 */
export const selectInvoiceLines = (db: Db, filter: PaymentFilter) =>
  db
    .selectFrom(selectInvoicedPayments(db, filter).as('payment'))
    .innerJoin('student', 'student.code', 'payment.student_code')
    .leftJoin(
      // The lines of a payment with its counter-entries; what of an entry is no part is a line, too.
      sql<{ transaction: string; of_year: number; item: string; fen: number }>`(
        select coalesce(entry.reverses, entry.transaction) as transaction, line.of_year, line.item,
          sum(line.fen)::int as fen
        from payment_credit entry
        left join (select transaction, sum(amount_fen)::int as fen from payment_part group by transaction) parts
          on parts.transaction = entry.transaction
        left join payment_credit payment on payment.transaction = entry.reverses
        cross join lateral (
          select part.year as of_year, part.item, part.amount_fen as fen
          from payment_part part where part.transaction = entry.transaction
          union all select coalesce(payment.year, entry.year), ':surplus', entry.surplus_fen where entry.surplus_fen <> 0
          union all select coalesce(payment.year, entry.year),
            coalesce(nullif(coalesce(payment.item, entry.item), ''), ':other'), rest
          from (select entry.amount_fen - entry.surplus_fen - coalesce(parts.fen, 0) as rest) other
          where rest <> 0 and entry.kind <> 'offset') line
        group by 1, 2, 3 having sum(line.fen) > 0)`.as('line'),
      (join) => join.onRef('line.transaction', '=', 'payment.transaction'),
    )
    .leftJoin('invoice_item as coded', (join) =>
      join.onRef('coded.item', '=', 'line.item').on('coded.withdrawn_at', 'is', null),
    )
    .selectAll('payment')
    .select([
      'line.of_year',
      'line.item',
      'line.fen',
      'coded.code',
      'coded.unit',
      'student.id_card',
    ])
    .select(['coded.name as item_name'])
    .select(
      sql<string>`to_char(payment.credited_at at time zone 'UTC', 'YYYYMMDDHH24MISSMS') || ' ' || payment.transaction
        || ' ' || coalesce(line.of_year || ' ' || line.item, '')`.as('key'),
    )

/** Lists the invoices of a student's payments, the newest payment first. */
export const findOwnInvoices = (db: Db, student: string) =>
  db
    .selectFrom('invoice')
    .innerJoin('payment_credit as entry', 'entry.transaction', 'invoice.transaction')
    .where('invoice.student_code', '=', student)
    .select([
      'invoice.code',
      'invoice.number',
      'invoice.check_code as checkCode',
      'invoice.issued_on as day',
      'invoice.amount_fen as amount',
      'invoice.url',
      'entry.way',
      'entry.year',
      paidOn.as('paidOn'),
      stateOfInvoice.as('state'),
    ])
    .orderBy('entry.credited_at', 'desc')
    .orderBy('invoice.issued_on')
    .orderBy('invoice.number')
    .limit(100)
    .execute()
