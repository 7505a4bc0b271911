import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { credit } from '../features/payment/credit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Gateway } from './gateway.ts'

const LARGEST = 64 * 1024

/** The address that the payment service tells payments to; it believes nothing that is not signed (D-67). */
export function notifyAddress({ db, gateway, clock }: { db: Db; gateway: Gateway; clock: Clock }): Hono {
  const pages = new Hono()
  pages.post('/payment/notify', bodyLimit({ maxSize: LARGEST }), async (c) => answer(c, { db, gateway, now: clock.now() }))
  return pages
}

async function answer(c: Context, { db, gateway, now }: { db: Db; gateway: Gateway; now: Date }): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  const notice = await gateway.readNotice(c.req.raw.headers, await c.req.text(), now)
  switch (notice.type) {
    case 'forged':
      return c.text('fail', 401)
    case 'other':
      return c.text('success')
    case 'paid':
      // A wrong amount or an unknown order is written down for a person; sending the notice again would not mend it.
      await credit(db, { way: gateway.way, taken: notice, now })
      return c.text('success')
  }
}
