import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrder, insertOrder, updateOrder } from '#server/features/payment/orders'
import { settleOrder } from '#server/features/payment/settle'
import type { GatewayOrderStatus } from '#server/payment-gateways/payment-gateway'
import { sandboxGateway } from '#server/payment-gateways/sandbox-gateway'
import type { PaymentOrderRow } from '#server/platform/database/schema/money-tables'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { currentFeeYear } from '../support/backend/payer.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'

type State = PaymentOrderRow['state']
type Said = Exclude<GatewayOrderStatus['type'], 'paid' | 'refunded'>
type Money = Extract<GatewayOrderStatus, { readonly type: 'paid' | 'refunded' }>

let backend: Backend
let student: string
beforeAll(async () => {
  backend = await startBackend()
  student = (await enrolSignedInStudent(backend)).subject
})
afterAll(() => backend.close())

/** An order of the student in this state, after the student's earlier order has ended. */
async function orderIn(state: State, prepay: string | null): Promise<string> {
  const { db, clock } = backend
  const now = clock.now()
  await db
    .updateTable('pay_order')
    .set({ state: 'closed' })
    .where('student_code', '=', student)
    .execute()
  const { number } = await insertOrder(db, {
    student_code: student,
    year: currentFeeYear(backend),
    kind: '1',
    charge_id: null,
    amount_fen: 100,
    open_id: 'somebody',
    now,
  })
  await updateOrder(db, number, { state, prepay, updated_at: now })
  return number
}

/**
 * Settle an order at a gateway with these answers. Returns the order's state at each query of the
 * gateway.
 */
async function settled(
  number: string,
  {
    end,
    query,
    close = 'unavailable',
  }: { end: boolean; query: Said | Money; close?: Said | Money },
) {
  const asked: string[] = []
  const saying = (what: string, said: Said | Money) => async (): Promise<GatewayOrderStatus> => {
    asked.push(`${what} ${(await findOrder(backend.db, number))?.state}`)
    return typeof said === 'string' ? { type: said } : said
  }
  const gateway = {
    ...sandboxGateway({ db: backend.db, clock: backend.clock }),
    query: saying('query', query),
    close: saying('close', close),
  }
  const state = await settleOrder({ db: backend.db, gateway, clock: backend.clock }, number, {
    end,
  })
  return { state, asked, stored: (await findOrder(backend.db, number))?.state }
}

test.each<[State, string | null, Said, State]>([
  ['open', 'p', 'waiting', 'open'],
  ['checking', 'p', 'waiting', 'open'],
  ['open', 'p', 'unknown', 'open'],
  ['checking', 'p', 'unknown', 'open'],
  // The order is just being created at the gateway.
  ['open', null, 'unknown', 'open'],
  // The order never reached the gateway.
  ['checking', null, 'unknown', 'closed'],
  ['open', 'p', 'closed', 'closed'],
  ['open', 'p', 'unavailable', 'checking'],
])(
  'an order that is %s, with the payment sheet %s, is refreshed: the gateway answers %s, and the order becomes %s [security 4]',
  async (before, prepay, query, after) => {
    const number = await orderIn(before, prepay)
    expect(await settled(number, { end: false, query })).toEqual({
      state: after,
      asked: [`query ${before}`],
      stored: after,
    })
  },
)

test.each<[Said, Said | undefined, State]>([
  ['waiting', 'closed', 'closed'],
  ['waiting', 'waiting', 'open'],
  ['waiting', 'unavailable', 'checking'],
  ['unknown', 'closed', 'closed'],
  ['unknown', 'unknown', 'closed'],
  // These two orders are not closed at the gateway: one is closed already, and for the other no
  // answer would come.
  ['closed', undefined, 'closed'],
  ['unavailable', undefined, 'checking'],
])(
  'closing an order first marks it as in doubt; the gateway answers the query with %s and the closing with %s, and the order becomes %s [security 4]',
  async (query, close, after) => {
    const number = await orderIn('open', 'p')
    const said = await settled(number, { end: true, query, ...(close && { close }) })
    const asked = ['query checking', ...(close === undefined ? [] : ['close checking'])]
    expect(said).toEqual({ state: after, asked, stored: after })
  },
)

test('the gateway is not asked about an order that is paid or does not exist [security 4]', async () => {
  const number = await orderIn('paid', 'p')
  const how = { end: true, query: 'closed' } as const
  expect(await settled(number, how)).toEqual({ state: 'paid', asked: [], stored: 'paid' })
  expect(await settled('BD0', how)).toEqual({ state: 'closed', asked: [], stored: undefined })
})

test.each<[Money['type'], number, 'query' | 'close', State, readonly string[]]>([
  ['paid', 100, 'query', 'paid', []],
  // The order was paid while it was being closed.
  ['paid', 100, 'close', 'paid', []],
  // The finance office checks the payment, and the order accepts no more money.
  ['paid', 99, 'query', 'closed', ['wrong amount']],
  ['refunded', 100, 'query', 'closed', ['refunded before it was credited']],
])(
  'an order whose payment is %s, %i fen, in the answer to the %s, becomes %s, and %j is reported to the finance office [security 4]',
  async (type, amountFen, at, after, kinds) => {
    const number = await orderIn('open', 'p')
    const money = { type, number, transaction: `T-${number}`, amountFen }
    const said =
      at === 'query'
        ? await settled(number, { end: false, query: money })
        : await settled(number, { end: true, query: 'waiting', close: money })
    expect([said.state, said.stored]).toEqual([after, after])
    const noted = await backend.db
      .selectFrom('payment_incident')
      .select(['kind', 'amount_fen', 'transaction'])
      .where('order_number', '=', number)
      .where('kind', '<>', 'surplus')
      .execute()
    expect(noted).toEqual(
      kinds.map((kind) => ({ kind, amount_fen: amountFen, transaction: money.transaction })),
    )
  },
)
