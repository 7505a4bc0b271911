import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { OUTCOMES, playSheet, type SandboxNotice } from '../payments/sandbox.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'

const Said = v.object({
  package: v.pipe(v.string(), v.startsWith('prepay_id=')),
  outcome: v.picklist(OUTCOMES),
})

/**
 * The payment sheet of the messaging app, played by this server; its notice goes the way that real
 * ones go.
 */
export function sandboxPay({
  db,
  clock,
  notify,
}: {
  db: Db
  clock: Clock
  notify: (notice: SandboxNotice) => Promise<unknown>
}): Hono {
  const pages = new Hono()
  pages.post(
    '/sandbox/pay',
    bodyLimit({ maxSize: 4096, onError: (c) => c.body(null, 413) }),
    async (c) => {
      const said = v.safeParse(Said, await c.req.json().catch(() => undefined))
      if (!said.success) return c.json({ paid: false }, 400)
      const prepay = said.output.package.slice('prepay_id='.length)
      const played = await playSheet(db, { prepay, outcome: said.output.outcome, now: clock.now() })
      if (played.type === 'unknown') return c.json({ paid: false }, 409)
      if (played.type === 'notice') await notify(played.notice)
      return c.json({ paid: said.output.outcome === 'ok' || said.output.outcome === 'dies' })
    },
  )
  return pages
}
