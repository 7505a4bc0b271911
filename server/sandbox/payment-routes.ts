import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { sandboxTexts } from '#i18n/sandbox'
import {
  SANDBOX_SHEET_OUTCOMES,
  simulatePaymentSheet,
  type SandboxNotification,
} from '../payment-gateways/sandbox-gateway.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { requestLanguage } from '../platform/http/incoming-request.ts'
import { type PayPageContent, renderPayPage, SANDBOX_PAGE_CSP } from './render-pages.ts'

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
  // The page behind a code of the sandbox, which any phone can open.
  const page = (c: Context, content: PayPageContent, status: 200 | 409 = 200) =>
    c.html(renderPayPage({ language: requestLanguage(c), ...content }), status, {
      'Cache-Control': 'no-store',
      'Content-Security-Policy': SANDBOX_PAGE_CSP,
    })
  pages.get('/sandbox/pay', (c) => page(c, { prepay: c.req.query('prepay') ?? '' }))
  pages.post(
    '/sandbox/pay/code',
    bodyLimit({ maxSize: 4096, onError: (c) => c.body(null, 413) }),
    async (c) => {
      // A body can claim to be a form and be none.
      const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
      const { prepay } = form
      const played =
        typeof prepay === 'string'
          ? await simulatePaymentSheet(db, { prepay, outcome: 'ok', now: clock.now() })
          : { type: 'unknown' as const }
      if (played.type === 'notice') await notify(played.notice)
      return played.type === 'notice'
        ? page(c, { says: sandboxTexts.paid })
        : page(c, { says: sandboxTexts.notPayable }, 409)
    },
  )
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
