import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { GatewayRefund, PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordTrialPayment } from '../payment-trials/public.ts'
import { creditPayment } from './credit-payment.ts'
import { recordUnknownKeyIncident } from './incidents.ts'

const LARGEST = 64 * 1024

/** Records what a gateway says about a refund. */
export type RecordGatewayRefund = (db: Db, refund: GatewayRefund, now: Date) => Promise<void>

/**
 * Creates the webhook for the gateway's notifications. Notifications without a valid signature are
 * rejected (D-67).
 */
export function createPaymentWebhook({
  db,
  gateway,
  clock,
  recordRefund,
}: {
  db: Db
  gateway: PaymentGateway
  clock: Clock
  recordRefund: RecordGatewayRefund
}): Hono {
  const pages = new Hono()
  pages.post(
    '/payment/notify',
    bodyLimit({ maxSize: LARGEST, onError: (c) => c.body(null, 413) }),
    async (c) => answer(c, { db, gateway, recordRefund, now: clock.now() }),
  )
  return pages
}

async function answer(
  c: Context,
  {
    db,
    gateway,
    recordRefund,
    now,
  }: { db: Db; gateway: PaymentGateway; recordRefund: RecordGatewayRefund; now: Date },
): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  const notice = await gateway.readNotification(c.req.raw.headers, await c.req.text(), now)
  const isHeard = notice.type !== 'forged' && notice.type !== 'unknown key'
  // A wrong amount or an unknown order is recorded as an incident, because a repeated notification
  // would not help.
  if (notice.type === 'paid' && !(await recordTrialPayment(db, notice, { stage: 'notified', now })))
    await creditPayment(db, { way: gateway.way, taken: notice, now })
  if (notice.type === 'refund') await recordRefund(db, notice, now)
  if (notice.type === 'unknown key') await recordUnknownKeyIncident(db, notice.serial, now)
  const { contentType, body } = gateway.notificationReply(isHeard)
  // An unknown key might be a new key: status 503 makes the service retry until the settings
  // contain the key.
  const status = isHeard ? 200 : notice.type === 'forged' ? 401 : 503
  return c.body(body, status, { 'Content-Type': contentType })
}
