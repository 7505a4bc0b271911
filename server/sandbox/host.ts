import type { Host } from '../platform/host/host.ts'
import { ticketOf } from '../platform/host/tickets.ts'
import { newSecret } from '../platform/sessions/secrets.ts'
import { findPersona, takeCode } from './store.ts'

/** Where the sandbox asks people to authorise, below the base path. */
export const AUTHORIZE = '/sandbox/authorize'

/** The messaging app played by this server. */
export const sandboxHost = (appId: string): Host => ({
  appId,
  authorizeUrl: AUTHORIZE,
  // The people of the sandbox have no pictures.
  picture: async () => undefined,
  exchange: async (db, code, now) => {
    const taken = await takeCode(db, { code, now })
    if (taken === undefined) return { type: 'bad-code' }
    if (taken.snapshot) return { type: 'snapshot' }
    const persona = await findPersona(db, taken.open_id)
    return persona === undefined ? { type: 'bad-code' } : { type: 'person', ...persona, avatar: '' }
  },
  ticket: (db, now) =>
    ticketOf(db, {
      name: 'script ticket',
      now,
      ask: async () => ({ value: newSecret(), seconds: 7200 }),
    }),
  // No message is sent; the request for customer service itself is stored by the feature.
  write: async () => 'told',
})
