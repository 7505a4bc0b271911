import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as orders from '#server/features/payment/orders'
import type { PaymentOrderRow } from '#server/platform/database/schema/money-tables'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'

let backend: Backend
let student: string
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  for (const table of ['pay_order_id', 'pay_order'] as const)
    await backend.db.deleteFrom(table).execute()
  student = (await enrolSignedInStudent(backend)).subject
})

const START = new Date('2026-09-01T02:00:00Z')
const at = (seconds: number, ms = 0) => new Date(START.getTime() + seconds * 1000 + ms)
const make = (change: object = {}): Promise<PaymentOrderRow> =>
  orders.insertOrder(backend.db, {
    student_code: student,
    year: 2026,
    kind: '1',
    charge_id: null,
    amount_fen: 1999,
    open_id: 'o1',
    now: START,
    ...change,
  })
const doubtful = async (now: Date) => (await orders.claimUnresolvedOrder(backend.db, now))?.number

describe('a stored order', () => {
  test('the number of an order contains its time, and the order can be paid for 15 minutes or until the bed reservation expires [FEE-32 D-64]', async () => {
    const order = await make()
    expect(order).toMatchObject({ state: 'open', prepay: null, created_at: START })
    expect(order.number).toMatch(/^BD20260901100000[A-Za-z0-9]{12}$/)
    expect(order.expires_at).toEqual(at(900))
    await backend.db.deleteFrom('pay_order').execute()
    expect((await make({ until: at(60) })).expires_at).toEqual(at(60))
    await backend.db.deleteFrom('pay_order').execute()
    expect((await make({ until: at(901) })).expires_at).toEqual(at(900))
  })

  test('an ended order does not change any more, nor does an order that is not in the expected state', async () => {
    const { number } = await make()
    const move = (state: PaymentOrderRow['state'], from?: readonly PaymentOrderRow['state'][]) =>
      orders.updateOrder(backend.db, number, { state, updated_at: at(1) }, from)
    expect(await move('checking', ['checking'])).toBe(false)
    expect(await move('checking')).toBe(true)
    expect((await orders.findOpenOrder(backend.db, student))?.state).toBe('checking')
    expect(await move('closed')).toBe(true)
    expect(await orders.findOpenOrder(backend.db, student)).toBeUndefined()
    expect(await move('open')).toBe(false)
    expect((await orders.findOrder(backend.db, number))?.state).toBe('closed')
  })

  test('the newest order is found, also among orders of the same moment, and all orders are listed newest first', async () => {
    const numbers: string[] = []
    for (const now of [at(0), at(10), at(10)]) {
      const { number } = await make({ now })
      await orders.updateOrder(backend.db, number, { state: 'closed', updated_at: now })
      numbers.push(number)
    }
    const [oldest = '', ...sameMoment] = numbers
    const last = sameMoment.toSorted().at(-1)
    expect((await orders.findNewestOrder(backend.db, student))?.number).toBe(last)
    const told = (await orders.findOrdersOfStudent(backend.db, student)).map(({ number }) => number)
    expect([told.length, told.at(-1)]).toEqual([3, oldest])
    expect(await orders.findNewestOrder(backend.db, 'S990001')).toBeUndefined()
  })
})

describe('orders whose outcome is unknown', () => {
  test('an order whose outcome is unknown is due after ten seconds, and not again at once', async () => {
    const { number } = await make()
    await orders.updateOrder(backend.db, number, { state: 'checking', updated_at: START })
    expect(await doubtful(at(10, -1))).toBeUndefined()
    expect(await doubtful(at(10))).toBe(number)
    expect(await doubtful(at(20, -1))).toBeUndefined()
    expect(await doubtful(at(20))).toBe(number)
  })

  test('an open order is due after 25 seconds, and 5 seconds after it has expired', async () => {
    const { number } = await make()
    expect(await doubtful(at(25, -1))).toBeUndefined()
    expect(await doubtful(at(25))).toBe(number)
    await backend.db
      .updateTable('pay_order')
      .set({ updated_at: at(899) })
      .execute()
    expect(await doubtful(at(900))).toBeUndefined()
    expect(await doubtful(at(904, -1))).toBeUndefined()
    expect(await doubtful(at(904))).toBe(number)
    await backend.db
      .updateTable('pay_order')
      .set({ updated_at: at(890) })
      .execute()
    expect(await doubtful(at(900, -1))).toBeUndefined()
    expect(await doubtful(at(900))).toBe(number)
  })

  test('the order that has waited longest is due first, each order is claimed once, and ended orders never', async () => {
    const numbers: string[] = []
    for (const seconds of [0, 2, 1]) {
      student = (await enrolSignedInStudent(backend)).subject
      const { number } = await make()
      numbers.push(number)
      const orderOf = backend.db.updateTable('pay_order').where('number', '=', number)
      await orderOf.set({ updated_at: at(seconds) }).execute()
    }
    const [first = '', last = '', second = ''] = numbers
    const ended = { state: 'paid', updated_at: START } as const
    await orders.updateOrder(backend.db, second, ended)
    expect([await doubtful(at(60)), await doubtful(at(60)), await doubtful(at(60))]).toEqual([
      first,
      last,
      undefined,
    ])
  })

  test('the gateway is asked once in three seconds about an order that its student watches', async () => {
    const { number } = await make()
    const look = (now: Date) => orders.claimOrderForQuery(backend.db, number, now)
    expect([await look(at(3, -1)), await look(at(3)), await look(at(6, -1))]).toEqual([
      false,
      true,
      false,
    ])
    expect(await look(at(6))).toBe(true)
    await orders.updateOrder(backend.db, number, { state: 'paid', updated_at: START })
    expect(await look(at(60))).toBe(false)
  })
})

describe('the single-use id of an order [D-62]', () => {
  const idAt = (now: Date) => orders.createOrderId(backend.db, { student, now })
  const meaning = (id: string, now: Date, whose = student) =>
    orders.resolveOrderId(backend.db, { id, student: whose, now })

  test('a single-use id is valid for ten minutes, for its student only, and identifies its order', async () => {
    const id = await idAt(START)
    expect(await meaning(id, at(600, -1))).toEqual({ type: 'fresh' })
    expect(await meaning(id, at(600))).toEqual({ type: 'invalid' })
    expect(await meaning(id, START, 'S990001')).toEqual({ type: 'invalid' })
    expect(await meaning('nothing', START)).toEqual({ type: 'invalid' })
    const [{ number }, other] = [await make(), await idAt(START)]
    await orders.bindOrderId(backend.db, { id, number })
    expect(await meaning(id, START)).toEqual({ type: 'order', number })
    expect(await meaning(other, START)).toEqual({ type: 'fresh' })
  })

  test('a single-use id is deleted ten minutes after it expired', async () => {
    const id = await idAt(START)
    const known = async () =>
      (await backend.db.selectFrom('pay_order_id').select('id').execute()).map((one) => one.id)
    await idAt(at(1200))
    expect(await known()).toContain(id)
    await idAt(at(1200, 1))
    expect(await known()).not.toContain(id)
  })
})
