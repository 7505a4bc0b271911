import { sql } from 'kysely'
import type { NoticeState, SaveNoticeInput } from '#contract/notice-publishing'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import type { Attachment } from './attachment.ts'

// The notices of the notice board; notices to one person are not part of it.
const board = (db: Db) => db.selectFrom('notice').where('audience', '<>', 'person')

const stateAt = (now: Date) =>
  sql<string>`case when withdrawn_at is not null then 'withdrawn'
    when status = 'published' and published_at > ${now} then 'scheduled' else status end`

/**
 * Lists notices of the board, newest first. The cursor `after` consists of the time and id of a
 * row.
 */
export const findBoardNotices = (
  db: Db,
  {
    state,
    find,
    after,
    most,
    now,
  }: { state: string; find: string; after: string; most: number; now: Date },
) =>
  board(db)
    .select(['id', 'title', 'audience', 'published_at', 'title_en', 'pinned'])
    .select(stateAt(now).$castTo<NoticeState>().as('state'))
    .select(placeOf.as('place'))
    .$if(state !== '', (query) => query.where(stateAt(now), '=', state))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          e(sql`strpos(title, ${find})`, '>', sql`0`),
          e(sql`strpos(lower(title_en), lower(${find}))`, '>', sql`0`),
        ]),
      ),
    )
    .$if(after !== '', (query) => query.where(placeOf, '<', after))
    .orderBy(placeOf, 'desc')
    .limit(most)
    .execute()

// A text that sorts by time and then by id.
const placeOf = sql<string>`to_char(published_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || id`

/** Finds a notice of the board and locks it until the transaction ends. */
export const lockNotice = (db: Db, id: string) =>
  board(db).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Finds a notice of the board. */
export const readNotice = (db: Db, { id, now }: { id: string; now: Date }) =>
  board(db)
    .selectAll()
    .select(stateAt(now).$castTo<NoticeState>().as('state'))
    .where('id', '=', id)
    .executeTakeFirst()

/** Stores a notice as this version. */
export async function writeNotice(
  db: Db,
  {
    notice,
    id,
    version,
    publishedAt,
    isMessage,
    by,
  }: {
    notice: SaveNoticeInput
    id: string
    version: number
    publishedAt: Date
    isMessage: boolean
    by: string
  },
): Promise<void> {
  const values = {
    title: notice.title,
    content: notice.content,
    title_en: notice.titleEn === '' ? null : notice.titleEn,
    content_en: notice.contentEn === '' ? null : notice.contentEn,
    audience: notice.audience,
    published_at: publishedAt,
    status: notice.state,
    withdrawn_at: null,
    version,
    ...(notice.pinned !== undefined && { pinned: notice.pinned }),
    important: notice.important === true,
    topic: isMessage
      ? ('message' as const)
      : notice.important === true
        ? ('notice' as const)
        : ('' as const),
    group_value: notice.audience === 'group' ? JSON.stringify(notice.group) : null,
  }
  await db
    .insertInto('notice')
    .values({ ...values, id, subject: null, sent_by: by })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/**
 * Stores a file for a notice that will be saved later. Deletes old files that were never saved with
 * a notice.
 */
export async function storeNoticeFile(db: Db, attachment: Attachment, now: Date) {
  await db
    .deleteFrom('notice_file')
    .where('notice_id', 'is', null)
    .where('created_at', '<', addSeconds(now, -DAY_SECONDS))
    .execute()
  const size = attachment.bytes.byteLength
  const file = { id: createSecret(), name: attachment.name, size }
  const { type, bytes } = attachment
  await db
    .insertInto('notice_file')
    .values({ ...file, type, bytes, notice_id: null, position: 0, created_at: now })
    .execute()
  return file
}

interface NoticeFiles {
  readonly notice: string
  readonly files: readonly string[]
}

/** Whether these files exist for this notice. The files are locked until the transaction ends. */
export async function lockNoticeFiles(db: Db, { notice, files }: NoticeFiles): Promise<boolean> {
  const found = await db
    .selectFrom('notice_file')
    .select('id')
    .where('id', '=', (e) => e.fn.any(e.val([...files])))
    .where((e) => e.or([e('notice_id', 'is', null), e('notice_id', '=', notice)]))
    .forUpdate()
    .execute()
  return found.length === files.length
}

/** Sets the files of a notice, in this order. */
export async function setNoticeFiles(db: Db, { notice, files }: NoticeFiles): Promise<void> {
  await db
    .deleteFrom('notice_file')
    .where('notice_id', '=', notice)
    .where((e) => e.not(e('id', '=', e.fn.any(e.val([...files])))))
    .execute()
  for (const [position, id] of files.entries())
    await db
      .updateTable('notice_file')
      .set({ notice_id: notice, position })
      .where('id', '=', id)
      .execute()
}

/** Marks a notice as unread for everybody. */
export const markNoticeUnreadForEverybody = (db: Db, id: string) =>
  db.deleteFrom('notice_read').where('notice_id', '=', id).execute()
