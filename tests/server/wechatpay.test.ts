import { createVerify, createPublicKey } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcileDay, formatReconciliation } from '#server/features/payment/reconcile-day'
import { recordGatewayRefund } from '#server/features/refunds/public'
import type { StatementPayment, PaymentGateway } from '#server/payment-gateways/payment-gateway'
import {
  type CreditedPayment,
  reconcileStatement,
  formatReconciliationDifference,
} from '#server/payment-gateways/reconcile'
import { parseWechatpayBill } from '#server/payment-gateways/wechatpay-bill'
import { wechatpayGateway } from '#server/payment-gateways/wechatpay-gateway'
import { toChinaDay } from '#server/platform/clock'
import type { PaymentPlatformKey } from '#server/platform/settings/payment-settings'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { enrolPayer as newPayer } from '../support/backend/payer.ts'
import { settleDueOrders } from '../support/backend/settle-due-orders.ts'
import {
  startFakeWechatpay,
  wechatpayTradeMessage,
  type FakeWechatpay,
} from '../support/fakes/fake-wechatpay.ts'

let double: FakeWechatpay
let gateway: PaymentGateway
let backend: Backend
beforeAll(async () => {
  double = await startFakeWechatpay()
  gateway = wechatpayGateway(double.settings)
  backend = await startBackend({ gateway })
})
beforeEach(() => (double.fault = 'none'))
afterAll(async () => {
  await backend.close()
  double.close()
})

/**
 * A student who owes money and is linked to an account of the messaging app, as every order
 * requires.
 */
async function payer(backend: Backend) {
  const who = await newPayer(backend)
  const sessions = backend.db.updateTable('session').where('code', '=', who.subject)
  await sessions.set({ open_id: 'o1' }).execute()
  return who
}

let count = 0
const wanted = () => ({
  number: `BD${++count}`,
  amountFen: 1999,
  openId: 'o1',
  subject: '学费',
  expiresAt: new Date(Date.now() + 900_000),
})
const pay = (number: string) =>
  Object.assign(double.orders.get(number) ?? {}, { state: 'SUCCESS', transaction: `4200${number}` })
const order = (number: string) =>
  double.orders.get(number) ?? { number, amountFen: 0, state: '', transaction: '' }
const refund = (refund_id: string, refund_status = 'SUCCESS', number = 'BD9') => ({
  mchid: 'M1',
  out_trade_no: number,
  transaction_id: 'T9',
  out_refund_no: 'ours',
  refund_id,
  refund_status,
  amount: { total: 1999, refund: 999, payer_total: 1999, payer_refund: 999 },
})
/** A student whose payment of 5,000 yuan was found by a query, because no notice of it arrived. */
async function paidAndFound() {
  const who = await payer(backend)
  await who.order(500_000)
  const number = [...double.orders.keys()].at(-1) ?? ''
  pay(number)
  backend.clock.advance(30)
  await settleDueOrders({ db: backend.db, gateway, clock: backend.clock })
  return { who, number }
}
const readNotice = (
  { headers, body }: { headers: Record<string, string>; body: string },
  now = new Date(),
) => gateway.readNotification(new Headers(headers), body, now)

describe('WeChat Pay', () => {
  test('an order is placed at WeChat Pay by a signed request, in fen [FEE-32]', async () => {
    const one = wanted()
    expect(await gateway.prepay(one)).toEqual({ type: 'ok', prepay: `wx${one.number}` })
    expect(order(one.number).amountFen).toBe(1999)
  })

  test('an order request names payer, merchant, item, amount and expiry, in China’s time zone and within the service’s limits', async () => {
    const until = new Date(Date.now() + 900_000)
    const one = { ...wanted(), subject: '缴'.repeat(60), expiresAt: until }
    expect(await gateway.prepay(one)).toMatchObject({ type: 'ok' })
    const { asked } = double.orders.get(one.number) ?? {}
    expect(asked).toEqual({
      appid: 'wx1',
      mchid: 'M1',
      description: '缴'.repeat(40),
      out_trade_no: one.number,
      time_expire: expect.stringMatching(/\+08:00$/),
      notify_url: 'https://campus.test/payment/notify',
      amount: { total: 1999, currency: 'CNY' },
      payer: { openid: 'o1' },
    })
    expect(Date.parse(String(asked?.['time_expire']))).toBe(
      Math.floor(until.getTime() / 1000) * 1000,
    )
  })

  test('an order that expires in seconds is requested with the shortest time that WeChat Pay accepts', async () => {
    const one = { ...wanted(), expiresAt: new Date(Date.now() + 5_000) }
    expect(await gateway.prepay(one)).toEqual({ type: 'ok', prepay: `wx${one.number}` })
  })

  test('the payment parameters for the phone are signed with the merchant’s key [FEE-33 D-61]', () => {
    const params = gateway.sheetParams('wx1', new Date())
    const message = `wx1\n${params.timestamp}\n${params.nonce}\n${params.package}\n`
    const own = createPublicKey(double.settings.privateKey)
    expect(createVerify('sha256').update(message).verify(own, params.sign, 'base64')).toBe(true)
    expect([params.package, params.signType]).toEqual(['prepay_id=wx1', 'RSA'])
    expect(gateway.sheetParams('wx1', new Date(1_789_000_000_999)).timestamp).toBe('1789000000')
  })

  test('every state of an order that WeChat Pay can return is understood', async () => {
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
    double.fault = 'older code'
    expect(await gateway.query('BD-nobody')).toEqual({ type: 'unknown' })
  })

  test('an answer is invalid if it reports a payment without number or amount, or an order without a prepay id', async () => {
    const one = wanted()
    await gateway.prepay(one)
    order(one.number).state = 'SUCCESS'
    expect(await gateway.query(one.number)).toEqual({ type: 'unavailable' })
    double.fault = 'empty'
    expect(await gateway.prepay(wanted())).toEqual({ type: 'unavailable' })
    expect(await gateway.query(one.number)).toEqual({ type: 'unavailable' })
  })

  test.each(['unsigned', 'foreign key', 'silent', 'other merchant', 'other order'] as const)(
    'an unreliable answer of WeChat Pay is ignored: %s',
    async (reportedFault) => {
      const one = wanted()
      await gateway.prepay(one)
      pay(one.number)
      double.fault = reportedFault
      const asking =
        reportedFault === 'silent'
          ? wechatpayGateway(double.settings, { patienceMs: 300 })
          : gateway
      expect(await asking.query(one.number)).toEqual({ type: 'unavailable' })
      if (!reportedFault.startsWith('other'))
        expect(await asking.prepay(wanted())).toEqual({ type: 'unavailable' })
    },
  )
})

describe('notices of WeChat Pay', () => {
  const paid = (change: object = {}) => ({
    ...wechatpayTradeMessage({
      number: 'BD9',
      amountFen: 1999,
      state: 'SUCCESS',
      transaction: 'T9',
    }),
    ...change,
  })

  test('a payment notice must be signed and encrypted, for this merchant and app [D-67]', async () => {
    expect(await readNotice(double.createNotice(paid()))).toEqual({
      type: 'paid',
      number: 'BD9',
      transaction: 'T9',
      amountFen: 1999,
    })
  })

  test('every kind of forged payment notice is refused [security 4]', async () => {
    const right = double.createNotice(paid())
    const forged = { type: 'forged' }
    expect(
      await readNotice({ ...right, body: right.body.replace('"id":"e"', '"id":"f"') }),
    ).toEqual(forged)
    expect(
      await readNotice({ ...right, headers: { ...right.headers, 'Wechatpay-Signature': 'AAAA' } }),
    ).toEqual(forged)
    for (const serial of ['', 'a b', 'X'.repeat(65), "'; drop"])
      expect(
        await readNotice({ ...right, headers: { ...right.headers, 'Wechatpay-Serial': serial } }),
      ).toEqual(forged)
    expect(await readNotice({ ...right, headers: {} })).toEqual(forged)
    expect(await readNotice(double.createNotice(paid(), { key: 'x'.repeat(32) }))).toEqual(forged)
    // The notice is replayed five minutes later.
    expect(await readNotice(right, new Date(Date.now() + 301_000))).toEqual(forged)
    const said = Number(right.headers['Wechatpay-Timestamp']) * 1000
    for (const [ms, type] of [
      [300_000, 'paid'],
      [-300_000, 'paid'],
      [300_001, 'forged'],
      [-300_001, 'forged'],
    ] as const)
      expect((await readNotice(right, new Date(said + ms))).type).toBe(type)
  })

  test('a notice for another merchant, app, currency or event is not a payment', async () => {
    const other = { type: 'other' }
    expect(await readNotice(double.createNotice(paid({ mchid: 'M2' })))).toEqual(other)
    expect(await readNotice(double.createNotice(paid({ appid: 'wx2' })))).toEqual(other)
    expect(
      await readNotice(double.createNotice(paid({ amount: { total: 1999, currency: 'USD' } }))),
    ).toEqual(other)
    for (const amount of [undefined, { total: 19.99, currency: 'CNY' }])
      expect(await readNotice(double.createNotice(paid({ amount })))).toEqual(other)
    expect(await readNotice(double.createNotice(paid({ trade_state: 'CLOSED' })))).toEqual(other)
    expect(await readNotice(double.createNotice(paid({ transaction_id: '' })))).toEqual(other)
    expect(await readNotice(double.createNotice(paid(), { event: 'TRANSACTION.OTHER' }))).toEqual(
      other,
    )
    expect(
      await readNotice(
        double.createNotice({ ...refund('R9'), mchid: 'M2' }, { event: 'REFUND.SUCCESS' }),
      ),
    ).toEqual(other)
    expect(
      await readNotice(double.createNotice(refund('R9', 'CLOSED'), { event: 'REFUND.CLOSED' })),
    ).toMatchObject({ type: 'refund', state: 'closed' })
  })

  test('a payment notice is credited once, however often it is sent [FEE-45]', async () => {
    const who = await payer(backend)
    await who.order(500_000)
    const [number = ''] = [...double.orders.keys()].slice(-1)
    pay(number)
    const notice = double.createNotice(wechatpayTradeMessage(order(number)))
    for (let time = 0; time < 2; time++) {
      const said = await backend.fetch('/payment/notify', { method: 'POST', ...notice })
      expect([said.status, await said.json()]).toEqual([200, { code: 'SUCCESS' }])
      expect(said.headers.get('content-type')).toBe('application/json')
    }
    expect((await who.overview()).isFee).toBe('5000.00')
    const forged = await backend.fetch('/payment/notify', { method: 'POST', body: '{}' })
    expect([forged.status, await forged.json()]).toEqual([
      401,
      { code: 'FAIL', message: 'SIGN_ERROR' },
    ])
    const huge = await backend.fetch('/payment/notify', {
      method: 'POST',
      body: 'x'.repeat(70_000),
    })
    expect(huge.status).toBe(413)
  })

  test('a payment whose notice is lost is found by a query', async () => {
    const { who } = await paidAndFound()
    expect((await who.overview()).isFee).toBe('5000.00')
  })
})

describe('rotation of WeChat Pay’s key', () => {
  afterEach(() => (double.signer = 'old'))
  const old = () => double.settings.platformKeys[0]
  const withKeys = (...keys: [PaymentPlatformKey, ...PaymentPlatformKey[]]) =>
    wechatpayGateway({ ...double.settings, platformKeys: keys })
  const notice = (number = 'BD9') =>
    double.createNotice(
      wechatpayTradeMessage({
        number,
        amountFen: 1999,
        state: 'SUCCESS',
        transaction: `T-${number}`,
      }),
    )
  const answers = async (one: PaymentGateway) => (await one.query('BD-none')).type

  test('a campus with the old and the new key trusts WeChat Pay before, during and after a rotation of its key', async () => {
    const [before, between, after] = [
      withKeys(old()),
      withKeys(double.newKey, old()),
      withKeys(double.newKey),
    ]
    const seen = []
    for (const signer of ['old', 'asked', 'new'] as const) {
      double.signer = signer
      for (const one of [before, between, after]) {
        const said = notice()
        const { type } = await one.readNotification(
          new Headers(said.headers),
          said.body,
          new Date(),
        )
        seen.push([signer, type, await answers(one)])
      }
    }
    expect(seen).toEqual([
      ['old', 'paid', 'unknown'],
      ['old', 'paid', 'unknown'],
      ['old', 'unknown key', expect.any(String)],
      ['asked', 'unknown key', 'unknown'],
      ['asked', 'paid', 'unknown'],
      ['asked', 'paid', 'unknown'],
      ['new', 'unknown key', expect.any(String)],
      ['new', 'paid', 'unknown'],
      ['new', 'paid', 'unknown'],
    ])
  })

  test('a request names the key with which its answer must be signed', async () => {
    double.signer = 'asked'
    const one = wanted()
    expect(await withKeys(double.newKey, old()).prepay(one)).toMatchObject({ type: 'ok' })
    expect(await withKeys(old(), double.newKey).query(one.number)).toEqual({ type: 'waiting' })
  })

  test('a notice signed with an unknown key is refused so that it is sent again, is reported once to the finance office, and is credited when the key is known [D-67]', async () => {
    const who = await payer(backend)
    await who.order(500_000)
    const number = [...double.orders.keys()].at(-1) ?? ''
    pay(number)
    double.signer = 'new'
    const tell = (campus: Backend) =>
      campus.fetch('/payment/notify', {
        method: 'POST',
        ...double.createNotice(wechatpayTradeMessage(order(number))),
      })
    for (let time = 0; time < 2; time++) expect((await tell(backend)).status).toBe(503)
    const noted = backend.db
      .selectFrom('payment_incident')
      .selectAll()
      .where('kind', '=', 'unknown key')
    expect(await noted.execute()).toMatchObject([
      { transaction: double.newKey.serial, order_number: '', amount_fen: 0 },
    ])
    expect((await who.overview()).isFee).toBe('0.00')
    const informed = await startBackend({
      sharing: backend,
      gateway: withKeys(old(), double.newKey),
    })
    expect((await tell(informed)).status).toBe(200)
    await informed.close()
    expect((await who.overview()).isFee).toBe('5000.00')
  })

  test('at most twenty notices signed with unknown keys are recorded', async () => {
    for (let nth = 0; nth < 30; nth++) {
      const { headers, body } = notice()
      const said = { ...headers, 'Wechatpay-Serial': `MADEUP${nth}` }
      const { status } = await backend.fetch('/payment/notify', {
        method: 'POST',
        headers: said,
        body,
      })
      expect(status).toBe(503)
    }
    const noted = await backend.db
      .selectFrom('payment_incident')
      .selectAll()
      .where('kind', '=', 'unknown key')
      .execute()
    expect(noted).toHaveLength(20)
  })
})

describe('WeChat Pay’s statement of a day', () => {
  const DAY = '2026-09-01'
  const credit = (transaction: string, order_number: string, amount_fen: number) => ({
    transaction,
    order_number,
    amount_fen,
  })
  const paidOrder = async () => {
    const one = wanted()
    await gateway.prepay(one)
    pay(one.number)
    return one
  }
  const ownOf = (books: readonly StatementPayment[]) =>
    books.map(({ transaction, number, amountFen }) => credit(transaction, number, amountFen))
  const linesOf = async (credits: readonly CreditedPayment[], books: readonly StatementPayment[]) =>
    (await reconcileStatement({ credits, books, query: gateway.query })).differences.map(
      (one) => formatReconciliationDifference(one).split(': ')[1],
    )

  test('WeChat Pay’s statement of a day is read completely, in the requested format, and compared with the credits payment by payment', async () => {
    const one = await paidOrder()
    const books = (await gateway.fetchStatement(DAY))?.payments ?? []
    expect(books).toContainEqual({
      number: one.number,
      transaction: `4200${one.number}`,
      amountFen: 1999,
    })
    const own = ownOf(books)
    expect(await reconcileStatement({ credits: own, books, query: gateway.query })).toEqual({
      matched: books.length,
      differences: [],
    })
    expect(await linesOf([...own.slice(1), credit('T-ours', 'BD-ours', 100)], books)).toEqual([
      'taken by the gateway, not credited here',
      'credited here, not taken by the gateway',
    ])
    const [first] = own
    expect(first && (await linesOf([{ ...first, amount_fen: 1 }, ...own.slice(1)], books))).toEqual(
      [`credited here as ${first?.order_number} 0.01`],
    )
  })

  test('a credit of a payment that WeChat Pay booked on another day is no difference, unless WeChat Pay cannot be queried', async () => {
    const one = await paidOrder()
    const late = credit(`4200${one.number}`, one.number, 1999)
    expect(await reconcileStatement({ credits: [late], books: [], query: gateway.query })).toEqual({
      matched: 1,
      differences: [],
    })
    double.fault = 'unsigned'
    expect(await linesOf([late], [])).toEqual([
      'credited here, not in these books; the gateway could not be asked',
    ])
  })

  test('WeChat Pay’s statement is refused if it was modified or is not ready, and is empty for a day without payments', async () => {
    await paidOrder()
    for (const reportedFault of ['changed bill', 'no bill yet'] as const) {
      double.fault = reportedFault
      expect(await gateway.fetchStatement(DAY)).toBeUndefined()
    }
    double.fault = 'no statement'
    expect(await gateway.fetchStatement(DAY)).toEqual({ payments: [], refunds: [] })
    const head = '交易时间,微信订单号,商户订单号'
    expect(
      parseWechatpayBill(`${head},应结订单金额\n\`t,\`T1,\`BD1,\`19.99\n总交易单数\n\`1`),
    ).toEqual({
      payments: [{ number: 'BD1', transaction: 'T1', amountFen: 1999 }],
      refunds: [],
    })
    expect(
      parseWechatpayBill(`${head},订单金额,交易状态\n\`t,\`T1,\`BD1,\`1.00,\`NEW\n总交易单数\n\`1`),
    ).toBeUndefined()
    expect(parseWechatpayBill(`${head}\n\`t,\`T1,\`BD1\n总交易单数\n\`1`)).toBeUndefined()
    expect(parseWechatpayBill(`${head},订单金额\n\`t,\`T1,\`BD1\n总交易单数\n\`1`)).toBeUndefined()
    expect(parseWechatpayBill(`${head},订单金额\n\`t,\`T1,\`BD1,\`1.00`)).toBeUndefined()
  })

  test('WeChat Pay’s statement is parsed without payments, with reordered columns and with blanks, and is refused if a line is truncated', () => {
    const sums = '总交易单数\n`0'
    expect(parseWechatpayBill(`微信订单号,商户订单号,订单金额\n${sums}`)).toEqual({
      payments: [],
      refunds: [],
    })
    const head = '商户订单号, 微信订单号 ,订单金额,交易状态'
    const paid = '`BD1 ,`T1,`1.00,`SUCCESS'
    const payment = { number: 'BD1', transaction: 'T1', amountFen: 100 }
    expect(parseWechatpayBill(`${head}\n${paid}\n\`BD2,\`T2,\`1.00,\`REVOKED\n${sums}`)).toEqual({
      payments: [payment],
      refunds: [],
    })
    expect(parseWechatpayBill(`${head}\n${paid}\n\`BD2,\`T2\n${sums}`)).toBeUndefined()
  })

  test('a payment credited to another order is reported, and so is an order credited with another payment', async () => {
    const one = await paidOrder()
    const books = [{ number: one.number, transaction: `4200${one.number}`, amountFen: 1999 }]
    expect(await linesOf([credit(`4200${one.number}`, 'BD-other', 1999)], books)).toEqual([
      'credited here as BD-other 19.99',
    ])
    expect(await linesOf([credit('T-strange', one.number, 1999)], [])).toEqual([
      'credited here, not taken by the gateway',
    ])
    order(one.number).state = 'REFUND'
    expect(await linesOf([credit('T-strange', one.number, 1999)], [])).toEqual([
      'credited here, not taken by the gateway',
    ])
  })
})

describe('refunds', () => {
  const day = () => toChinaDay(backend.clock.now())
  const printed = async (of = day()) => {
    const report = await reconcileDay({
      db: backend.db,
      gateway,
      recordRefund: recordGatewayRefund,
      day: of,
      now: backend.clock.now(),
    })
    return report === undefined ? { isWell: undefined, lines: [] } : formatReconciliation(report)
  }
  const told = async (said: object, event: string) =>
    (
      await backend.fetch('/payment/notify', {
        method: 'POST',
        ...double.createNotice(said, { event }),
      })
    ).status

  test('an order that was paid and then refunded ends unpaid, and is reported to the finance office [security 4]', async () => {
    const who = await payer(backend)
    await who.order(500_000)
    const number = [...double.orders.keys()].at(-1) ?? ''
    Object.assign(order(number), { state: 'REFUND', transaction: `4200${number}` })
    expect(await gateway.query(number)).toEqual({
      type: 'refunded',
      number,
      transaction: `4200${number}`,
      amountFen: 500_000,
    })
    backend.clock.advance(30)
    await settleDueOrders({ db: backend.db, gateway, clock: backend.clock })
    expect((await who.overview()).isFee).toBe('0.00')
    expect((await who.post('/api/fees/checkCurrentChargeInfoNew')).body.order.state).toBe('closed')
    expect((await printed()).lines).toContain(
      `4200${number} ${number} 5000.00: refunded before it was credited, to be looked at`,
    )
    // The student's next order is a new one.
    expect((await who.order(500_000)).body.results.payParams.package).not.toContain(number)
  })

  test('a refund at WeChat Pay is booked by its notice and listed until the end of its day', async () => {
    const { who, number } = await paidAndFound()
    for (let time = 0; time < 2; time++)
      expect(await told(refund('R1', 'SUCCESS', number), 'REFUND.SUCCESS')).toBe(200)
    expect(await told(refund('R2', 'ABNORMAL', number), 'REFUND.ABNORMAL')).toBe(200)
    expect(await told(refund('R3', 'CLOSED', number), 'REFUND.CLOSED')).toBe(200)
    const { isWell, lines } = await printed()
    expect(lines.filter((line) => /^R\d /.test(line))).toEqual([
      `R1 ${number} 9.99: refund, to be looked at`,
      `R2 ${number} 9.99: refund stuck, to be looked at`,
    ])
    expect([isWell, (await who.overview()).isFee]).toEqual([false, '4990.01'])
  })

  test('a refund is requested at WeChat Pay by a signed request and can be asked about; a repetition makes no second one [security 4]', async () => {
    const { number } = await paidAndFound()
    const wanted = {
      requestNumber: `RF${number}`,
      number,
      totalFen: 500_000,
      amountFen: 120_000,
      reason: '缴'.repeat(60),
    }
    const made = {
      type: 'refund',
      number,
      requestNumber: `RF${number}`,
      refund: expect.any(String),
      amountFen: 120_000,
      state: 'processing',
    }
    expect(await gateway.queryRefund(wanted.requestNumber)).toEqual({ type: 'unknown' })
    expect(await gateway.refund(wanted)).toEqual(made)
    expect(await gateway.refund(wanted)).toEqual(made)
    expect([...double.requestedRefunds.keys()]).toContain(wanted.requestNumber)
    expect(await gateway.queryRefund(wanted.requestNumber)).toEqual(made)
    for (const [status, state] of [
      ['SUCCESS', 'done'],
      ['ABNORMAL', 'stuck'],
      ['CLOSED', 'closed'],
    ] as const) {
      Object.assign(double.requestedRefunds.get(wanted.requestNumber) ?? {}, { status })
      expect(await gateway.queryRefund(wanted.requestNumber)).toMatchObject({ state })
    }
    expect(await gateway.refund({ ...wanted, requestNumber: 'RF-2', amountFen: 380_001 })).toEqual({
      type: 'refused',
      code: 'INVALID_REQUEST',
    })
    for (const fault of ['silent', 'unsigned', 'foreign key'] as const) {
      double.fault = fault
      expect(await gateway.refund(wanted)).toMatchObject({ type: 'unavailable' })
      expect(await gateway.queryRefund(wanted.requestNumber)).toEqual({ type: 'unavailable' })
    }
  })

  test('a refund whose notice was lost is recorded once from WeChat Pay’s statement, however often the statement is read', async () => {
    double.refunds.set('R7', { number: 'BD7', amountFen: 100 })
    for (let time = 0; time < 2; time++)
      expect((await printed('2026-09-01')).lines).toContain(
        'R7 BD7 1.00: refund without payment, to be looked at',
      )
    const noted = await backend.db
      .selectFrom('payment_incident')
      .select('kind')
      .where('transaction', '=', 'R7')
      .execute()
    expect(noted).toEqual([{ kind: 'refund without payment' }])
  })

  test('a day is reconciled when WeChat Pay’s statement and the credits match and no incident of that day’s payments is open, whenever it was recorded', async () => {
    const day = '2020-01-01'
    const reported = async (books: Awaited<ReturnType<PaymentGateway['fetchStatement']>>) => {
      const report = await reconcileDay({
        db: backend.db,
        gateway: { ...gateway, fetchStatement: async () => books },
        recordRefund: recordGatewayRefund,
        day,
        now: backend.clock.now(),
      })
      return report && formatReconciliation(report)
    }
    expect(await reported(undefined)).toBeUndefined()
    // An incident that was recorded on another day belongs to its payment's day.
    const { subject } = await payer(backend)
    const noted = { kind: 'surplus', order_number: 'BD-old', transaction: subject, amount_fen: 1 }
    await backend.db
      .insertInto('payment_incident')
      .values({ ...noted, noticed_at: new Date('2019-05-01T00:00:00Z') })
      .execute()
    expect(await reported({ payments: [], refunds: [] })).toEqual({
      lines: [`${day}: 0 alike, 0 different, 0 to be looked at`],
      isWell: true,
    })
    const { number } = await paidAndFound()
    const paid = { number, transaction: `4200${number}`, amountFen: 500_000 }
    expect(await reported({ payments: [paid], refunds: [] })).toEqual({
      lines: [`${day}: 1 alike, 0 different, 0 to be looked at`],
      isWell: true,
    })
    const strange = { number: 'BD-strange', transaction: 'T-strange', amountFen: 100 }
    const back = {
      number,
      requestNumber: 'elsewhere',
      refund: 'R-day',
      amountFen: 100,
      state: 'done' as const,
    }
    expect(await reported({ payments: [paid, strange], refunds: [back] })).toEqual({
      lines: [
        'T-strange BD-strange 1.00: taken by the gateway, not credited here',
        `R-day ${number} 1.00: refund, to be looked at`,
        `${day}: 1 alike, 1 different, 1 to be looked at`,
      ],
      isWell: false,
    })
  })

  test('a credit whose payment was refunded later is reported as refunded', async () => {
    const one = wanted()
    await gateway.prepay(one)
    Object.assign(order(one.number), { state: 'REFUND', transaction: `4200${one.number}` })
    const own = { transaction: `4200${one.number}`, order_number: one.number, amount_fen: 1999 }
    const { differences } = await reconcileStatement({
      credits: [own],
      books: [],
      query: gateway.query,
    })
    expect(differences.map(formatReconciliationDifference)).toEqual([
      `4200${one.number} ${one.number} 19.99: credited here, given back by the gateway since`,
    ])
  })
})
