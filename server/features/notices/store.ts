import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import type { NoticeRow } from '../../platform/database/schema/schema.ts'
import type { Caller } from '../../platform/sessions/session.ts'

/** The size up to which the list contains the content of a message, in UTF-8 bytes. */
const MESSAGE_BYTES = 4_000

// The reader. Anonymous readers see only public notices.
type Reader = { kind: 'students' | 'staff'; subject: string } | 'anyone'

const readerOf = (caller: Caller): Reader =>
  caller.role === 'nobody'
    ? 'anyone'
    : { kind: caller.role === 'student' ? 'students' : 'staff', subject: caller.subject }

const readable = (db: Db, reader: Reader, now: Date) =>
  db
    .selectFrom('notice')
    .where('status', '=', 'published')
    .where('published_at', '<=', now)
    .where('withdrawn_at', 'is', null)
    .where((e) => {
      const everyone = e('audience', '=', 'everyone')
      if (reader === 'anyone') return everyone
      return e.or([
        everyone,
        e('audience', '=', reader.kind),
        e.and([e('audience', '=', 'person'), e('subject', '=', reader.subject)]),
        e.and([
          e('audience', '=', 'group'),
          sql<boolean>`exists (select from notice_recipient as recipient where recipient.notice_id = notice.id
            and recipient.student_code = split_part(${reader.subject}::text, 'student:', 2))`,
        ]),
      ])
    })

/**
 * Finds a page of notices, newest first, each with the caller's read mark, and the total number.
 */
export async function findNotices(
  db: Db,
  { caller, now, from, most }: { caller: Caller; now: Date; from: number; most: number },
) {
  const reader = readerOf(caller)
  const notices =
    reader === 'anyone'
      ? await pageOf(db, { reader, now, from, most }).execute()
      : await ownPage.run(db, { ...reader, now, from, most })
  const [first] = notices
  // A page after the last page has no row that could contain the total.
  const total = first?.total ?? (from === 0 ? 0 : await count(db, { caller, now }))
  return { notices, total: Number(total) }
}

// The content of a short notice that is also delivered by other channels, or that is addressed to
// single people; null for other notices.
const messageIn = (column: 'content' | 'content_en') =>
  sql<string | null>`case when (topic <> '' or audience in ('person', 'group'))
    and octet_length(${sql.ref(column)}) <= ${sql.lit(MESSAGE_BYTES)} then ${sql.ref(column)} end`

const pageOf = (
  db: Db,
  { reader, now, from, most }: { reader: Reader; now: Date; from: number; most: number },
) =>
  readable(db, reader, now)
    .select(['id', 'title', 'title_en', 'published_at', 'pinned'])
    .select([messageIn('content').as('message'), messageIn('content_en').as('message_en')])
    .select(({ fn }) => fn.countAll<string>().over().as('total'))
    .select(() =>
      sql<boolean>`exists (select from notice_read where notice_id = notice.id
        and subject = ${reader === 'anyone' ? '' : reader.subject})`.as('read'),
    )
    .orderBy('pinned', 'desc')
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .offset(from)
    .limit(most)

interface OwnPageParams extends Exclude<Reader, 'anyone'> {
  readonly now: Date
  readonly from: number
  readonly most: number
}
const ownPage = prepareQuery(
  'notices of somebody',
  (db, { kind, subject, ...page }: OwnPageParams) =>
    pageOf(db, { reader: { kind, subject }, ...page }),
)

async function count(db: Db, { caller, now }: { caller: Caller; now: Date }): Promise<string> {
  const { total } = await readable(db, readerOf(caller), now)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Finds a notice, if the caller is allowed to read it. */
export const findNotice = (
  db: Db,
  { caller, now, id }: { caller: Caller; now: Date; id: string },
) =>
  readable(db, readerOf(caller), now)
    .select(['id', 'title', 'title_en', 'content', 'content_en', 'published_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Lists the files of a notice in order, without their content. */
export const findNoticeFiles = (db: Db, notice: string) =>
  db
    .selectFrom('notice_file')
    .select(['id', 'name', 'size'])
    .where('notice_id', '=', notice)
    .orderBy('position')
    .execute()

/**
 * Finds a file by key, with its notice; the notice is null if the file is not saved with a notice
 * yet.
 */
export const findNoticeFile = (db: Db, id: string) =>
  db
    .selectFrom('notice_file')
    .select(['notice_id', 'name', 'type', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Marks a notice as read by a person. */
export const markNoticeRead = (
  db: Db,
  { subject, id, now }: { subject: string; id: string; now: Date },
) =>
  db
    .insertInto('notice_read')
    .values({ subject, notice_id: id, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Inserts a notice. */
export const insertNotice = (db: Db, notice: Insertable<NoticeRow>) =>
  db.insertInto('notice').values(notice).execute()

/**
 * Sets the students of a notice to a group. With a topic, it is queued for those who are new, at the
 * time of its publication; those who no longer belong to the group lose the notice.
 */
export async function setRecipients(
  db: Db,
  wanted: { notice: string; students: readonly string[]; isDelivered: boolean; now: Date },
): Promise<void> {
  const { notice, students, isDelivered, now } = wanted
  for (const table of ['notice_recipient', 'message_delivery'] as const)
    await db
      .deleteFrom(table)
      .where('notice_id', '=', notice)
      .where(sql<boolean>`not student_code = any(${students}::text[])`)
      .execute()
  await sql`
    insert into notice_recipient (notice_id, student_code)
    select ${notice}, code from unnest(${students}::text[]) as code on conflict do nothing`.execute(
    db,
  )
  if (isDelivered) await queueForStudents(db, { notice, students, now })
}

/** Queues a notice for these students, at the time of its publication. */
export const queueForStudents = (
  db: Db,
  { notice, students, now }: { notice: string; students: readonly string[]; now: Date },
) =>
  sql`
    insert into message_delivery (notice_id, student_code, created_at, next_at)
    select notice.id, code, ${now}, greatest(notice.published_at, ${now})
    from notice cross join unnest(${students}::text[]) as code where notice.id = ${notice}
    on conflict (notice_id, student_code) do update set next_at = excluded.next_at
      where message_delivery.ended_at is null`.execute(db)

/** Withdraws a published notice. */
export const withdrawNotice = (
  db: Db,
  { id, version, now }: { id: string; version: number; now: Date },
) => db.updateTable('notice').set({ withdrawn_at: now, version }).where('id', '=', id).execute()

/** Ends the deliveries of a notice that other channels no longer deliver. */
export const endDeliveries = (db: Db, { id, now }: { id: string; now: Date }) =>
  db
    .updateTable('message_delivery')
    .set({ ended_at: now })
    .where('notice_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
