import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { advanceDueTrials } from '#server/features/payment-trials/trial-job'
import { reconcileDay } from '#server/features/payment/public'
import { recordGatewayRefund } from '#server/features/refunds/public'
import type { GatewayRefundStatus, PaymentGateway } from '#server/payment-gateways/payment-gateway'
import { sandboxGateway, signSandboxNotification } from '#server/payment-gateways/sandbox-gateway'
import { wechatpayGateway } from '#server/payment-gateways/wechatpay-gateway'
import { toChinaDay } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { startFakeWechatpay, wechatpayTradeMessage } from '../support/fakes/fake-wechatpay.ts'

const CALL = '/api/manage/externalServices'

const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port))),
  )

describe('trials of services', () => {
  let backend: Backend
  let admin: SignedInUser
  let service: Server
  let status = 200
  const received: { headers: Record<string, unknown>; body: string }[] = []
  beforeAll(async () => {
    service = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
        response.writeHead(status).end('{}')
      })
    })
    const port = await listen(service)
    backend = await startBackend({
      env: {
        SMS_PROVIDER: 'webhook',
        SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/send/private-path`,
        SMS_WEBHOOK_SECRET: 'a-secret-of-the-sms-service',
        PUBLIC_URL: 'https://campus.test',
        CAS_URL: `http://127.0.0.1:${port}/cas`,
        PAYMENT_PROVIDER: 'none',
      },
    })
    admin = await backend.signInAs('T4001')
  })
  afterAll(async () => {
    service.close()
    await backend.close()
  })
  beforeEach(async () => {
    status = 200
    received.length = 0
    await backend.db.deleteFrom('rate_limit').execute()
    await backend.db.deleteFrom('message_out').execute()
    await backend.db.updateTable('staff').set({ phone: null }).where('code', '=', 'T4001').execute()
  })
  const attempt = async (trial: string, phone = '') =>
    (await admin.post(`${CALL}/try`, { trial, phone })).body

  test('the list says what is set up, by the names of the settings, and contains no secret and no path', async () => {
    const { body } = await admin.post(`${CALL}/list`, {})
    const states = body.data.map(({ name, state }: { name: string; state: string }) => [
      name,
      state,
    ])
    expect(Object.fromEntries(states)).toEqual({
      sms: 'on',
      wechat: 'sandbox',
      university: 'on',
      payment: 'off',
    })
    const text = JSON.stringify(body)
    expect(text).toContain('SMS_WEBHOOK_URL')
    expect(text).not.toMatch(/a-secret|private-path/)
    expect(body.phone).toBe('')
  })

  test('an SMS trial sends one signed message at once, says the service’s status, and is recorded masked in the log', async () => {
    expect(await attempt('sms', '+86 138-0013-8000')).toMatchObject({
      code: '0',
      ok: '1',
      answer: 'HTTP 200',
    })
    expect(received).toHaveLength(1)
    expect(JSON.parse(received[0]?.body ?? '{}')).toMatchObject({ phone: '13800138000' })
    expect(received[0]?.headers['x-campus-signature']).toMatch(/^sha256=/)
    const [message] = await backend.db.selectFrom('message_out').selectAll().execute()
    expect(message).toMatchObject({ state: 'sent', text: '', phone: '*******8000' })
    const entries = await backend.db
      .selectFrom('office_log')
      .selectAll()
      .where('action', '=', 'externals.try')
      .execute()
    expect(JSON.stringify(entries)).not.toContain('13800138000')
    expect(JSON.stringify(entries)).toContain('8000')
    // A second message within the minute is refused.
    expect((await admin.post(`${CALL}/try`, { trial: 'sms', phone: '13800138000' })).status).toBe(
      429,
    )
  })

  test('without a number the SMS goes to the telephone of the caller’s account, and without one it is asked for', async () => {
    expect(await attempt('sms')).toMatchObject({
      code: '-1',
      msg: expect.stringContaining('没有手机号码'),
    })
    await backend.db
      .updateTable('staff')
      .set({ phone: '13900139000' })
      .where('code', '=', 'T4001')
      .execute()
    const { phone } = (await admin.post(`${CALL}/list`, {})).body
    expect(phone).not.toContain('13900139')
    expect(await attempt('sms')).toMatchObject({ ok: '1' })
    expect(JSON.parse(received[0]?.body ?? '{}').phone).toBe('13900139000')
  })

  test.each([
    [401, 'HTTP 401'],
    [404, 'HTTP 404'],
    [503, 'HTTP 503'],
  ])(
    'an SMS service that answers %i is reported by its status, and the message is not repeated',
    async (answered, code) => {
      status = answered
      expect(await attempt('sms', '13800138001')).toMatchObject({
        code: '0',
        ok: '0',
        answer: code,
      })
      const [message] = await backend.db.selectFrom('message_out').selectAll().execute()
      expect(message).toMatchObject({ state: 'given up', tries: 1 })
    },
  )

  test('a number that is none is refused with a sentence, and nothing is sent', async () => {
    for (const phone of ['123', 'abc', '+1', '110'])
      expect(await attempt('sms', phone)).toMatchObject({
        code: '-1',
        msg: '手机号码格式不对，请检查后重试',
      })
    expect(
      (await admin.post(`${CALL}/try`, { trial: 'sms', phone: '1'.repeat(5000) })).status,
    ).toBe(422)
    expect(received).toEqual([])
  })

  test('the university’s sign-in is tried by its page, and a service that is not set up is refused', async () => {
    expect(await attempt('university')).toMatchObject({ code: '0', ok: '1', answer: 'HTTP 200' })
    status = 404
    expect(await attempt('university')).toMatchObject({ ok: '0', answer: 'HTTP 404' })
    expect((await admin.post(`${CALL}/pay`, {})).body).toMatchObject({
      msg: '这项服务还没有配置，请先在服务器上设置',
    })
    // Nobody has opened the page in the messaging app.
    expect(await attempt('message-to-self')).toMatchObject({ msg: expect.stringContaining('微信') })
  })
})

describe('a payment of one fen, and back', () => {
  const said: { refund?: GatewayRefundStatus } = {}
  let backend: Backend
  let admin: SignedInUser
  let finance: SignedInUser
  let gateway: PaymentGateway
  beforeAll(async () => {
    const proxy: { gateway?: PaymentGateway } = {}
    backend = await startBackend({
      gateway: new Proxy({} as PaymentGateway, {
        get: (_, name) => Reflect.get(proxy.gateway ?? {}, name),
      }),
    })
    const sandbox = sandboxGateway({ db: backend.db, clock: backend.clock })
    gateway = { ...sandbox, refund: async (wanted) => said.refund ?? sandbox.refund(wanted) }
    proxy.gateway = gateway
    admin = await backend.signInAs('T4001')
    finance = await backend.signInAs('T6001')
  })
  afterAll(() => backend.close())
  afterEach(async () => {
    delete said.refund
    await backend.db.deleteFrom('payment_trial_stage').execute()
    await backend.db.deleteFrom('payment_trial').execute()
    await backend.db.deleteFrom('sandbox_refund').execute()
    await backend.db.deleteFrom('sandbox_order').execute()
    await backend.db.deleteFrom('rate_limit').execute()
  })
  const context = () => ({ db: backend.db, gateway, clock: backend.clock })
  const start = async (): Promise<string> => (await admin.post(`${CALL}/pay`, {})).body.number
  const find = async (number: string) =>
    (await admin.post(`${CALL}/payments`, {})).body.data.find(
      (one: { number: string }) => one.number === number,
    )
  const stagesOf = async (number: string) =>
    (await find(number)).stages.map(({ stage, code }: { stage: string; code: string }) =>
      code === '' ? stage : `${stage} ${code}`,
    )
  const advance = async (seconds: number) => {
    backend.clock.advance(seconds)
    await advanceDueTrials(context())
  }
  /** Pays a trial on the page behind its code, as a phone that scans it does. */
  async function payByCode(number: string) {
    const { link } = await find(number)
    const prepay = new URL(link, 'http://campus').searchParams.get('prepay') ?? ''
    expect(await (await backend.fetch(link)).text()).toContain(prepay)
    return backend.fetch('/sandbox/pay/code', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ prepay }).toString(),
    })
  }
  /** Pays a trial without a notification, as if it was lost. */
  const payUnheard = (number: string) =>
    backend.db
      .updateTable('sandbox_order')
      .set({ state: 'paid', transaction: 'SB1', paid_at: backend.clock.now() })
      .where('number', '=', number)
      .execute()
  const books = async () => ({
    orders: await backend.db.selectFrom('pay_order').selectAll().execute(),
    credits: await backend.db.selectFrom('payment_credit').selectAll().execute(),
    refunds: await backend.db.selectFrom('refund').selectAll().execute(),
    incidents: await backend.db.selectFrom('payment_incident').selectAll().execute(),
  })

  test('the fen is paid by code, its notification is verified, and it is refunded; the books of students do not change', async () => {
    const before = await books()
    const number = await start()
    expect(await find(number)).toMatchObject({ state: 'waiting', link: expect.any(String) })
    expect((await payByCode(number)).status).toBe(200)
    expect(await find(number)).toMatchObject({ state: 'paid', link: '' })
    await advance(0)
    expect(await find(number)).toMatchObject({ state: 'refunding' })
    await advance(10)
    expect(await find(number)).toMatchObject({ state: 'refunded' })
    expect(await stagesOf(number)).toEqual(['ordered', 'notified', 'refund-requested', 'refunded'])
    expect(await books()).toEqual(before)
    // Its page takes no second payment.
    const again = await backend.fetch('/sandbox/pay/code', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'prepay=x',
    })
    expect(again.status).toBe(409)
  })

  test('the gateway’s bill matches a trial as a trial: it is no credit, no difference and no incident of finance', async () => {
    const day = toChinaDay(backend.clock.now())
    const number = await start()
    await payByCode(number)
    await advance(0)
    await advance(10)
    const before = await books()
    const report = await reconcileDay({
      db: backend.db,
      gateway,
      recordRefund: recordGatewayRefund,
      day,
      now: backend.clock.now(),
    })
    expect(report).toMatchObject({ matched: 0, trials: 1, differences: [] })
    const run = await finance.post('/api/manage/finance/reconcile', { day })
    expect(run.body.code).toBe('0')
    expect(
      JSON.stringify(
        (await finance.post('/api/manage/finance/reconciliations', { after: '' })).body,
      ),
    ).toContain('"trials":1')
    expect(await books()).toEqual(before)
    const totals = (await finance.post('/api/manage/finance/totals', { day })).body
    expect(JSON.stringify(totals)).not.toContain(number)
  })

  test('a payment whose notification was lost is found by asking, is said to lack it, and is refunded all the same', async () => {
    const number = await start()
    await payUnheard(number)
    await advance(6)
    expect(await find(number)).toMatchObject({ state: 'paid' })
    await advance(30)
    expect(await stagesOf(number)).toEqual(['ordered', 'paid'])
    await advance(60)
    await advance(60)
    expect(await stagesOf(number)).toEqual([
      'ordered',
      'paid',
      'no-notice',
      'refund-requested',
      'refunded',
    ])
  })

  test('a bill finds a trial whose notification was lost', async () => {
    const number = await start()
    await payUnheard(number)
    const report = await reconcileDay({
      db: backend.db,
      gateway,
      recordRefund: recordGatewayRefund,
      day: toChinaDay(backend.clock.now()),
      now: backend.clock.now(),
    })
    expect(report).toMatchObject({ trials: 1, differences: [] })
    expect(await find(number)).toMatchObject({ state: 'paid' })
  })

  test('a refused refund is shown with its code, stays visible as left over, and is made by a later try once', async () => {
    said.refund = { type: 'refused', code: 'NOT_ENOUGH' }
    const number = await start()
    await payByCode(number)
    await advance(0)
    await advance(30)
    expect(await find(number)).toMatchObject({ state: 'paid' })
    expect(await stagesOf(number)).toEqual(['ordered', 'notified', 'refund-failed NOT_ENOUGH'])
    expect((await find(number)).stages.at(-1).times).toBeGreaterThan(1)
    delete said.refund
    expect((await admin.post(`${CALL}/proceed`, { number })).body.code).toBe('0')
    backend.clock.advance(5)
    await Promise.all([
      admin.post(`${CALL}/proceed`, { number }),
      admin.post(`${CALL}/proceed`, { number }),
    ])
    expect(await find(number)).toMatchObject({ state: 'refunded' })
    expect(await backend.db.selectFrom('sandbox_refund').selectAll().execute()).toHaveLength(1)
  })

  test('a second start returns the order that can still be paid, also when two people start at once', async () => {
    const numbers = await Promise.all([start(), start()])
    expect(new Set(numbers).size).toBe(1)
    expect(await start()).toBe(numbers[0])
  })

  test('an order that nobody pays is closed at its end and cannot be paid any more', async () => {
    const number = await start()
    const { link } = await find(number)
    await advance(901)
    expect(await find(number)).toMatchObject({ state: 'closed', link: '' })
    const prepay = new URL(link, 'http://campus').searchParams.get('prepay') ?? ''
    const late = await backend.fetch('/sandbox/pay/code', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ prepay }).toString(),
    })
    expect(late.status).toBe(409)
    expect(await start()).not.toBe(number)
  })

  test('a notification with another amount than one fen changes nothing, is shown, and is a difference of the bill', async () => {
    const number = await start()
    const notice = await signSandboxNotification(
      backend.db,
      JSON.stringify({ number, transaction: 'SB2', amountFen: 100 }),
    )
    expect((await backend.fetch('/payment/notify', { method: 'POST', ...notice })).status).toBe(200)
    expect(await find(number)).toMatchObject({ state: 'waiting' })
    expect(await stagesOf(number)).toEqual(['ordered', 'wrong-amount 100'])
    const bill = { payments: [{ number, transaction: 'SB2', amountFen: 100 }], refunds: [] }
    const report = await reconcileDay({
      db: backend.db,
      gateway: { ...gateway, fetchStatement: async () => bill },
      recordRefund: recordGatewayRefund,
      day: toChinaDay(backend.clock.now()),
      now: backend.clock.now(),
    })
    expect(report).toMatchObject({ trials: 0, differences: [{ number, kind: 'not-credited' }] })
  })

  test('a forged notification of a trial is rejected and records nothing', async () => {
    const number = await start()
    const answer = await backend.fetch('/payment/notify', {
      method: 'POST',
      headers: { 'sandbox-signature': 'AAAA' },
      body: JSON.stringify({ number, transaction: 'SB3', amountFen: 1 }),
    })
    expect(answer.status).toBe(401)
    expect(await stagesOf(number)).toEqual(['ordered'])
  })

  test('only an administrator starts a trial, and the log names who did', async () => {
    expect((await finance.post(`${CALL}/pay`, {})).status).toBe(403)
    expect((await admin.post(`${CALL}/proceed`, { number: 'BD1' })).body.msg).toContain('没有找到')
    const number = await start()
    const entry = await backend.db
      .selectFrom('office_log')
      .selectAll()
      .where('action', '=', 'externals.pay')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ staff_code: 'T4001' })
    expect(JSON.stringify(entry.details)).toContain(number)
  })
})

describe('WeChat Pay by code', () => {
  test('the code of an order is made, paid and refunded at the service, and a code of failure is named', async () => {
    const fake = await startFakeWechatpay()
    try {
      const gateway = wechatpayGateway(fake.settings, { patienceMs: 1000 })
      const wanted = {
        number: 'BDT1',
        amountFen: 1,
        subject: '示例大学 缴费测试',
        expiresAt: new Date(Date.now() + 900_000),
      }
      expect(await gateway.prepayByCode(wanted)).toEqual({
        type: 'ok',
        link: 'weixin://wxpay/bizpayurl?pr=BDT1',
      })
      const order = fake.orders.get('BDT1')
      if (order === undefined) throw new Error('no order')
      Object.assign(order, { state: 'SUCCESS', transaction: '42001' })
      const notice = fake.createNotice(wechatpayTradeMessage(order))
      expect(
        await gateway.readNotification(new Headers(notice.headers), notice.body, new Date()),
      ).toMatchObject({ type: 'paid', number: 'BDT1', amountFen: 1 })
      expect(
        await gateway.refund({
          requestNumber: 'BDT1R',
          number: 'BDT1',
          totalFen: 1,
          amountFen: 1,
          reason: 'Trial of one fen',
        }),
      ).toMatchObject({ type: 'refund', state: 'processing' })

      // What an operator gets wrong is named by its code.
      const named = async (settings: Partial<typeof fake.settings>) =>
        wechatpayGateway({ ...fake.settings, ...settings }, { patienceMs: 1000 }).prepayByCode(
          wanted,
        )
      expect(await named({ serial: 'OTHER' })).toEqual({ type: 'failed', code: 'SIGN_ERROR' })
      expect(await named({ appId: 'wx2' })).toEqual({ type: 'failed', code: 'PARAM_ERROR' })
      expect(await named({ apiUrl: 'http://127.0.0.1:9/' })).toEqual({
        type: 'failed',
        code: 'ECONNREFUSED',
      })
      fake.fault = 'foreign key'
      fake.orders.clear()
      expect(await named({})).toEqual({ type: 'failed', code: 'EV3_RES_HEADER_SIGNATURE_DIGEST' })
    } finally {
      fake.close()
    }
  })
})
