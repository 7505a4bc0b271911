import { type RawBuilder, sql } from 'kysely'
import type { PLATFORM_RESULTS } from '#contract/finance-platform'
import { MAX_OUTSIDE_PAYMENT_FEN } from '#contract/outside-payments'

/** The kinds of the notes about payments and about refunds in `reconciliation_note`. */
export const NOTE_KINDS = { payment: 'platform', refund: 'platform-refund' } as const

/** A reference with what both sides have of it. The columns of a side without it are null. */
export interface ComparedReference {
  /** Orders the references by day; unique. */
  readonly key: string
  readonly root: string
  readonly returned: boolean
  readonly result: (typeof PLATFORM_RESULTS)[number]
  readonly theirs: number | null
  readonly ours: number | null
  readonly their_from: string | null
  readonly their_to: string | null
  readonly our_from: string | null
  readonly our_to: string | null
  /** The codes of the students; an unknown number follows a question mark. */
  readonly their_who: string[]
  readonly our_who: string[]
  readonly about: string
  readonly way: string | null
  readonly years: number[]
  readonly items: string[]
  readonly amount_differs: boolean
  readonly student_differs: boolean
  readonly day_differs: boolean
  readonly bookable: boolean
  readonly version: string
  readonly is_ended: boolean
  /** Whether the newest note is an end, also of an earlier version. */
  readonly has_end: boolean
  /** The newest note, with who wrote it and when. */
  readonly note: string | null
  readonly by: string | null
  readonly noted_at: Date | null
}

const chinaDay = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/**
 * Compares the books with the lines of the finance platform, as a query. A file can name a payment
 * by its transaction or its order, and a refund also by the payment. The payment and its refunds are
 * compared apart. A payment that was taken back is not in the books any more.
 *
 * @param asked A range of days in China, or one reference.
 */
export function compareReferences(
  asked:
    | { readonly from: string; readonly to: string }
    | { readonly root: string; readonly returned: boolean },
): RawBuilder<ComparedReference> {
  const [from, to] = 'from' in asked ? [asked.from, asked.to] : ['0000', '9999']
  const isAsked =
    'root' in asked ? sql`root = ${asked.root} and returned = ${asked.returned}` : sql`true`
  return sql<ComparedReference>`(with
    payment as materialized (
      select entry.transaction as root, entry.order_number, entry.student_code, entry.amount_fen, entry.way,
        -- A payment through the gateway was made between its order and its credit, maybe before midnight.
        coalesce(entry.paid_on, ${chinaDay(sql`pay_order.created_at`)}, ${chinaDay(sql`entry.credited_at`)}) as first_day,
        coalesce(entry.paid_on, ${chinaDay(sql`entry.credited_at`)}) as last_day
      from payment_credit entry left join pay_order on pay_order.number = entry.order_number
      where entry.kind in ('gateway', 'outside') and entry.reverses is null and not exists (
        select from payment_credit counter where counter.reverses = entry.transaction and counter.kind = 'outside')),
    given_back as materialized (
      select entry.reverses as root, entry.student_code, entry.amount_fen, entry.way,
        coalesce(entry.paid_on, ${chinaDay(sql`refund.decided_at`)}, ${chinaDay(sql`entry.credited_at`)}) as first_day,
        coalesce(entry.paid_on, ${chinaDay(sql`entry.credited_at`)}) as last_day
      from payment_credit entry left join refund on 'refund:' || refund.number = entry.source
      where entry.kind = 'refund'),
    name as materialized (
      select distinct on (upper(known.name)) upper(known.name) as name, known.root from (
        select root as name, root, 1 as rank from payment
        union all select order_number, root, 2 from payment
        union all select substr(transaction, 8), reverses, 3 from payment_credit where kind = 'refund'
        union all select unnest(array[number, gateway_refund, paid_reference]), transaction, 4 from refund
      ) known where known.name is not null order by upper(known.name), known.rank, known.root),
    entry as (
      select root, false as returned, student_code as who, amount_fen as ours, null::int as theirs, first_day,
        last_day, way, null::text as item, null::text as channel, null::int as year from payment
      union all
      select root, true, student_code, amount_fen, null, first_day, last_day, way, null, null, null from given_back
      union all
      select coalesce(name.root, reference), amount_fen < 0 and name.root is not null,
        coalesce(student_code, '?' || number), null, amount_fen, day, day, null, item, channel, year
      from finance_platform_line left join name on name.name = reference where withdrawn_at is null),
    unit as (
      select root, returned, sum(ours)::float8 as ours, sum(theirs)::float8 as theirs,
        coalesce(array_agg(distinct who) filter (where ours is not null), '{}') as our_who,
        coalesce(array_agg(distinct who) filter (where theirs is not null), '{}') as their_who,
        min(first_day) filter (where ours is not null) as our_from,
        max(last_day) filter (where ours is not null) as our_to,
        min(first_day) filter (where theirs is not null) as their_from,
        max(last_day) filter (where theirs is not null) as their_to,
        sum(ours) filter (where last_day between ${from} and ${to}) as ours_then,
        sum(theirs) filter (where last_day between ${from} and ${to}) as theirs_then,
        min(way) as way, coalesce(string_agg(distinct nullif(item, ''), '、'), '') as item,
        coalesce(string_agg(distinct nullif(channel, ''), '、'), '') as channel,
        coalesce(array_agg(distinct year) filter (where year is not null), '{}') as years,
        coalesce(array_agg(distinct item) filter (where item is not null), '{}') as items
      from entry where ${isAsked} group by root, returned
      having bool_or(last_day between ${from} and ${to})),
    judged as (
      select unit.*, ours <> theirs as amount_differs, our_who <> their_who as student_differs,
        their_from < our_from or their_to > our_to as day_differs,
        -- Of several refunds only those of these days can be in the files so far.
        ours_then = theirs_then and our_who = their_who and returned as is_part_alike
      from unit),
    result as (
      select judged.*, case
        when ours is null then case when theirs = 0 then 'matched' else 'missing-here' end
        when theirs is null then 'missing-there'
        when is_part_alike or not (amount_differs or student_differs or day_differs) then 'matched'
        else 'different' end as result,
        md5(concat_ws('|', ours, '/', theirs, our_who, their_who, our_from, our_to, their_from, their_to)) as version
      from judged)
    select concat_ws(' ', coalesce(their_from, our_to), root, case when returned then 'R' end) as key,
      root, returned, result, ours, theirs, our_who, their_who, our_from, our_to, their_from, their_to,
      way, years, items, concat_ws(' · ', nullif(item, ''), nullif(channel, '')) as about,
      result = 'different' and amount_differs as amount_differs,
      result = 'different' and student_differs as student_differs,
      result = 'different' and day_differs as day_differs, version,
      result = 'missing-here' and theirs between 1 and ${sql.lit(MAX_OUTSIDE_PAYMENT_FEN)}
        and array_length(their_who, 1) = 1 and their_who[1] not like '?%' and coalesce(array_length(years, 1), 0) <= 1
        and not exists (select from payment_credit known where known.transaction = root)
        -- An order that is not credited yet is settled with the gateway, which would credit it again.
        and not exists (select from pay_order known where upper(known.number) = root) as bookable,
      result <> 'matched' and coalesce(newest.is_done and newest.number = version, false) as is_ended,
      coalesce(newest.is_done, false) as has_end, newest.note, newest.noted_at,
      coalesce(staff.name, newest.noted_by) as by
    from result left join lateral (
      select * from reconciliation_note note where note.transaction = root
        and note.kind = case when returned then ${NOTE_KINDS.refund} else ${NOTE_KINDS.payment} end
      order by note.id desc limit 1) newest on true
    left join staff on staff.code = newest.noted_by)`
}
