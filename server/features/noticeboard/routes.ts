import type { Selectable } from 'kysely'
import type { noticeboard } from '#contract/noticeboard'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { refusalTexts } from '#i18n/refusals'
import { chinaMinute, ofChina } from '../../platform/clock.ts'
import type { NoticeRow } from '../../platform/database/schema.ts'
import { tagOf } from '../../platform/database/versions.ts'
import { byStaff, good, type Handlers, type Outcome, refused } from '../../platform/http/handler.ts'
import { newSecret } from '../../platform/sessions/secrets.ts'
import { cleanHtml, findFiles } from '../notices/face.ts'
import { noteDeed } from '../office/face.ts'
import { readAttachment } from './attachment.ts'
import {
  attachFiles,
  findBoard,
  forgetReaders,
  holdFiles,
  keepFile,
  lockNotice,
  readNotice,
  withdrawNotice,
  writeNotice,
} from './store.ts'

const FORM = 'notice'
const PAGE = 50
/** So much of a text stands in the log, characters. */
const NOTED = 4000

/** The notices as the office writes them; what is written is cleaned as what is read. */
export const noticeboardHandlers: Handlers<typeof noticeboard> = {
  list: byStaff(async ({ input, db, now }) => {
    const rows = await findBoard(db, { ...input, most: PAGE, now })
    return good({
      notices: rows.map(({ id, title, state, audience, published_at, title_en, pinned }) => ({
        id,
        title,
        state,
        audience,
        publishAt: chinaMinute(published_at),
        inEnglish: title_en ?? '',
        pinned,
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.place ?? ''),
    })
  }),

  find: byStaff(async ({ input, db, now }) => {
    const row = await readNotice(db, { id: input.id, now })
    if (row === undefined) return refused(refusalTexts.notFound)
    const { id, title, state, audience, published_at } = row
    const notice = {
      id,
      title,
      content: cleanHtml(row.content),
      titleEn: row.title_en ?? '',
      contentEn: cleanHtml(row.content_en ?? ''),
      state,
      audience,
      publishAt: chinaMinute(published_at),
      pinned: row.pinned,
      files: await findFiles(db, id),
    }
    return good({ notice }, tagOf(FORM, row.version))
  }),

  save: byStaff(async ({ input, db, now, staff, ifMatch }) => {
    const notice = {
      ...input,
      content: cleanHtml(input.content),
      contentEn: cleanHtml(input.contentEn),
    }
    const stored = input.id === '' ? undefined : await lockNotice(db, input.id)
    if (stored === undefined && input.id !== '') return refused(refusalTexts.notFound)
    if (stored !== undefined && ifMatch !== tagOf(FORM, stored.version)) return stale(stored)
    if (stored?.status === 'published' && stored.withdrawn_at === null && notice.state === 'draft')
      return refused(noticePublishingTexts.withdrawFirst)
    const id = stored?.id ?? newSecret()
    const version = (stored?.version ?? 0) + 1
    const publishedAt = notice.publishAt === '' ? now : ofChina(notice.publishAt)
    const { files } = notice
    if (files !== undefined && !(await holdFiles(db, { notice: id, files })))
      return refused(noticePublishingTexts.fileGone)
    await writeNotice(db, { notice, id, version, publishedAt })
    if (files !== undefined) await attachFiles(db, { notice: id, files })
    if (notice.unreadAgain) await forgetReaders(db, id)
    await noteDeed(db, {
      staff: staff.code,
      action: 'noticeboard.save',
      about: `notice:${id}`,
      details: {
        before: stored && noted(stored),
        after: {
          ...inLog(notice),
          published_at: publishedAt,
          pinned: notice.pinned ?? stored?.pinned ?? false,
        },
        ...(notice.unreadAgain && { unreadAgain: true }),
        ...(files !== undefined && { files: (await findFiles(db, id)).map(({ name }) => name) }),
      },
      now,
    })
    return good({ id }, tagOf(FORM, version))
  }),

  attach: async ({ input, db, now }) => {
    const read = await readAttachment(input.name, input.bytes)
    return 'zh' in read ? refused(read) : good({ file: await keepFile(db, read, now) })
  },

  withdraw: byStaff(async ({ input, db, now, staff, ifMatch }) => {
    const stored = await lockNotice(db, input.id)
    if (stored === undefined) return refused(refusalTexts.notFound)
    if (ifMatch !== tagOf(FORM, stored.version)) return stale(stored)
    if (stored.status !== 'published' || stored.withdrawn_at !== null)
      return refused(noticePublishingTexts.notPublished)
    await withdrawNotice(db, { id: stored.id, version: stored.version + 1, now })
    await noteDeed(db, {
      staff: staff.code,
      action: 'noticeboard.withdraw',
      about: `notice:${stored.id}`,
      reason: input.reason,
      details: { title: stored.title },
      now,
    })
    return good({}, tagOf(FORM, stored.version + 1))
  }),
}

const stale = ({ version }: { version: number }): Outcome<never> => ({
  type: 'stale',
  etag: tagOf(FORM, version),
  says: noticePublishingTexts.stale,
})

const noted = ({
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

// A picture would fill the log.
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
  content: content.slice(0, NOTED),
  title_en: titleEn,
  content_en: contentEn.slice(0, NOTED),
  audience,
  status: state,
})
