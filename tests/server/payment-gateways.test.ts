import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGateway } from '#server/payment-gateways/open-gateway'
import type { PaymentGateway } from '#server/payment-gateways/payment-gateway'
import {
  simulatePaymentSheet,
  sandboxGateway,
  signSandboxNotification,
} from '#server/payment-gateways/sandbox-gateway'
import { toChinaDay } from '#server/platform/clock'
import type { Settings } from '#server/platform/settings/settings'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { startFakeWechatpay } from '../support/fakes/fake-wechatpay.ts'

let backend: Backend
let sandbox: PaymentGateway
beforeAll(async () => {
  backend = await startBackend()
  sandbox = sandboxGateway(backend)
})
afterAll(() => backend.close())

let count = 0
/** An order in the sandbox gateway, with its payment sheet. */
async function ordered(seconds = 900) {
  const number = `BDsandbox${++count}`
  const expiresAt = new Date(backend.clock.now().getTime() + seconds * 1000)
  const wanted = { number, amountFen: 1999, openId: 'o1', subject: '学费', expiresAt }
  const prepaid = await sandbox.prepay(wanted)
  if (prepaid.type !== 'ok') throw new Error(prepaid.type)
  const play = (outcome: 'ok' | 'cancel' | 'fail' | 'dies', prepay = prepaid.prepay) =>
    simulatePaymentSheet(backend.db, { prepay, outcome, now: backend.clock.now() })
  return { number, wanted, play, prepay: prepaid.prepay }
}

describe('the sandbox gateway', () => {
  test('a sandbox order waits for its payment, can be paid once, and has then ended [D-67]', async () => {
    expect(await sandbox.query('BD-nobody')).toEqual({ type: 'unknown' })
    const { number, wanted, play, prepay } = await ordered()
    expect(await sandbox.query(number)).toEqual({ type: 'waiting' })
    expect(await sandbox.prepay(wanted)).toEqual({ type: 'ok', prepay })
    const played = await play('ok')
    if (played.type !== 'notice') throw new Error(played.type)
    const paid = {
      type: 'paid',
      number,
      transaction: expect.stringMatching(/^SB[\w-]{20}$/),
      amountFen: 1999,
    }
    expect(await sandbox.query(number)).toEqual(paid)
    const { headers, body } = played.notice
    const heard = await sandbox.readNotification(new Headers(headers), body, backend.clock.now())
    expect(heard).toEqual(paid)
    expect(await play('ok')).toEqual({ type: 'unknown' })
    expect(await sandbox.prepay(wanted)).toEqual({ type: 'over' })
    expect(await sandbox.close(number)).toEqual(paid)
  })

  test('a cancelled or crashed payment sheet sends no notification, and a closed or expired order cannot be paid', async () => {
    const left = await ordered()
    for (const outcome of ['cancel', 'fail'] as const)
      expect(await left.play(outcome)).toEqual({ type: 'none' })
    expect(await sandbox.query(left.number)).toEqual({ type: 'waiting' })
    expect(await left.play('dies')).toEqual({ type: 'none' })
    expect((await sandbox.query(left.number)).type).toBe('paid')
    const closed = await ordered()
    expect(await sandbox.close(closed.number)).toEqual({ type: 'closed' })
    const short = await ordered(600)
    backend.clock.advance(601)
    expect(await sandbox.query(short.number)).toEqual({ type: 'closed' })
    for (const { play } of [closed, short]) expect(await play('ok')).toEqual({ type: 'unknown' })
    expect(await left.play('ok', 'nobody’s')).toEqual({ type: 'unknown' })
  })

  test('sandbox notifications are signed with a key that all processes share, and other signatures are refused', async () => {
    const said = async (body: string, change: Record<string, string> = {}) => {
      const { headers } = await signSandboxNotification(backend.db, body)
      const all = new Headers({ ...headers, ...change })
      return (await sandbox.readNotification(all, body, backend.clock.now())).type
    }
    const body = JSON.stringify({ number: 'BD1', transaction: 'SB1', amountFen: 1999 })
    expect(await said(body)).toBe('paid')
    expect(await said(JSON.stringify({ number: 'BD1', amountFen: 19.99 }))).toBe('other')
    for (const signature of ['', 'AAAA', Buffer.alloc(32).toString('base64')])
      expect(await said(body, { 'sandbox-signature': signature })).toBe('forged')
    expect([sandbox.notificationReply(true), sandbox.notificationReply(false)]).toEqual([
      { contentType: 'text/plain', body: 'success' },
      { contentType: 'text/plain', body: 'fail' },
    ])
  })

  test('the sandbox’s statement has the payments of a day in China', async () => {
    const [paid, waits] = [await ordered(), await ordered()]
    await paid.play('ok')
    const books = await sandbox.fetchStatement(toChinaDay(backend.clock.now()))
    const { transaction } = await backend.db
      .selectFrom('sandbox_order')
      .select('transaction')
      .where('number', '=', paid.number)
      .executeTakeFirstOrThrow()
    expect(books?.payments).toContainEqual({ number: paid.number, transaction, amountFen: 1999 })
    expect(books?.payments.map(({ number }) => number)).not.toContain(waits.number)
    expect(books?.refunds).toEqual([])
    expect(await sandbox.fetchStatement('2020-01-01')).toEqual({ payments: [], refunds: [] })
  })
})

describe('the configured payment service', () => {
  const opened = (gateway: Settings['gateway']) => openGateway({ gateway }, backend)

  test('the configured payment service is the sandbox, WeChat Pay or none', async () => {
    const double = await startFakeWechatpay()
    expect(opened({ type: 'sandbox' }).notificationReply(true).body).toBe('success')
    expect(opened(double.settings).notificationReply(true).body).toBe('{"code":"SUCCESS"}')
    double.close()
    const none = opened({ type: 'none' })
    expect(none.way).toBe('none')
  })

  test('the payment service `none` accepts no order, knows no payment and trusts no notification [D-67]', async () => {
    const none = opened({ type: 'none' })
    const away = { type: 'unavailable' }
    const now = backend.clock.now()
    const wanted = { number: 'BD1', amountFen: 1, openId: '', subject: '', expiresAt: now }
    expect(await none.prepay(wanted)).toEqual(away)
    expect([await none.query('BD1'), await none.close('BD1')]).toEqual([away, away])
    expect(await none.readNotification(new Headers(), '{}', now)).toEqual({ type: 'forged' })
    expect(await none.fetchStatement('2026-09-01')).toBeUndefined()
    expect(Object.values(none.sheetParams('x', now)).join('')).toBe('')
    expect(none.notificationReply(true)).toEqual({ contentType: 'text/plain', body: '' })
  })
})
