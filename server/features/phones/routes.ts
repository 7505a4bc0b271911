import type { phones } from '#contract/phones'
import { good, type Handlers } from '../../platform/http/handler.ts'
import { withoutReceipt } from '../../platform/http/receipts.ts'
import { countHolding, findHolding, type Place, saveReport } from './store.ts'

const PAGE = 50

/** What phones say of their outboxes. */
export const phonesHandlers: Handlers<typeof phones> = {
  report: async ({ input, caller, db, now }) => {
    if (caller.role === 'nobody') return { type: 'forbidden' }
    await saveReport(db, { session: caller.session.hash, held: input, now })
    return good({})
  },

  received: async ({ input, caller, db }) => {
    if (caller.role === 'nobody') return { type: 'forbidden' }
    const { subject } = caller
    return good(await withoutReceipt(db, { subject, asked: input.receipts }))
  },

  holding: async ({ input, db }) => {
    const behind = placeOf(input.after)
    const rows = await findHolding(db, { ...(behind && { behind }), most: PAGE })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    const { phones, waiting, refused } = await countHolding(db)
    return good({
      phones: rows.map(({ id, role, oldest_at, reported_at, ...row }) => ({
        ...row,
        id: String(id),
        staff: role === 'staff',
        oldestAt: oldest_at?.toISOString() ?? '',
        reportedAt: reported_at.toISOString(),
      })),
      next: last === undefined ? '' : `${last.id}@${last.oldest_at?.toISOString() ?? ''}`,
      total: Number(phones),
      waiting: Number(waiting),
      refused: Number(refused),
    })
  },
}

function placeOf(after: string): Place | undefined {
  const [, id, at] = /^(\d{1,9})@(\d{4}-[\dT:.-]+Z)$/.exec(after) ?? []
  if (id === undefined || at === undefined || Number.isNaN(Date.parse(at))) return undefined
  return { id: Number(id), at: new Date(at) }
}
