import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Gateway } from '../../payments/gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { credit } from './credit.ts'
import { noteRefund, noteUnknownKey } from './incidents.ts'

const LARGEST = 64 * 1024

/**
 * The address that the payment service tells payments to; it believes nothing that is not signed
 * (D-67).
 */
export function notifyAddress({
  db,
  gateway,
  clock,
}: {
  db: Db
  gateway: Gateway
  clock: Clock
}): Hono {
  const pages = new Hono()
  pages.post(
    '/payment/notify',
    bodyLimit({ maxSize: LARGEST, onError: (c) => c.body(null, 413) }),
    async (c) => answer(c, { db, gateway, now: clock.now() }),
  )
  return pages
}

async function answer(
  c: Context,
  { db, gateway, now }: { db: Db; gateway: Gateway; now: Date },
): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  const notice = await gateway.readNotice(c.req.raw.headers, await c.req.text(), now)
  const isHeard = notice.type !== 'forged' && notice.type !== 'unknown key'
  // A wrong amount or an unknown order is written down for a person; sending the notice again would
  // not mend it.
  if (notice.type === 'paid') await credit(db, { way: gateway.way, taken: notice, now })
  if (notice.type === 'refund') await noteRefund(db, notice, now)
  if (notice.type === 'unknown key') await noteUnknownKey(db, notice.serial, now)
  const { contentType, body } = gateway.reply(isHeard)
  // An unknown key may be a new one: the service comes again until the settings have it.
  const status = isHeard ? 200 : notice.type === 'forged' ? 401 : 503
  return c.body(body, status, { 'Content-Type': contentType })
}
