import type { MessagingHost } from '../platform/host/host.ts'
import { getMessagingAppTicket } from '../platform/host/tickets.ts'
import { createSecret } from '../platform/sessions/secrets.ts'
import { findSandboxUser, consumeAuthorizationCode } from './store.ts'

/** The path of the sandbox's authorization page, below the base path. */
export const AUTHORIZE_PATH = '/sandbox/authorize'

/** Creates the simulated messaging app. */
export const sandboxMessagingApp = (appId: string): MessagingHost => ({
  type: 'sandbox',
  appId,
  authorizeUrl: AUTHORIZE_PATH,
  ownsAccount: (openId) => !openId.includes(':'),
  // Sandbox users have no pictures.
  fetchPicture: async () => undefined,
  exchangeCode: async (db, code, now) => {
    const taken = await consumeAuthorizationCode(db, { code, now })
    if (taken === undefined) return { type: 'bad-code' }
    if (taken.snapshot) return { type: 'snapshot' }
    const user = await findSandboxUser(db, taken.open_id)
    return user === undefined ? { type: 'bad-code' } : { type: 'person', ...user, avatar: '' }
  },
  findTicket: (db, now) =>
    getMessagingAppTicket(db, {
      name: 'script ticket',
      now,
      ask: async () => ({ value: createSecret(), seconds: 7200 }),
    }),
  check: async () => ({ ok: true, code: '' }),
  // No message is sent; the feature itself stores the request for customer service.
  sendMessage: async () => 'sent',
})
