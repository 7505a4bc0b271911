import { randomBytes, randomUUID } from 'node:crypto'
import { MAX_WEBHOOK_ENDPOINTS, type webhooks } from '#contract/webhooks'
import { webhookTexts } from '#i18n/webhooks'
import { type Handlers, refuse, succeed } from '../../platform/http/handler.ts'
import { auditedHandler } from '../office/public.ts'
import { isPermittedUrl } from './permitted-url.ts'
import {
  deleteEndpoint,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  replayDeliveries,
} from './store.ts'

const PAGE = 50

/** The handlers of webhooks. */
export const webhookHandlers: Handlers<typeof webhooks> = {
  list: async ({ db, tools }) =>
    succeed({
      endpoints: (await listEndpoints(db)).map(({ given_up, delivered_at, ...row }) => ({
        ...row,
        givenUp: given_up,
        deliveredAt: delivered_at?.toISOString() ?? '',
      })),
      hosts: [...tools.settings.webhookHosts],
    }),

  create: auditedHandler(async ({ db, input, tools, now, language, audit }) => {
    if (!isPermittedUrl(input.url, tools.settings.webhookHosts))
      return {
        type: 'invalid',
        issues: [{ path: 'url', message: webhookTexts.urlWrong[language] }],
      }
    if ((await listEndpoints(db)).length >= MAX_WEBHOOK_ENDPOINTS)
      return refuse(webhookTexts.tooMany)
    const id = randomUUID()
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const events = [...new Set(input.events)]
    const { name, url } = input
    const sealed = tools.sealer.seal(secret, id)
    await insertEndpoint(db, { id, name, url, events, sealed, created_at: now })
    await audit({
      action: 'webhooks.create',
      about: `webhook:${id}`,
      details: { name, address: url, events },
    })
    return succeed({ secret })
  }),

  remove: auditedHandler(async ({ db, input: { id, reason }, audit }) => {
    const name = await deleteEndpoint(db, id)
    if (name === undefined) return refuse(webhookTexts.gone)
    await audit({ action: 'webhooks.remove', about: `webhook:${id}`, reason, details: { name } })
    return succeed({})
  }),

  deliveries: async ({ db, input: { endpoint, after } }) => {
    const before = /^\d{1,18}$/.test(after) ? after : undefined
    const rows = await listDeliveries(db, { endpoint, before, most: PAGE })
    return succeed({
      deliveries: rows.map((row) => ({
        event: row.event_id,
        endpoint,
        type: row.type,
        student: row.student,
        at: row.at.toISOString(),
        state: row.state,
        tries: row.tries,
        status: row.status,
        nextAt: row.next_at.toISOString(),
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.event_id ?? ''),
    })
  },

  replay: auditedHandler(async ({ db, input: { endpoint, event }, now, audit }) => {
    if (event !== '' && !/^\d{1,18}$/.test(event)) return refuse(webhookTexts.gone)
    const one = event === '' ? undefined : event
    const count = await replayDeliveries(db, { endpoint, event: one, now })
    await audit({
      action: 'webhooks.replay',
      about: `webhook:${endpoint}`,
      details: { rows: count },
    })
    return succeed({ count })
  }),
}
