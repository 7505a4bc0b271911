import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { NoticeRow } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/sessions/session.ts'

/** The notices that this caller may read; who is not bound reads the public ones. */
const readable = (db: Db, caller: Caller, now: Date) =>
  db
    .selectFrom('notice')
    .where('status', '=', 'published')
    .where('published_at', '<=', now)
    .where('withdrawn_at', 'is', null)
    .where((e) => {
      const everyone = e('audience', '=', 'everyone')
      if (caller.role === 'nobody') return everyone
      const kind = e('audience', '=', caller.role === 'student' ? 'students' : 'staff')
      return e.or([
        everyone,
        kind,
        e.and([e('audience', '=', 'person'), e('subject', '=', caller.subject)]),
      ])
    })

/**
 * A page of notices, newest first, each with whether the caller has read it, and how many there are
 * in all.
 */
export async function findNotices(
  db: Db,
  { caller, now, from, most }: { caller: Caller; now: Date; from: number; most: number },
) {
  const notices = await readable(db, caller, now)
    .select(['id', 'title', 'title_en', 'published_at'])
    .select(({ fn }) => fn.countAll<string>().over().as('total'))
    .select(() =>
      sql<boolean>`exists (select from notice_read where notice_id = notice.id and subject = ${subjectOf(caller)})`.as(
        'read',
      ),
    )
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .offset(from)
    .limit(most)
    .execute()
  const [first] = notices
  // A page behind the last one has no row to say it.
  const total = first?.total ?? (from === 0 ? 0 : await count(db, { caller, now }))
  return { notices, total: Number(total) }
}

async function count(db: Db, { caller, now }: { caller: Caller; now: Date }): Promise<string> {
  const { total } = await readable(db, caller, now)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** One notice, if the caller may read it. */
export const findNotice = (
  db: Db,
  { caller, now, id }: { caller: Caller; now: Date; id: string },
) =>
  readable(db, caller, now)
    .select(['id', 'title', 'title_en', 'content', 'content_en', 'published_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Note that somebody has read a notice. */
export const markRead = (
  db: Db,
  { subject, id, now }: { subject: string; id: string; now: Date },
) =>
  db
    .insertInto('notice_read')
    .values({ subject, notice_id: id, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Write a notice down. */
export const insertNotice = (db: Db, notice: Insertable<NoticeRow>) =>
  db.insertInto('notice').values(notice).execute()

const subjectOf = (caller: Caller) => (caller.role === 'nobody' ? '' : caller.subject)
