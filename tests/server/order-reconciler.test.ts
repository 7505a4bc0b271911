import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createOrderReconciler,
  refreshNewestOrder,
  startOrderReconciler,
} from '#server/features/payment/order-reconciler'
import { findOrder, insertOrder, updateOrder } from '#server/features/payment/orders'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { currentFeeYear, enrolPayer } from '../support/backend/payer.ts'
import { settleDueOrders } from '../support/backend/settle-due-orders.ts'
import { createFakeGateway } from '../support/fakes/fake-gateway.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())
beforeEach(() => backend.db.deleteFrom('pay_order').execute())

/** An order whose payment sheet was returned to the student, unless `prepaid` is false. */
async function ordered({ amount = 500_000, prepaid = true } = {}) {
  const { db, clock } = backend
  const { subject } = await enrolPayer(backend)
  const { number } = await insertOrder(db, {
    student_code: subject,
    year: currentFeeYear(backend),
    kind: '1',
    charge_id: null,
    amount_fen: amount,
    open_id: 'o1',
    now: clock.now(),
  })
  if (prepaid) await updateOrder(db, number, { prepay: number, updated_at: clock.now() })
  return { subject, number, stateOf: async () => (await findOrder(db, number))?.state }
}

/**
 * A gateway that knows every order, answers only when the test lets it, and records the queries it
 * gets.
 */
function slowGateway() {
  const asked: string[] = []
  let answer = () => {}
  const pending = new Promise<void>((resolve) => (answer = resolve))
  const said = (what: string) => async (number: string) => {
    asked.push(`${what} ${number}`)
    await pending
    return { type: 'waiting' as const }
  }
  const gateway = { ...createFakeGateway(), query: said('query'), close: said('close') }
  return { asked, answer, context: { db: backend.db, gateway, clock: backend.clock } }
}

describe('reconciling orders', () => {
  test('reconciling leaves an order alone when it is for exactly the amount owed', async () => {
    const { number, stateOf } = await ordered({ amount: 1_980_000 })
    backend.clock.advance(30)
    const { asked, answer, context } = slowGateway()
    answer()
    await settleDueOrders(context)
    expect([asked, await stateOf()]).toEqual([[`query ${number}`], 'open'])
  })

  test('reconciling closes an order for more than the amount owed', async () => {
    const { number } = await ordered({ amount: 1_980_001 })
    backend.clock.advance(30)
    const { asked, answer, context } = slowGateway()
    answer()
    await settleDueOrders(context)
    expect(asked).toEqual([`query ${number}`, `close ${number}`])
  })

  test('one process queries an order once at a time, however often the order becomes due meanwhile', async () => {
    const { number } = await ordered()
    backend.clock.advance(30)
    const { asked, answer, context } = slowGateway()
    const failures: unknown[] = []
    const sweeper = createOrderReconciler(context, (cause) => failures.push(cause))
    sweeper.start()
    await waitUntil(() => expect(asked).toEqual([`query ${number}`]))
    const other = await ordered()
    backend.clock.advance(30)
    sweeper.start()
    // The first order is due again and would come first, but the next query is about the other
    // order.
    await waitUntil(() => expect(asked).toContain(`query ${other.number}`))
    expect(asked).toHaveLength(2)
    answer()
    await sweeper.waitUntilIdle()
    backend.clock.advance(30)
    sweeper.start()
    await sweeper.waitUntilIdle()
    expect([asked.length, failures]).toEqual([4, []])
  })

  test('at most 64 orders are queried at once, and all due orders in the end', async () => {
    const numbers: string[] = []
    for (let count = 0; count < 70; count++) numbers.push((await ordered()).number)
    backend.clock.advance(30)
    const { asked, answer, context } = slowGateway()
    const sweeper = createOrderReconciler(context, () => {})
    sweeper.start()
    await waitUntil(() => expect(asked).toHaveLength(64))
    sweeper.start()
    expect((await backend.db.selectFrom('pay_order').select('number').execute()).length).toBe(70)
    expect(asked).toHaveLength(64)
    answer()
    await sweeper.waitUntilIdle()
    expect(asked.toSorted()).toEqual(numbers.map((number) => `query ${number}`).toSorted())
  })

  test('after its deadline a reconciliation starts no query, even for a caller that joins it later', async () => {
    await ordered()
    backend.clock.advance(30)
    const { asked, answer, context } = slowGateway()
    answer()
    const sweeper = createOrderReconciler(context, () => {})
    await sweeper.waitUntilIdle({ isOver: true })
    sweeper.start()
    await sweeper.waitUntilIdle()
    sweeper.start()
    await sweeper.waitUntilIdle()
    expect(asked).toEqual([])
  })
})

test('a stopping server waits for its current gateway queries, and starts no more', async () => {
  const { number } = await ordered()
  backend.clock.advance(30)
  const { asked, answer, context } = slowGateway()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const sweeping = startOrderReconciler({ ...context, onError: () => {} })
  vi.advanceTimersByTime(10_000)
  await waitUntil(() => expect(asked).toEqual([`query ${number}`]))
  await ordered()
  backend.clock.advance(30)
  const stopped = sweeping.stop()
  answer()
  await stopped
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  expect(asked).toEqual([`query ${number}`])
})

describe('refreshing an order', () => {
  const look = async (student: string) => {
    const { asked, answer, context } = slowGateway()
    answer()
    const order = await refreshNewestOrder(context, student)
    return { asked, state: order?.state }
  }

  test('refreshing an order queries its state at the gateway, and does not close it', async () => {
    const { subject, number } = await ordered()
    backend.clock.advance(5)
    expect(await look(subject)).toEqual({ asked: [`query ${number}`], state: 'open' })
  })

  test('refreshing sends no query without an order, or for an order that is being made or has ended', async () => {
    const making = await ordered({ prepaid: false })
    const [paid, closed] = [await ordered(), await ordered()]
    for (const [state, { number }] of [
      ['paid', paid],
      ['closed', closed],
    ] as const)
      await updateOrder(backend.db, number, { state, updated_at: backend.clock.now() })
    backend.clock.advance(5)
    expect(await look('S990001')).toEqual({ asked: [], state: undefined })
    expect(await look(making.subject)).toEqual({ asked: [], state: 'open' })
    expect(await look(paid.subject)).toEqual({ asked: [], state: 'paid' })
    expect(await look(closed.subject)).toEqual({ asked: [], state: 'closed' })
  })
})
