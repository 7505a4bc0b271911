import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPaymentDone } from '#server/features/onboarding-steps/public'
import { creditPayment } from '#server/features/payment/credit-payment'
import {
  findOrder,
  insertOrder,
  updateOrder,
  createOrderId,
  resolveOrderId,
  ORDER_LIFETIME_SECONDS,
  claimUnresolvedOrder,
  claimOrderForQuery,
} from '#server/features/payment/orders'
import { addSeconds } from '#server/platform/clock'
import type { Database } from '#server/platform/database/database'
import { openFreshDatabase } from '../support/database/fresh-database.ts'

// These tests check how received money is credited, and to the second when an order is reconciled.
// The students' calls are tested in payment.test.ts.

let database: Database
const db = () => database.db
const now = new Date('2026-09-01T08:00:00Z')
const YEAR = 2026
const ROOM = { id: 'T-one', name: '单间', places: 1, price_fen: 0 }
let nth = 0
let student = ''

beforeAll(async () => {
  database = await openFreshDatabase()
  await db().insertInto('dorm_type').values(ROOM).execute()
})
afterAll(() => database.close())

beforeEach(async () => {
  await db()
    .updateTable('pay_order')
    .set({ state: 'closed' })
    .where('state', '<>', 'paid')
    .execute()
  await enrol()
})

/** Enrol another student. */
async function enrol() {
  student = `S-credit-${++nth}`
  await db()
    .insertInto('student')
    .values({
      code: student,
      number: null,
      exam_number: `E${nth}`,
      id_card: `1101012008010${10_000 + nth}`,
      name: '测试生',
      gender: '2',
      phone: '',
      major: '',
      major_code: '',
      department: '',
      class_name: '',
      type: '1',
      status: '',
      entry_year: String(YEAR),
      grade: String(YEAR),
      enrolment: '2',
      checked_in_at: null,
      withdrawn_at: null,
    })
    .execute()
}

/** Charge a student an amount in fen. Returns the number of the charge. */
const charge = async (item: string, due_fen: number, year = YEAR) =>
  (
    await db()
      .insertInto('charge')
      .values({ student_code: student, year, item, due_fen, paid_fen: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const order = (
  amount_fen: number,
  over: { charge_id?: number; year?: number; at?: Date; until?: Date } = {},
) =>
  insertOrder(db(), {
    student_code: student,
    year: over.year ?? YEAR,
    kind: '1',
    charge_id: over.charge_id ?? null,
    amount_fen,
    open_id: 'o',
    now: over.at ?? now,
    ...(over.until !== undefined && { until: over.until }),
  })
const pay = (number: string, amountFen: number, transaction = `T-${number}`) =>
  creditPayment(db(), {
    way: 'wechat',
    taken: { type: 'paid', number, transaction, amountFen },
    now,
  })
const paid = async () =>
  Object.fromEntries(
    (
      await db()
        .selectFrom('charge')
        .select(['item', 'year', 'paid_fen'])
        .where('student_code', '=', student)
        .execute()
    ).map(({ item, year, paid_fen }) => [`${item} ${year}`, paid_fen]),
  )
const booked = () =>
  db()
    .selectFrom('payment_credit')
    .select(['order_number', 'amount_fen', 'surplus_fen'])
    .where('student_code', '=', student)
    .orderBy('transaction')
    .execute()
const noted = async (number: string) =>
  (
    await db()
      .selectFrom('payment_incident')
      .select(['kind', 'amount_fen'])
      .where('order_number', '=', number)
      .orderBy('id')
      .execute()
  ).map(({ kind, amount_fen }) => [kind, amount_fen])
const choose = (held_until: Date | null) =>
  db()
    .insertInto('dorm_choice')
    .values({ student_code: student, type_id: ROOM.id, chosen_at: now, held_until })
    .execute()
const held = async () =>
  (
    await db()
      .selectFrom('dorm_choice')
      .select('held_until')
      .where('student_code', '=', student)
      .executeTakeFirst()
  )?.held_until

describe('crediting money', () => {
  test('a payment is credited to its order once, and the payment of the last fee completes the step [FEE-45 D-67]', async () => {
    await charge('学费', 500)
    const part = await order(200)
    expect(await pay(part.number, 200)).toBe('credited')
    expect(await isPaymentDone(db(), student)).toBe(false)
    const rest = await order(300)
    expect(await pay(rest.number, 300)).toBe('credited')
    expect(await pay(rest.number, 300)).toBe('already-credited')
    expect(await isPaymentDone(db(), student)).toBe(true)
    expect(await paid()).toEqual({ '学费 2026': 500 })
    expect(await booked()).toHaveLength(2)
    expect([...(await noted(part.number)), ...(await noted(rest.number))]).toEqual([])
    expect((await findOrder(db(), rest.number))?.state).toBe('paid')
  })

  test('a payment for an unknown order, or of another amount, is only reported to the finance office [security 4]', async () => {
    await charge('学费', 500)
    expect(await pay('BD-strange', 500)).toBe('unknown-order')
    expect(await noted('BD-strange')).toEqual([['no such order', 500]])
    const { number } = await order(500)
    for (const fen of [499, 501]) expect(await pay(number, fen, `T-${fen}`)).toBe('wrong-amount')
    expect(await noted(number)).toEqual([
      ['wrong amount', 499],
      ['wrong amount', 501],
    ])
    expect(await paid()).toEqual({ '学费 2026': 0 })
    expect(await booked()).toEqual([])
    expect((await findOrder(db(), number))?.state).toBe('open')
  })

  test('two payments for one order are both credited, and the surplus is reported', async () => {
    await charge('学费', 500)
    const { number } = await order(500)
    await pay(number, 500, 'T-a')
    expect(await pay(number, 500, 'T-b')).toBe('credited')
    expect(await booked()).toEqual([
      { order_number: number, amount_fen: 500, surplus_fen: 0 },
      { order_number: number, amount_fen: 500, surplus_fen: 500 },
    ])
    expect(await noted(number)).toEqual([
      ['paid twice', 500],
      ['surplus', 500],
    ])
    expect(await paid()).toEqual({ '学费 2026': 500 })
  })

  test('a payment for a closed order is credited, and is reported', async () => {
    await charge('学费', 500)
    const { number } = await order(500)
    await updateOrder(db(), number, { state: 'closed', updated_at: now })
    expect(await pay(number, 500)).toBe('credited')
    expect(await noted(number)).toEqual([['paid after closing', 500]])
    expect((await findOrder(db(), number))?.state).toBe('paid')
  })

  test('a payment is credited to the intended fee first, then to other fees of the year, then to other years [FEE-32]', async () => {
    await charge('学费', 100, YEAR + 1)
    await charge('学费', 100)
    const meant = await charge('教材费', 100)
    await charge('学费', 100, YEAR - 1)
    await pay((await order(80, { charge_id: meant })).number, 80)
    expect(await paid()).toMatchObject({ '教材费 2026': 80, '学费 2026': 0 })
    await pay((await order(50, { charge_id: meant })).number, 50)
    expect(await paid()).toMatchObject({ '教材费 2026': 100, '学费 2026': 30, '学费 2027': 0 })
    const { number } = await order(300)
    await pay(number, 300)
    expect(await paid()).toEqual({
      '教材费 2026': 100,
      '学费 2025': 100,
      '学费 2026': 100,
      '学费 2027': 100,
    })
    // 70 fen were owed for the year, and 30 more are surplus.
    expect(await noted(number)).toEqual([['surplus', 230]])
    expect((await booked()).map(({ surplus_fen }) => surplus_fen).toSorted()).toEqual([0, 0, 30])
  })

  test('a payment that exceeds what is owed because of a later offset is reported [D-58]', async () => {
    await charge('学费', 500)
    const { number } = await order(500)
    await db()
      .insertInto('scholarship')
      .values({ student_code: student, year: YEAR, amount_fen: 120, offset_done: true })
      .execute()
    await pay(number, 500)
    expect(await noted(number)).toEqual([['surplus', 120]])
    expect(await isPaymentDone(db(), student)).toBe(true)
  })

  test('a payment for an older year settles that year only, and changes neither step nor bed of this year [D-34 D-49]', async () => {
    await charge('学费', 100, YEAR - 1)
    await choose(addSeconds(now, 60))
    const { number } = await order(100, { year: YEAR - 1 })
    expect(await pay(number, 100)).toBe('credited')
    expect(await paid()).toEqual({ '学费 2025': 100 })
    expect(await isPaymentDone(db(), student)).toBe(false)
    expect(await held()).toEqual(addSeconds(now, 60))
    await db().deleteFrom('dorm_choice').execute()
  })

  test('a payment keeps the reserved bed, even after the reservation expired if a bed is free; otherwise it is reported [D-67]', async () => {
    await charge('学费', 100)
    await choose(addSeconds(now, -1))
    const { number } = await order(100)
    await pay(number, 100)
    expect(await held()).toBeNull()
    expect(await noted(number)).toEqual([])
    // Another student takes the only bed of this type.
    await enrol()
    await charge('学费', 100)
    await choose(addSeconds(now, -1))
    const late = await order(100)
    expect(await pay(late.number, 100)).toBe('credited')
    expect(await held()).toEqual(addSeconds(now, -1))
    expect(await noted(late.number)).toEqual([['bed lost', 100]])
    await db().deleteFrom('dorm_choice').execute()
  })
})

describe('the state of an order', () => {
  test('an order can be paid for 15 minutes, or until the bed reservation expires [FEE-52]', async () => {
    expect((await order(1)).expires_at).toEqual(addSeconds(now, ORDER_LIFETIME_SECONDS))
    await db()
      .updateTable('pay_order')
      .set({ state: 'closed' })
      .where('student_code', '=', student)
      .execute()
    expect((await order(1, { until: addSeconds(now, 60) })).expires_at).toEqual(addSeconds(now, 60))
    await db()
      .updateTable('pay_order')
      .set({ state: 'closed' })
      .where('student_code', '=', student)
      .execute()
    const late = await order(1, { until: addSeconds(now, ORDER_LIFETIME_SECONDS + 1) })
    expect(late.expires_at).toEqual(addSeconds(now, ORDER_LIFETIME_SECONDS))
    expect(late.number).toMatch(/^BD20260901160000[A-Za-z0-9]{12}$/)
  })

  test('an ended order does not change any more, and any other order changes only from the state that was read', async () => {
    const { number } = await order(1)
    expect(await updateOrder(db(), number, { prepay: 'p', updated_at: now }, ['checking'])).toBe(
      false,
    )
    expect(await updateOrder(db(), number, { state: 'checking', updated_at: now })).toBe(true)
    expect(await updateOrder(db(), number, { state: 'closed', updated_at: now })).toBe(true)
    expect(await updateOrder(db(), number, { state: 'open', updated_at: now })).toBe(false)
    expect((await findOrder(db(), number))?.state).toBe('closed')
  })

  test.each([
    ['in doubt', 'checking', 60, 10],
    ['expired', 'open', -1, 5],
    ['expiring at this very moment', 'open', 0, 5],
    ['open', 'open', 60, 25],
  ] as const)(
    'an order that is %s is due for reconciliation some time after its last update',
    async (_, state, left, seconds) => {
      const { number } = await order(1, { at: addSeconds(now, -600), until: addSeconds(now, left) })
      const touched = (ago: number) =>
        updateOrder(db(), number, { state, updated_at: addSeconds(now, -ago) })
      await touched(seconds - 1)
      expect(await claimUnresolvedOrder(db(), now)).toBeUndefined()
      await touched(seconds)
      expect(await claimUnresolvedOrder(db(), now)).toMatchObject({ number, updated_at: now })
      // Only one process claims the order, and no process claims it again at once.
      expect(await claimUnresolvedOrder(db(), now)).toBeUndefined()
    },
  )

  test('the gateway is asked about an order that its student watches once in three seconds', async () => {
    const { number } = await order(1, { at: addSeconds(now, -2) })
    expect(await claimOrderForQuery(db(), number, now)).toBe(false)
    expect(await claimOrderForQuery(db(), number, addSeconds(now, 1))).toBe(true)
    expect(await claimOrderForQuery(db(), number, addSeconds(now, 3))).toBe(false)
    await updateOrder(db(), number, { state: 'closed', updated_at: now })
    expect(await claimOrderForQuery(db(), number, addSeconds(now, 600))).toBe(false)
  })

  test('an order has a single-use id, which is valid for one student and for ten minutes [FEE-34 D-62]', async () => {
    const id = await createOrderId(db(), { student, now })
    const stands = async (who: string, at: Date) =>
      (await resolveOrderId(db(), { id, student: who, now: at })).type
    expect(await stands(student, addSeconds(now, 599))).toBe('fresh')
    expect(await stands(student, addSeconds(now, 600))).toBe('invalid')
    expect(await stands('S880001', now)).toBe('invalid')
    // The id is deleted when nobody can ask for it any more.
    await createOrderId(db(), { student, now: addSeconds(now, 1_200) })
    expect(await stands(student, now)).toBe('fresh')
    await createOrderId(db(), { student, now: addSeconds(now, 1_201) })
    expect(await stands(student, now)).toBe('invalid')
  })
})
