import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderRequest } from '#contract/payment'
import { openOrder } from '#server/features/payment/orders'
import { placeOrder } from '#server/features/payment/place'
import { settle } from '#server/features/payment/settle'
import type { Gateway } from '#server/payments/gateway'
import { type Backend, startBackend } from '../support/backend.ts'
import { feeYear, payer } from '../support/payment.ts'
import { playGateway } from '../support/till.ts'

// Orders of events that chance meets too rarely: answers of the gateway are held back by hand.
let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

/** A gate that holds whoever comes until it is opened. */
function gate() {
  let open = () => {}
  let arrive = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  return {
    open,
    arrived,
    pass: () => {
      arrive()
      return opened
    },
  }
}

async function scene(change: (play: Gateway) => Partial<Gateway>) {
  const play = playGateway()
  const { subject } = await payer(backend)
  const student = await backend.db
    .selectFrom('student')
    .selectAll()
    .where('code', '=', subject)
    .executeTakeFirstOrThrow()
  const till = { db: backend.db, gateway: { ...play, ...change(play) }, clock: backend.clock }
  const input = { amount: 500_000, year: String(feeYear(backend)), orderType: '1' } as OrderRequest
  return {
    play,
    order: () =>
      placeOrder(till, {
        student,
        openId: 'o',
        input,
        id: undefined,
        tools: { settings: backend.settings },
      }),
    open: () => openOrder(backend.db, subject),
    giveUp: (number: string) => settle(till, number, { end: true }),
  }
}

test('an order that is given up while the gateway is asked for it reaches no phone, and cannot be paid [security 4]', async () => {
  const [asking, closing] = [gate(), gate()]
  const { play, order, open, giveUp } = await scene((gateway) => ({
    prepay: async (wanted) => {
      await asking.pass()
      return gateway.prepay(wanted)
    },
    close: async (number) => {
      const standing = await gateway.close(number)
      // Only the first closing comes before the request.
      if (standing.type === 'unknown') await closing.pass()
      return standing
    },
  }))
  const ordering = order()
  await asking.arrived
  const number = (await open())?.number ?? ''
  const givingUp = giveUp(number)
  await closing.arrived
  asking.open()
  expect((await ordering).type).toBe('refused')
  closing.open()
  expect(await givingUp).toBe('closed')
  expect(await play.query(number)).toEqual({ type: 'closed' })
})

test('an order that is taken up again while it is given up stays open as long as a phone can pay it [security 4]', async () => {
  const closing = gate()
  let isAway = true
  const { play, order, open, giveUp } = await scene((gateway) => ({
    prepay: async (wanted) => (isAway ? { type: 'away' } : gateway.prepay(wanted)),
    close: async (number) => {
      const standing = await gateway.close(number)
      if (standing.type === 'unknown') await closing.pass()
      return standing
    },
  }))
  expect((await order()).type).toBe('refused')
  isAway = false
  const number = (await open())?.number ?? ''
  const givingUp = giveUp(number)
  await closing.arrived
  expect(await order()).toEqual({ type: 'ok', prepay: number })
  closing.open()
  expect(await givingUp).toBe('open')
  expect([await play.query(number), (await open())?.state]).toEqual([{ type: 'waiting' }, 'open'])
})
