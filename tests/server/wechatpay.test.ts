import { createVerify, createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#server/payments/reconcile'
import { wechatpayGateway } from '#server/payments/wechatpay'
import type { Gateway } from '#server/payments/gateway'
import { sweep } from '#server/features/payment/settle'
import { type Backend, startBackend } from '../support/backend.ts'
import { payer } from '../support/payment.ts'
import { startWechatpay, trade, type WechatpayDouble } from '../support/wechatpay.ts'

let double: WechatpayDouble
let gateway: Gateway
let backend: Backend
beforeAll(async () => {
  double = await startWechatpay()
  gateway = wechatpayGateway(double.settings)
  backend = await startBackend({ gateway })
})
beforeEach(() => (double.trouble = 'none'))
afterAll(async () => {
  await backend.close()
  double.close()
})

let count = 0
const wanted = () => ({
  number: `BD${++count}`,
  amountFen: 1999,
  openId: 'o1',
  subject: '学费',
  expiresAt: new Date(Date.now() + 900_000),
})
const pay = (number: string) => Object.assign(double.orders.get(number) ?? {}, { state: 'SUCCESS', transaction: `4200${number}` })
const order = (number: string) => double.orders.get(number) ?? { number, amountFen: 0, state: '', transaction: '' }
const readNotice = ({ headers, body }: { headers: Record<string, string>; body: string }, now = new Date()) =>
  gateway.readNotice(new Headers(headers), body, now)

describe('the real payment service', () => {
  test('FEE-32 an order is asked for with a signed request, in fen', async () => {
    const one = wanted()
    expect(await gateway.prepay(one)).toEqual({ type: 'ok', prepay: `wx${one.number}` })
    expect(order(one.number).amountFen).toBe(1999)
  })

  test('FEE-33 D-61 what the phone gets is signed with the merchant’s key', () => {
    const params = gateway.params('wx1', new Date())
    const message = `wx1\n${params.timestamp}\n${params.nonce}\n${params.package}\n`
    const own = createPublicKey(double.settings.privateKey)
    expect(createVerify('sha256').update(message).verify(own, params.sign, 'base64')).toBe(true)
    expect([params.package, params.signType]).toEqual(['prepay_id=wx1', 'RSA'])
  })

  test('an order’s standing in all its kinds', async () => {
    const one = wanted()
    expect(await gateway.query(one.number)).toEqual({ type: 'unknown' })
    await gateway.prepay(one)
    expect(await gateway.query(one.number)).toEqual({ type: 'waiting' })
    pay(one.number)
    expect(await gateway.query(one.number)).toEqual({
      type: 'paid',
      number: one.number,
      transaction: `4200${one.number}`,
      amountFen: 1999,
    })
    expect(await gateway.prepay(one)).toEqual({ type: 'over' })
    expect(await gateway.close(one.number)).toMatchObject({ type: 'paid' })
    const two = wanted()
    await gateway.prepay(two)
    expect(await gateway.close(two.number)).toEqual({ type: 'closed' })
  })

  test.each(['unsigned', 'foreign key', 'silent', 'other merchant'] as const)(
    'an answer that cannot be relied on says nothing: %s',
    async (trouble) => {
      const one = wanted()
      await gateway.prepay(one)
      pay(one.number)
      double.trouble = trouble
      expect(await gateway.query(one.number)).toEqual({ type: 'away' })
      if (trouble !== 'other merchant') expect(await gateway.prepay(wanted())).toEqual({ type: 'away' })
    },
  )
})

describe('its notices', () => {
  const paid = (change: object = {}) => ({
    ...trade({ number: 'BD9', amountFen: 1999, state: 'SUCCESS', transaction: 'T9' }),
    ...change,
  })

  test('D-67 signed, encrypted, for this merchant and app', async () => {
    expect(await readNotice(double.notice(paid()))).toEqual({ type: 'paid', number: 'BD9', transaction: 'T9', amountFen: 1999 })
  })

  test('security 4 forged in every way', async () => {
    const right = double.notice(paid())
    const forged = { type: 'forged' }
    expect(await readNotice({ ...right, body: right.body.replace('"id":"e"', '"id":"f"') })).toEqual(forged)
    expect(await readNotice({ ...right, headers: { ...right.headers, 'Wechatpay-Signature': 'AAAA' } })).toEqual(forged)
    expect(await readNotice({ ...right, headers: { ...right.headers, 'Wechatpay-Serial': 'OTHER' } })).toEqual(forged)
    expect(await readNotice({ ...right, headers: {} })).toEqual(forged)
    expect(await readNotice(double.notice(paid(), { key: 'x'.repeat(32) }))).toEqual(forged)
    // Repeated by somebody much later.
    expect(await readNotice(right, new Date(Date.now() + 301_000))).toEqual(forged)
  })

  test('of other merchants, apps, currencies and events is no money', async () => {
    const other = { type: 'other' }
    expect(await readNotice(double.notice(paid({ mchid: 'M2' })))).toEqual(other)
    expect(await readNotice(double.notice(paid({ appid: 'wx2' })))).toEqual(other)
    expect(await readNotice(double.notice(paid({ amount: { total: 1999, currency: 'USD' } })))).toEqual(other)
    expect(await readNotice(double.notice(paid({ trade_state: 'CLOSED' })))).toEqual(other)
    expect(await readNotice(double.notice(paid(), { event: 'REFUND.SUCCESS' }))).toEqual(other)
  })

  test('FEE-45 through the backend: credited once, however often it is told', async () => {
    const who = await payer(backend)
    await who.order(500_000)
    const [number = ''] = [...double.orders.keys()].slice(-1)
    pay(number)
    const notice = double.notice(trade(order(number)))
    for (let time = 0; time < 2; time++) {
      const said = await backend.fetch('/payment/notify', { method: 'POST', ...notice })
      expect([said.status, await said.text()]).toEqual([200, 'success'])
    }
    expect((await who.overview()).isFee).toBe('5000.00')
    expect((await backend.fetch('/payment/notify', { method: 'POST', body: '{}' })).status).toBe(401)
  })

  test('a lost notice is found by asking', async () => {
    const who = await payer(backend)
    await who.order(500_000)
    pay([...double.orders.keys()].at(-1) ?? '')
    backend.clock.advance(30)
    await sweep({ db: backend.db, gateway, now: backend.clock.now() })
    expect((await who.overview()).isFee).toBe('5000.00')
  })
})

test('a day’s books are compared payment by payment', async () => {
  const one = wanted()
  await gateway.prepay(one)
  pay(one.number)
  const books = (await gateway.books('2026-09-01')) ?? []
  expect(books).toContainEqual({ number: one.number, transaction: `4200${one.number}`, amountFen: 1999 })
  const credit = (transaction: string, order_number: string, amount_fen: number) => ({ transaction, order_number, amount_fen })
  const own = books.map(({ transaction, number, amountFen }) => credit(transaction, number, amountFen))
  expect(reconcile(own, books)).toEqual({ matched: books.length, lines: [] })
  const report = reconcile([...own.slice(1), credit('T-ours', 'BD-ours', 100)], books)
  expect(report.lines.map((line) => line.split(': ')[1])).toEqual([
    'taken by the gateway, not credited here',
    "credited here, not in the gateway's books of this day",
  ])
})
