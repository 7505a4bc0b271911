import type { phoneReports } from '#contract/phone-reports'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { findLostReceipts } from '../../platform/http/receipts.ts'
import { saveSessionLanguage } from '../../platform/sessions/session.ts'
import {
  countPhonesWithPending,
  findPhonesWithPendingItems,
  type PhoneReportCursor,
  savePhoneReport,
} from './store.ts'

const PAGE = 50

/** The handlers of phones' reports about their outboxes. */
export const phoneReportHandlers: Handlers<typeof phoneReports> = {
  report: async ({ input, caller, db, language, now }) => {
    if (caller.role === 'nobody') return { type: 'forbidden' }
    await saveSessionLanguage(db, caller.session.hash, language)
    await savePhoneReport(db, { session: caller.session.hash, held: input, now })
    return succeed({})
  },

  received: async ({ input, caller, db }) => {
    if (caller.role === 'nobody') return { type: 'forbidden' }
    const { subject } = caller
    return succeed(await findLostReceipts(db, { subject, asked: input.receipts }))
  },

  holding: async ({ input, db }) => {
    const behind = parseCursor(input.after)
    const rows = await findPhonesWithPendingItems(db, { ...(behind && { behind }), most: PAGE })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    const { phones, waiting, refused } = await countPhonesWithPending(db)
    return succeed({
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

function parseCursor(after: string): PhoneReportCursor | undefined {
  const [, id, at] = /^(\d{1,9})@(\d{4}-[\dT:.-]+Z)$/.exec(after) ?? []
  if (id === undefined || at === undefined || Number.isNaN(Date.parse(at))) return undefined
  return { id: Number(id), at: new Date(at) }
}
