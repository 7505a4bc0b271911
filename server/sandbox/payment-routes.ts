import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import {
  SANDBOX_SHEET_OUTCOMES,
  simulatePaymentSheet,
  type SandboxNotification,
} from '../payment-gateways/sandbox-gateway.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'

const PaymentSheetInput = v.object({
  package: v.pipe(v.string(), v.startsWith('prepay_id=')),
  outcome: v.picklist(SANDBOX_SHEET_OUTCOMES),
})

/**
 * Creates the routes of the sandbox's payment sheet. The sandbox sends its notifications to the
 * real webhook.
 */
export function createSandboxPaymentRoutes({
  db,
  clock,
  notify,
}: {
  db: Db
  clock: Clock
  notify: (notice: SandboxNotification) => Promise<unknown>
}): Hono {
  const pages = new Hono()
  pages.post(
    '/sandbox/pay',
    bodyLimit({ maxSize: 4096, onError: (c) => c.body(null, 413) }),
    async (c) => {
      const said = v.safeParse(PaymentSheetInput, await c.req.json().catch(() => undefined))
      if (!said.success) return c.json({ paid: false }, 400)
      const prepay = said.output.package.slice('prepay_id='.length)
      const played = await simulatePaymentSheet(db, {
        prepay,
        outcome: said.output.outcome,
        now: clock.now(),
      })
      if (played.type === 'unknown') return c.json({ paid: false }, 409)
      if (played.type === 'notice') await notify(played.notice)
      return c.json({ paid: said.output.outcome === 'ok' || said.output.outcome === 'dies' })
    },
  )
  return pages
}
