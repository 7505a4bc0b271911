import type { troubles } from '#contract/troubles'
import { good, type Handlers } from '../../platform/http/handler.ts'
import { findTroubles, saveTrouble } from './store.ts'

const PAGE = 50

/** Errors that phones meet. Who tells one is not looked at, nor written down. */
export const troublesHandlers: Handlers<typeof troubles> = {
  report: async ({ input, db, now, address, tools }) => {
    const seconds = await tools.limits.troubles.use(address)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await saveTrouble(db, input, now)
    return good({})
  },

  list: async ({ input, db }) => {
    const before = /^\d{1,18}$/.test(input.after) ? input.after : undefined
    // A code is read out in many ways.
    const digits = input.code.replaceAll(/\D/g, '')
    const code = input.code === '' ? '' : `${digits.slice(0, 3)}-${digits.slice(3)}`
    const rows = await findTroubles(db, { code, before, most: PAGE })
    return good({
      troubles: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.id ?? ''),
    })
  },
}
