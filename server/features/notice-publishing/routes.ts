import type { Selectable } from 'kysely'
import { EVERY_STUDENT } from '#contract/audiences'
import type { noticePublishing, SaveNoticeInput } from '#contract/notice-publishing'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { refusalTexts } from '#i18n/refusals'
import { toChinaMinute, parseChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { NoticeRow } from '../../platform/database/schema/schema.ts'
import {
  staffHandler,
  succeed,
  type Handlers,
  type HandlerResult,
  refuse,
} from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { findAudienceCodes } from '../audiences/public.ts'
import {
  cleanHtml,
  endDeliveries,
  findNoticeFiles,
  queueForStudents,
  setRecipients,
  withdrawNotice,
} from '../notices/public.ts'
import { auditedHandler } from '../office/public.ts'
import { readAttachment } from './attachment.ts'
import {
  setNoticeFiles,
  findBoardNotices,
  markNoticeUnreadForEverybody,
  lockNoticeFiles,
  storeNoticeFile,
  lockNotice,
  readNotice,
  writeNotice,
} from './store.ts'

const FORM = 'notice'
const PAGE = 50
/** The largest number of characters of a text in the audit log. */
const MAX_LOGGED_CHARACTERS = 4000

/**
 * The handlers of notices for the office. HTML is sanitized when it is saved and again when it is
 * read.
 */
export const noticePublishingHandlers: Handlers<typeof noticePublishing> = {
  list: staffHandler(async ({ input, db, now }) => {
    const rows = await findBoardNotices(db, { ...input, most: PAGE, now })
    return succeed({
      notices: rows.map(({ id, title, state, audience, published_at, title_en, pinned }) => ({
        id,
        title,
        state,
        audience,
        publishAt: toChinaMinute(published_at),
        inEnglish: title_en ?? '',
        pinned,
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.place ?? ''),
    })
  }),

  find: staffHandler(async ({ input, db, now }) => {
    const row = await readNotice(db, { id: input.id, now })
    if (row === undefined) return refuse(refusalTexts.notFound)
    const { id, title, state, audience, published_at } = row
    const notice = {
      id,
      title,
      content: cleanHtml(row.content),
      titleEn: row.title_en ?? '',
      contentEn: cleanHtml(row.content_en ?? ''),
      state,
      audience,
      publishAt: toChinaMinute(published_at),
      pinned: row.pinned,
      important: row.important,
      group: row.group_value === null ? undefined : { ...EVERY_STUDENT, ...row.group_value },
      files: await findNoticeFiles(db, id),
    }
    return succeed({ notice }, versionTag(FORM, row.version))
  }),

  save: auditedHandler(async ({ input, db, staff, now, ifMatch, audit }) => {
    const notice = {
      ...input,
      content: cleanHtml(input.content),
      contentEn: cleanHtml(input.contentEn),
    }
    const stored = input.id === '' ? undefined : await lockNotice(db, input.id)
    if (stored === undefined && input.id !== '') return refuse(refusalTexts.notFound)
    if (stored !== undefined && ifMatch !== versionTag(FORM, stored.version)) return stale(stored)
    if (stored?.status === 'published' && stored.withdrawn_at === null && notice.state === 'draft')
      return refuse(noticePublishingTexts.withdrawFirst)
    const id = stored?.id ?? createSecret()
    const version = (stored?.version ?? 0) + 1
    const publishedAt =
      stored !== undefined && notice.publishAt === toChinaMinute(stored.published_at)
        ? stored.published_at
        : notice.publishAt === ''
          ? now
          : parseChinaMinute(notice.publishAt)
    const { files } = notice
    if (files !== undefined && !(await lockNoticeFiles(db, { notice: id, files })))
      return refuse(noticePublishingTexts.fileGone)
    // A message to an audience stays one when it is corrected.
    const isMessage = stored?.topic === 'message'
    await writeNotice(db, { notice, id, version, publishedAt, isMessage, by: staff.code })
    const told = await distribute(db, { notice, id, isMessage, now })
    if (files !== undefined) await setNoticeFiles(db, { notice: id, files })
    if (notice.unreadAgain) await markNoticeUnreadForEverybody(db, id)
    await audit({
      action: 'noticeboard.save',
      about: `notice:${id}`,
      details: {
        before: stored && toLogDetails(stored),
        after: {
          ...inLog(notice),
          published_at: publishedAt,
          pinned: notice.pinned ?? stored?.pinned ?? false,
        },
        ...(told !== undefined && { told }),
        ...(notice.unreadAgain && { unreadAgain: true }),
        ...(files !== undefined && {
          files: (await findNoticeFiles(db, id)).map(({ name }) => name),
        }),
      },
    })
    return succeed({ id }, versionTag(FORM, version))
  }),

  attach: async ({ input, db, now }) => {
    const read = await readAttachment(input.name, input.bytes)
    return 'zh' in read ? refuse(read) : succeed({ file: await storeNoticeFile(db, read, now) })
  },

  withdraw: auditedHandler(async ({ input, db, now, ifMatch, audit }) => {
    const stored = await lockNotice(db, input.id)
    if (stored === undefined) return refuse(refusalTexts.notFound)
    if (ifMatch !== versionTag(FORM, stored.version)) return stale(stored)
    if (stored.status !== 'published' || stored.withdrawn_at !== null)
      return refuse(noticePublishingTexts.notPublished)
    await withdrawNotice(db, { id: stored.id, version: stored.version + 1, now })
    await audit({
      action: 'noticeboard.withdraw',
      about: `notice:${stored.id}`,
      reason: input.reason,
      details: { title: stored.title },
    })
    return succeed({}, versionTag(FORM, stored.version + 1))
  }),
}

// Sets the students of a notice to a group. An important notice or a message is also queued for other
// channels, at the time of its publication. Returns the number of students.
async function distribute(
  db: Db,
  {
    notice,
    id,
    isMessage,
    now,
  }: { notice: SaveNoticeInput; id: string; isMessage: boolean; now: Date },
): Promise<number | undefined> {
  const isDelivered = notice.important === true || isMessage
  const isOut = notice.state === 'published'
  if (!isDelivered || !isOut) await endDeliveries(db, { id, now })
  if (!isOut || notice.audience === 'staff') return undefined
  if (notice.audience !== 'group' && !isDelivered) return undefined
  const audience = (notice.audience === 'group' ? notice.group : undefined) ?? EVERY_STUDENT
  const students = await findAudienceCodes(db, { audience, scope: 'all', now })
  if (notice.audience === 'group')
    await setRecipients(db, { notice: id, students, isDelivered, now })
  else await queueForStudents(db, { notice: id, students, now })
  return students.length
}

const stale = ({ version }: { version: number }): HandlerResult<never> => ({
  type: 'stale',
  etag: versionTag(FORM, version),
  says: noticePublishingTexts.stale,
})

const toLogDetails = ({
  title,
  content,
  title_en,
  content_en,
  audience,
  status,
  published_at,
  withdrawn_at,
  pinned,
}: Selectable<NoticeRow> & { readonly withdrawn_at: Date | null }) => ({
  ...inLog({
    title,
    content,
    titleEn: title_en ?? '',
    contentEn: content_en ?? '',
    audience,
    state: withdrawn_at === null ? status : 'withdrawn',
  }),
  published_at,
  pinned,
})

// The parts of a notice for the audit log. Embedded images are left out.
const inLog = ({
  title,
  content,
  titleEn,
  contentEn,
  audience,
  state,
}: Readonly<
  Record<'title' | 'content' | 'titleEn' | 'contentEn' | 'audience' | 'state', string>
>) => ({
  title,
  content: content.slice(0, MAX_LOGGED_CHARACTERS),
  title_en: titleEn,
  content_en: contentEn.slice(0, MAX_LOGGED_CHARACTERS),
  audience,
  status: state,
})
