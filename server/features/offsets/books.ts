import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { OffsetWay } from '#contract/offsets'
import { offsetServerTexts } from '#i18n/offsets-server'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { lockStudents } from '../../platform/records/versioned-write.ts'
import { isFeeYearCovered } from '../charges/public.ts'
import { notifyPerson } from '../notices/public.ts'
import { isPaymentDone, markPaymentDone, reopenPayment } from '../onboarding-steps/public.ts'

/** Who recorded an offset, where and why. */
export interface OffsetOrigin {
  /** The code of the staff member; null for the command line. */
  readonly by: string | null
  /** 'desk', or 'import:<id>'. */
  readonly source: string
  readonly note: string
  /** The day on which the money came, YYYY-MM-DD; null if it is not known. */
  readonly paidOn: string | null
  readonly now: Date
}

/**
 * Changes offsets of students by `change`, and then makes the books agree with them: an offset that
 * is gone or different gets a counter-entry, and a new or different one gets an entry. Each is told
 * to its student by a notice. The payment step follows what is owed before and after the change. Call
 * it for every change of `scholarship.offset_done` and
 * `green_application.offset_status`, so that the books always agree with what is owed.
 */
export async function bookOffsets<T>(
  tx: Db,
  students: readonly string[],
  origin: OffsetOrigin,
  change: () => Promise<T>,
): Promise<T> {
  const { now } = origin
  await lockStudents(tx, students)
  const year = toChinaYear(now)
  const wasCovered = new Map<string, boolean>()
  for (const student of students)
    wasCovered.set(student, await isFeeYearCovered(tx, { student, year, now }))
  const result = await change()
  for (const [student, was] of wasCovered) {
    await bookDifferences(tx, student, origin)
    const is = await isFeeYearCovered(tx, { student, year, now })
    if (is && !was) await markPaymentDone(tx, { student, now })
    if (!is && was && (await isPaymentDone(tx, student))) await reopenPayment(tx, student)
  }
  return result
}

async function bookDifferences(
  tx: Db,
  student: string,
  { by, source, note, paidOn, now }: OffsetOrigin,
): Promise<void> {
  for (const found of await findDifferences(tx, student)) {
    const entry = {
      order_number: null,
      student_code: student,
      year: found.year,
      way: found.way,
      surplus_fen: 0,
      credited_at: now,
      kind: 'offset' as const,
      paid_on: paidOn,
      recorded_by: by,
      source,
      note,
    }
    const entries = [
      ...(found.transaction === null
        ? []
        : [{ ...entry, amount_fen: -found.booked, reverses: found.transaction }]),
      ...(found.wanted > 0 ? [{ ...entry, amount_fen: found.wanted, reverses: null }] : []),
    ]
    for (const one of entries)
      await tx
        .insertInto('payment_credit')
        .values({ ...one, transaction: `OFFSET:${randomUUID()}` })
        .execute()
    await notify(tx, student, { ...found, note, now })
  }
}

interface OffsetDifference {
  readonly year: number
  readonly way: OffsetWay
  /** The amount that reduces what is owed, fen; 0 for none. */
  readonly wanted: number
  /** The amount of the entry in the books, fen; 0 for none. */
  readonly booked: number
  /** The entry in the books that is not undone; null for none. */
  readonly transaction: string | null
}

// The offsets of a student that differ from the books. A student has at most one offset for each
// year and kind.
const findDifferences = async (tx: Db, student: string): Promise<OffsetDifference[]> => {
  const { rows } = await sql<OffsetDifference>`
    with wanted as (
      select year, 'scholarship' as way, amount_fen as fen from scholarship
      where student_code = ${student} and offset_done and withdrawn_at is null and amount_fen > 0
      union all
      select year, case type when '1' then 'loan' when '2' then 'reduction' else 'deferral' end,
        coalesce(offset_fen, audit_amount_fen) from green_application
      where student_code = ${student} and offset_status <> '0' and coalesce(offset_fen, audit_amount_fen) > 0),
    booked as (
      select year, way, transaction, amount_fen as fen from payment_credit entry
      where student_code = ${student} and kind = 'offset' and reverses is null
        and not exists (select from payment_credit counter where counter.reverses = entry.transaction))
    select year, way, coalesce(wanted.fen, 0) as wanted, coalesce(booked.fen, 0) as booked, transaction
    from wanted full join booked using (year, way)
    where wanted.fen is distinct from booked.fen order by year, way`.execute(tx)
  return rows
}

const notify = (
  tx: Db,
  student: string,
  { way, year, wanted, note, now }: OffsetDifference & { note: string; now: Date },
): Promise<void> => {
  const { ways, done, undone, doneText, undoneText } = offsetServerTexts
  const text = wanted > 0 ? doneText : undoneText
  return notifyPerson(tx, {
    subject: `student:${student}`,
    title: wanted > 0 ? done : undone,
    content: {
      zh: text.zh(ways[way].zh, year, wanted, note),
      en: text.en(ways[way].en, year, wanted, note),
    },
    now,
  })
}
