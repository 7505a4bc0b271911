import type { notices } from '#contract/notices'
import { noticesWords } from '#words/notices'
import { chinaMinute } from '../../platform/clock.ts'
import { good, type Handlers } from '../../platform/http/handler.ts'
import { cleanHtml } from './clean.ts'
import { findNotice, findNotices, markRead } from './store.ts'

const PAGE_AT_MOST = 100

/**
 * Notices (NOT, D-90). The mark of what was read is each person's own; who is not bound has none.
 */
export const noticesHandlers: Handlers<typeof notices> = {
  list: async ({ input, caller, db, now, language }) => {
    const most = Math.min(Math.max(input.size, 1), PAGE_AT_MOST)
    const from = (Math.min(Math.max(input.page, 1), 10_000) - 1) * most
    const found = await findNotices(db, { caller, now, from, most })
    const notices = found.notices.map(({ id, title, title_en, published_at, read }) => ({
      id,
      title: language === 'en' ? (title_en ?? title) : title,
      publishedAt: chinaMinute(published_at),
      read: caller.role === 'nobody' ? undefined : read,
    }))
    return good({ page: { notices, total: found.total } })
  },

  find: async ({ input, caller, db, now, language }) => {
    const found = await findNotice(db, { caller, now, id: input.id })
    if (found === undefined) return { type: 'gone', says: noticesWords.gone }
    const { id, title_en, content_en, published_at } = found
    // A notice is in English as a whole or not at all; the table sees to that.
    const inEnglish = language === 'en' && title_en !== null && content_en !== null
    const [title, content] = inEnglish ? [title_en, content_en] : [found.title, found.content]
    if (caller.role !== 'nobody') await markRead(db, { subject: caller.subject, id, now })
    return good({
      notice: { id, title, content: cleanHtml(content), publishedAt: chinaMinute(published_at) },
    })
  },
}
