import { type Expression, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'

/** The item of the dormitory charge. Every other charge is an item of the fee list (D-56). */
export const DORM_CHARGE_ITEM = '住宿费'
const TUITION = '学费'

/** A charge with its paid amount, fen. */
export interface Charge {
  readonly id: number
  readonly year: number
  readonly item: string
  readonly due_fen: number
  readonly paid_fen: number
  /**
   * Whether the student's choice of a room created the charge, because the campus had not charged
   * the room.
   */
  readonly by_choice: boolean
}

/** Finds all charges of a student, the newest year first. */
export const findCharges = (
  db: Db,
  { student, now }: { student: string; now: Date },
): Promise<Charge[]> => chargesOf.run(db, { student, now })

/**
 * Whether a `charge` is in effect. The charge of a chosen room ends with its reservation, without
 * any clean-up, unless part of the charge is paid. It is not in effect if there is a charge by the
 * campus for the same item, no matter when that charge was imported.
 */
export const isChargeInEffect = (
  now: Date,
) => sql<boolean>`charge.withdrawn_at is null and (not charge.by_choice or charge.paid_fen > 0 or (
  exists (select from dorm_choice choice where choice.student_code = charge.student_code
    and (choice.held_until is null or choice.held_until > ${now})
    and extract(year from choice.chosen_at at time zone 'Asia/Shanghai') = charge.year)
  and not exists (select from charge own where own.student_code = charge.student_code and own.year = charge.year
    and own.item = charge.item and not own.by_choice and own.withdrawn_at is null)))`

const chargesOf = prepareQuery(
  'charges of a student',
  (db, { student, now }: { student: string; now: Date }) =>
    db
      .selectFrom('charge')
      .select(['id', 'year', 'item', 'due_fen', 'paid_fen', 'by_choice'])
      .where('student_code', '=', student)
      .where(isChargeInEffect(now))
      .orderBy('year', 'desc')
      .orderBy('id'),
)

/** A charge with its offset amount and its owed amount, fen. */
export interface ChargeBalance extends Charge {
  /** The amount that finance has offset, or that was overpaid on other charges of the year. */
  readonly offset_fen: number
  readonly owed_fen: number
}

/**
 * Computes the owed amount of each charge of one year. All amounts that are shown or collected are
 * based on it. The offset `setOff` (fen) reduces tuition first, then accommodation, then the other
 * charges in order, each at most by its unpaid amount. The sum of `owed_fen` is exactly the amount
 * owed for the year.
 */
export function computeChargeBalances(charges: readonly Charge[], setOff: number): ChargeBalance[] {
  const rank = ({ item }: Charge) =>
    item.includes(TUITION) ? 0 : item === DORM_CHARGE_ITEM ? 1 : 2
  let left =
    setOff +
    charges.reduce((sum, { due_fen, paid_fen }) => sum + Math.max(0, paid_fen - due_fen), 0)
  const offsets = new Map<number, number>()
  for (const { id, due_fen, paid_fen } of charges.toSorted(
    (a, b) => rank(a) - rank(b) || a.id - b.id,
  )) {
    const offset = Math.min(left, Math.max(0, due_fen - paid_fen))
    offsets.set(id, offset)
    left -= offset
  }
  return charges.map((charge) => {
    const offset_fen = offsets.get(charge.id) ?? 0
    return {
      ...charge,
      offset_fen,
      owed_fen: Math.max(0, charge.due_fen - charge.paid_fen) - offset_fen,
    }
  })
}

/** Finds all charges of a student with their owed amounts, the newest year first. */
export async function findBalances(
  db: Db,
  { student, now }: { student: string; now: Date },
): Promise<ChargeBalance[]> {
  const charges = await findCharges(db, { student, now })
  const offsets = new Map(
    (await offsetsOf.run(db, { student })).map(({ year, fen }) => [year, fen]),
  )
  return [...new Set(charges.map(({ year }) => year))].flatMap((year) =>
    computeChargeBalances(
      charges.filter((charge) => charge.year === year),
      offsets.get(year) ?? 0,
    ),
  )
}

/** A student, a year, and the time for which reservations of rooms are evaluated. */
interface FeeYearParams {
  readonly student: string
  readonly year: number
  readonly now: Date
}

/** The offset by finance against a year's fees: scholarship, loan, deferral (D-79); fen. */
export const selectOffsetFen = (student: Expression<string>, year: Expression<number>) =>
  sql<number>`(coalesce((select sum(scholarship.amount_fen) from scholarship
    where scholarship.student_code = ${student} and scholarship.year = ${year}
    and scholarship.offset_done and scholarship.withdrawn_at is null), 0)
  + coalesce((select sum(coalesce(green.offset_fen, green.audit_amount_fen)) from green_application green
    where green.student_code = ${student} and green.year = ${year}
    and green.offset_status <> '0'), 0))::int`

/** The terms that reduce or limit a student's payment of a year. */
export interface PaymentTerms {
  /** The scholarship. `offset`: whether finance has offset it against the fees (D-58). */
  readonly scholarship: { readonly amount: number; readonly offset: boolean } | null
  /** The offset against the fees, fen. */
  readonly offsetFen: number
  /** The minimum amount of a payment, fen. */
  readonly minimumFen: number
}

/** Finds a student's payment terms of a year: scholarship, offsets, minimum payment. */
export async function findPaymentTerms(
  db: Db,
  { code, enrolment }: Pick<StudentRow, 'code' | 'enrolment'>,
  { year, lowest }: { year: number; lowest: number },
): Promise<PaymentTerms> {
  const [found] = await paymentTermsQuery.run(db, { code, enrolment, year })
  const { amount = null, offset = null } = found ?? {}
  return {
    scholarship: amount === null || offset === null ? null : { amount, offset },
    offsetFen: found?.setOff ?? 0,
    minimumFen: found?.lowest ?? lowest,
  }
}

const paymentTermsQuery = prepareQuery(
  'payment terms of a student',
  (db, { code, enrolment, year }: { code: string; enrolment: string; year: number }) =>
    db.selectNoFrom((e) => {
      const own = e
        .selectFrom('scholarship')
        .where('withdrawn_at', 'is', null)
        .where('student_code', '=', code)
        .where('year', '=', year)
        .limit(1)
      return [
        own.select('amount_fen').as('amount'),
        own.select('offset_done').as('offset'),
        lowestFen(db, { enrolment, year }).as('lowest'),
        selectOffsetFen(sql<string>`${code}::text`, sql<number>`${year}::int`).as('setOff'),
      ]
    }),
)

const offsetsOf = prepareQuery(
  'set off for a student by year',
  (db, { student }: { student: string }) =>
    db
      .selectFrom(
        db
          .selectFrom('charge')
          .select('year')
          .distinct()
          .where('student_code', '=', student)
          .as('charged'),
      )
      .select((e) => [
        'charged.year',
        selectOffsetFen(sql<string>`${student}::text`, e.ref('charged.year')).as('fen'),
      ]),
)

/** The amount that can be paid for a year: due minus paid minus offset, at least 0; fen. */
export async function findOwedAmount(
  db: Db,
  { student, year, now }: FeeYearParams,
): Promise<number> {
  return sumOwedInYear(await findBalances(db, { student, now }), year)
}

/** The amount that can be paid for a year, computed from balances that were already read; fen. */
export const sumOwedInYear = (balances: readonly ChargeBalance[], year: number): number =>
  balances
    .filter((charge) => charge.year === year)
    .reduce((sum, { owed_fen: owed }) => sum + owed, 0)

/**
 * Whether nothing is left to pay for a year, because of payments or offsets. False for a year
 * without charges by the campus, because these are not imported yet.
 */
export async function isFeeYearCovered(
  db: Db,
  { student, year, now }: FeeYearParams,
): Promise<boolean> {
  const balances = await findBalances(db, { student, now })
  const isCharged = balances.some((charge) => charge.year === year && !charge.by_choice)
  return isCharged && sumOwedInYear(balances, year) === 0
}

/** The amount owed for a year, fen, in SQL: the same as `sumOwedInYear`, for lists of students. */
export const selectOwedFen = (student: Expression<string>, year: number, now: Date) =>
  sql<number>`greatest(0, coalesce((select sum(charge.due_fen - charge.paid_fen) from charge
      where charge.student_code = ${student} and charge.year = ${year} and ${isChargeInEffect(now)}), 0)
    - ${selectOffsetFen(student, sql<number>`${year}::int`)})::int`

/** The same rule as `isFeeYearCovered`, in SQL, for lists of students. */
export const selectIsFeeYearCovered = (student: Expression<string>, year: number, now: Date) =>
  sql<boolean>`(exists (select from charge where charge.student_code = ${student}
      and charge.year = ${year} and not charge.by_choice and charge.withdrawn_at is null)
    and ${selectOwedFen(student, year, now)} = 0)`

/** The amount that can be paid for one fee, or for a whole year if no fee is given; fen. */
export async function findPayableAmount(
  db: Db,
  { student, year, charge, now }: FeeYearParams & { charge: number | null },
): Promise<number> {
  const balances = await findBalances(db, { student, now })
  if (charge === null) return sumOwedInYear(balances, year)
  return balances.find(({ id }) => id === charge)?.owed_fen ?? 0
}

/**
 * The minimum amount of a payment for this group of students in a year; by default the campus's
 * (D-57); fen.
 */
export async function findMinimumPayment(
  db: Db,
  { enrolment, year, otherwise }: { enrolment: string; year: number; otherwise: number },
): Promise<number> {
  const own = await lowestFen(db, { enrolment, year }).executeTakeFirst()
  return own?.lowest_fen ?? otherwise
}

const lowestFen = (db: Db, { enrolment, year }: { enrolment: string; year: number }) =>
  db
    .selectFrom('lowest_fee')
    .select('lowest_fen')
    .where('withdrawn_at', 'is', null)
    .where('year', '=', year)
    .where('enrolment', '=', enrolment)

/** The sum of tuition and accommodation of a year, the basis of deferrals (GRN-45); fen. */
export async function findTuitionAndDormDue(
  db: Db,
  { student, year, now }: FeeYearParams,
): Promise<number> {
  return (await findCharges(db, { student, now }))
    .filter(
      (charge) =>
        charge.year === year && (charge.item === DORM_CHARGE_ITEM || charge.item.includes(TUITION)),
    )
    .reduce((sum, { due_fen: due }) => sum + due, 0)
}

/**
 * Sets this year's dormitory charge to the price of the chosen type, unless part of it is paid;
 * creates the charge if there is none. The caller must have locked the student, so that concurrent
 * choices do not charge twice.
 */
export async function setDormCharge(
  db: Db,
  { student, year, fen }: { student: string; year: number; fen: number },
): Promise<void> {
  // The charge of an expired choice is not in effect, but it is still in the table; the next choice
  // uses it again.
  const charged = await db
    .selectFrom('charge')
    .select('id')
    .where('student_code', '=', student)
    .where('year', '=', year)
    .where('item', '=', DORM_CHARGE_ITEM)
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (charged === undefined) {
    const charge = {
      student_code: student,
      year,
      item: DORM_CHARGE_ITEM,
      due_fen: fen,
      paid_fen: 0,
      by_choice: true,
    }
    await db.insertInto('charge').values(charge).execute()
    return
  }
  await db
    .updateTable('charge')
    .set({ due_fen: fen })
    .where('student_code', '=', student)
    .where('year', '=', year)
    .where('item', '=', DORM_CHARGE_ITEM)
    .where('paid_fen', '=', 0)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Deletes the charge of a cancelled choice of a room. Charges by the campus stay. */
export const deleteDormCharge = (db: Db, student: string) =>
  db
    .deleteFrom('charge')
    .where('student_code', '=', student)
    .where('by_choice', '=', true)
    .where('paid_fen', '=', 0)
    .execute()

/** Whether any payment of the year has succeeded (D-49). */
export async function hasPaidInYear(
  db: Db,
  { student, year }: { student: string; year: number },
): Promise<boolean> {
  const paid = await db
    .selectFrom('charge')
    .select('id')
    .where('student_code', '=', student)
    .where('year', '=', year)
    .where('paid_fen', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return paid !== undefined
}
