import { sql } from 'kysely'
import type { NoticeState, SavedNotice } from '#contract/noticeboard'
import type { Db } from '../../platform/database/database.ts'

// What one person is told is no matter of the board.
const board = (db: Db) => db.selectFrom('notice').where('audience', '<>', 'person')

const stateAt = (now: Date) =>
  sql<string>`case when withdrawn_at is not null then 'withdrawn'
    when status = 'published' and published_at > ${now} then 'scheduled' else status end`

/** Notices of the board, newest first, from behind `after`: a line's time and id. */
export const findBoard = (
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
    .select(['id', 'title', 'audience', 'published_at', 'title_en'])
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

// A text that sorts as the time does, and then as the id.
const placeOf = sql<string>`to_char(published_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || id`

/** One notice of the board, held until the transaction ends. */
export const lockNotice = (db: Db, id: string) =>
  board(db).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** One notice of the board. */
export const readNotice = (db: Db, { id, now }: { id: string; now: Date }) =>
  board(db)
    .selectAll()
    .select(stateAt(now).$castTo<NoticeState>().as('state'))
    .where('id', '=', id)
    .executeTakeFirst()

/** Write a notice as this version. */
export async function writeNotice(
  db: Db,
  {
    notice,
    id,
    version,
    publishedAt,
  }: { notice: SavedNotice; id: string; version: number; publishedAt: Date },
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
  }
  await db
    .insertInto('notice')
    .values({ ...values, id, subject: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Nobody has read it any more. */
export const forgetReaders = (db: Db, id: string) =>
  db.deleteFrom('notice_read').where('notice_id', '=', id).execute()

/** Take a published notice back. */
export const withdrawNotice = (
  db: Db,
  { id, version, now }: { id: string; version: number; now: Date },
) => db.updateTable('notice').set({ withdrawn_at: now, version }).where('id', '=', id).execute()
