import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createOrderReconciler,
  refreshNewestOrder,
  settleDueOrders,
  startOrderReconciler,
} from '#server/features/payment/order-reconciler'
import { findOrder, insertOrder, updateOrder } from '#server/features/payment/orders'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { currentFeeYear, enrolPayer } from '../support/backend/payer.ts'
import { createFakeGateway } from '../support/fakes/fake-gateway.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())
beforeEach(() => backend.db.deleteFrom('pay_order').execute())

/** An order whose sheet was handed out, unless `prepaid` says otherwise. */
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

/** A gateway that knows every order, answers when released, and records its questions. */
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
  return { asked, answer, till: { db: backend.db, gateway, clock: backend.clock } }
}

describe('reconciling orders', () => {
  test('an order for exactly what is owed is left alone', async () => {
    const { number, stateOf } = await ordered({ amount: 1_980_000 })
    backend.clock.advance(30)
    const { asked, answer, till } = slowGateway()
    answer()
    await settleDueOrders(till)
    expect([asked, await stateOf()]).toEqual([[`query ${number}`], 'open'])
  })

  test('an order for more than is owed is closed', async () => {
    const { number } = await ordered({ amount: 1_980_001 })
    backend.clock.advance(30)
    const { asked, answer, till } = slowGateway()
    answer()
    await settleDueOrders(till)
    expect(asked).toEqual([`query ${number}`, `close ${number}`])
  })

  test('one process asks about an order once, however often it becomes due meanwhile', async () => {
    const { number } = await ordered()
    backend.clock.advance(30)
    const { asked, answer, till } = slowGateway()
    const failures: unknown[] = []
    const sweeper = createOrderReconciler(till, (cause) => failures.push(cause))
    sweeper.start()
    await waitUntil(() => expect(asked).toEqual([`query ${number}`]))
    const other = await ordered()
    backend.clock.advance(30)
    sweeper.start()
    // The first order is due again and comes first; the next question is about the other.
    await waitUntil(() => expect(asked).toContain(`query ${other.number}`))
    expect(asked).toHaveLength(2)
    answer()
    await sweeper.waitUntilIdle()
    backend.clock.advance(30)
    sweeper.start()
    await sweeper.waitUntilIdle()
    expect([asked.length, failures]).toEqual([4, []])
  })

  test('at most 64 orders are asked about at once, and all in the end', async () => {
    const numbers: string[] = []
    for (let count = 0; count < 70; count++) numbers.push((await ordered()).number)
    backend.clock.advance(30)
    const { asked, answer, till } = slowGateway()
    const sweeper = createOrderReconciler(till, () => {})
    sweeper.start()
    await waitUntil(() => expect(asked).toHaveLength(64))
    sweeper.start()
    expect((await backend.db.selectFrom('pay_order').select('number').execute()).length).toBe(70)
    expect(asked).toHaveLength(64)
    answer()
    await sweeper.waitUntilIdle()
    expect(asked.toSorted()).toEqual(numbers.map((number) => `query ${number}`).toSorted())
  })

  test('after its deadline a reconciliation starts nothing, also for a caller that waits once more', async () => {
    await ordered()
    backend.clock.advance(30)
    const { asked, answer, till } = slowGateway()
    answer()
    const sweeper = createOrderReconciler(till, () => {})
    await sweeper.waitUntilIdle({ isOver: true })
    sweeper.start()
    await sweeper.waitUntilIdle()
    sweeper.start()
    await sweeper.waitUntilIdle()
    expect(asked).toEqual([])
  })
})

test('a server that stops waits for its current questions, and asks no more', async () => {
  const { number } = await ordered()
  backend.clock.advance(30)
  const { asked, answer, till } = slowGateway()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const sweeping = startOrderReconciler({ ...till, onError: () => {} })
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
    const { asked, answer, till } = slowGateway()
    answer()
    const order = await refreshNewestOrder(till, student)
    return { asked, state: order?.state }
  }

  test('a refresh asks how an order stands, and closes none', async () => {
    const { subject, number } = await ordered()
    backend.clock.advance(5)
    expect(await look(subject)).toEqual({ asked: [`query ${number}`], state: 'open' })
  })

  test('a refresh asks nothing without an order, or for one that is being made or has ended', async () => {
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
