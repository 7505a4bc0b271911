import type { notices } from '#contract/notices'
import { noticesTexts } from '#i18n/notices'
import { toChinaMinute } from '../../platform/clock.ts'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { cleanHtml } from './clean-html.ts'
import {
  findNoticeFile,
  findNoticeFiles,
  findNotice,
  findNotices,
  markNoticeRead,
} from './store.ts'

const PAGE_AT_MOST = 100
/** The list contains the content of messages among this many newest notices. */
const MESSAGES_AT_MOST = 10

/**
 * The handlers of notices (NOT, D-90). Read marks are stored for each signed-in person; for
 * anonymous readers there are none.
 */
export const noticesHandlers: Handlers<typeof notices> = {
  list: async ({ input, caller, db, now, language }) => {
    const most = Math.min(Math.max(input.size, 1), PAGE_AT_MOST)
    const from = (Math.min(Math.max(input.page, 1), 10_000) - 1) * most
    const found = await findNotices(db, { caller, now, from, most })
    const notices = found.notices.map((row, at) => {
      // A notice has an English title together with English content, or neither.
      const [title, content] =
        language === 'en' && row.title_en !== null
          ? [row.title_en, row.message_en]
          : [row.title, row.message]
      const isSent = caller.role !== 'nobody' && !row.read && from + at < MESSAGES_AT_MOST
      return {
        id: row.id,
        title,
        publishedAt: toChinaMinute(row.published_at),
        read: caller.role === 'nobody' ? undefined : row.read,
        pinned: row.pinned ? true : undefined,
        content: isSent && content !== null ? cleanHtml(content) : undefined,
      }
    })
    return succeed({ page: { notices, total: found.total } })
  },

  find: async ({ input, caller, db, now, language }) => {
    const found = await findNotice(db, { caller, now, id: input.id })
    if (found === undefined) return { type: 'gone', says: noticesTexts.gone }
    const { id, title_en, content_en, published_at } = found
    // A constraint ensures that a notice has an English title together with English content, or
    // neither.
    const inEnglish = language === 'en' && title_en !== null && content_en !== null
    const [title, content] = inEnglish ? [title_en, content_en] : [found.title, found.content]
    if (caller.role !== 'nobody') await markNoticeRead(db, { subject: caller.subject, id, now })
    const files = await findNoticeFiles(db, id)
    return succeed({
      notice: {
        id,
        title,
        content: cleanHtml(content),
        publishedAt: toChinaMinute(published_at),
        files: files.length > 0 ? files : undefined,
      },
    })
  },

  // The readers of a notice can read its files, and so can the staff who publish notices.
  file: async ({ key, caller, db, now, tools: { settings } }) => {
    const found = await findNoticeFile(db, key)
    if (found === undefined) return { type: 'missing' }
    const parts = caller.role === 'staff' ? listActiveCallerRoles(caller, settings) : []
    const mayWrite = parts.includes('administrator') || parts.includes('admissions')
    const id = found.notice_id
    const mayRead = id !== null && (await findNotice(db, { caller, now, id })) !== undefined
    if (!mayWrite && !mayRead) return { type: 'missing' }
    const { name, type: contentType } = found
    return { type: 'file', bytes: new Uint8Array(found.bytes), contentType, name }
  },
}
