import { type ExpressionBuilder, sql } from 'kysely'
import { OFFICE_ROLES, type StaffRole } from '#contract/roles'
import type { ComplaintState } from '#contract/support'
import { type InboxAction, NO_CATEGORY_FILTER } from '#contract/support-inbox'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/queries/escape-like.ts'
import { nameStartsWith, studentMatches } from '../../platform/database/queries/person-search.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'

/** A staff member with roles, to whom entries can be assigned. */
export interface InboxAssignee {
  readonly code: string
  readonly roles: readonly StaffRole[]
}

/** The filter of the inbox's entries. */
export interface InboxFilter {
  readonly state: string
  readonly find: string
  /** The id of a category, '' for all, or `NO_CATEGORY`. */
  readonly category: string
  /** If set, only entries that are assigned to this staff member or to one of their roles. */
  readonly holder: InboxAssignee | undefined
}

/** A cursor of the inbox's list. Open entries come first, the oldest of them at the top. */
export interface InboxCursor {
  readonly answered: boolean
  readonly at: Date
  readonly kind: string
  readonly id: number
}

/** Identifies an entry of the inbox. */
export interface InboxEntryRef {
  readonly kind: 'complaint' | 'service'
  readonly id: number
}

const isAnswered = sql<boolean>`inbox.answered_at is not null`

const isGivenTo = ({ code, roles }: InboxAssignee) =>
  sql<boolean>`(inbox.assigned_to = ${code} or inbox.assigned_role = any(${[...roles]}::text[]))`

const STATES: Readonly<Record<string, ReturnType<typeof sql<boolean>>>> = {
  open: sql<boolean>`inbox.answered_at is null`,
  answered: sql<boolean>`inbox.answered_at is not null and inbox.closed_at is null`,
  closed: sql<boolean>`inbox.closed_at is not null`,
}

const entries = (db: Db) =>
  db
    .selectFrom('inbox')
    .leftJoin('student', (join) =>
      join.on(
        sql<boolean>`student.code = substr(inbox.subject, 9) and inbox.subject like 'student:%'`,
      ),
    )
    .leftJoin('staff as author', (join) =>
      join.on(
        sql<boolean>`author.code = substr(inbox.subject, 7) and inbox.subject like 'staff:%'`,
      ),
    )
    .leftJoin('staff as reader', 'reader.code', 'inbox.assigned_to')
    .leftJoin('complaint_category as category', 'category.id', 'inbox.category_id')
    .selectAll('inbox')
    .select(['reader.name as reader_name', 'category.name as category_name'])
    .select((e) => [
      e.fn.coalesce('student.name', 'author.name').as('name'),
      e.fn.coalesce('student.number', 'student.exam_number', 'author.code').as('number'),
      e.fn.coalesce('student.department', 'author.department').as('department'),
    ])

/** An entry with its author and assignee. */
export type InboxEntryRow = Awaited<
  ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>
>

/** Finds a page of the inbox's entries, after a cursor. */
export const findInboxEntries = (
  db: Db,
  { state, find, category, holder }: InboxFilter,
  { after, most }: { after: InboxCursor | undefined; most: number },
): Promise<InboxEntryRow[]> =>
  entries(db)
    .$if(state !== '', (query) => query.where(STATES[state] ?? sql<boolean>`false`))
    .$if(holder !== undefined, (query) =>
      query.where(holder === undefined ? sql<boolean>`true` : isGivenTo(holder)),
    )
    .$if(category !== '', (query) =>
      category === NO_CATEGORY_FILTER
        ? query.where('inbox.kind', '=', 'complaint').where('inbox.category_id', 'is', null)
        : query.where('inbox.category_id', '=', category),
    )
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          ...studentMatches('student', find),
          e('author.code', 'in', [find, find.toUpperCase()]),
          nameStartsWith('author.name', find),
          e('inbox.content', 'like', `%${escapeLike(find)}%`),
        ]),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${isAnswered}, inbox.created_at, inbox.kind, inbox.id) > (${after?.answered}, ${after?.at}::timestamptz, ${after?.kind}, ${after?.id}::int)`,
      ),
    )
    .orderBy(isAnswered)
    .orderBy('inbox.created_at')
    .orderBy('inbox.kind')
    .orderBy('inbox.id')
    .limit(most)
    .execute()

/** Selects the entries without an answer that a reader sees; without `holder` all of them. */
export const selectOpenEntries = (db: Db, holder: InboxAssignee | undefined) =>
  db
    .selectFrom('inbox')
    .where('inbox.answered_at', 'is', null)
    .$if(holder !== undefined, (query) =>
      query.where(holder === undefined ? sql<boolean>`true` : isGivenTo(holder)),
    )

/** Finds an entry. */
export const findInboxEntry = (
  db: Db,
  { kind, id }: InboxEntryRef,
): Promise<InboxEntryRow | undefined> =>
  entries(db).where('inbox.kind', '=', kind).where('inbox.id', '=', id).executeTakeFirst()

/** Lists the events of an entry, oldest first. The number of events is the version of the entry. */
export const findInboxEvents = (db: Db, name: InboxEntryRef) =>
  db
    .selectFrom('inbox_event')
    .leftJoin('staff', 'staff.code', 'inbox_event.staff_code')
    .leftJoin('staff as taker', 'taker.code', 'inbox_event.to_staff')
    .select(['inbox_event.id', 'act', 'content', 'at', 'to_role'])
    .select(['staff.name as by', 'taker.name as to'])
    .where((e) => isOf(e, name))
    .orderBy('inbox_event.id')
    .execute()

/** Lists the keys of a complaint's images, in order. */
export async function findPictures(db: Db, { kind, id }: InboxEntryRef): Promise<string[]> {
  if (kind !== 'complaint') return []
  const rows = await db
    .selectFrom('advice_picture')
    .select('image_id')
    .where('advice_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map(({ image_id }) => image_id)
}

/** Finds an image and the complaint to which it belongs. */
export const findPicture = (db: Db, key: string) =>
  db
    .selectFrom('advice_picture')
    .innerJoin('image', 'image.id', 'advice_picture.image_id')
    .select(['advice_id', 'image.bytes', 'image.type'])
    .where('image.id', '=', key)
    .executeTakeFirst()

/**
 * Counts complaints by category: each category that is on offer or has complaints, and at the end
 * the complaints without a category.
 */
export async function countCategories(db: Db, holder: InboxAssignee | undefined) {
  const given = holder === undefined ? sql<boolean>`true` : isGivenTo(holder)
  const { rows } = await sql<{ id: string; name: string; open: string; total: string }>`
    select category.id, category.name, count(inbox.id) filter (where inbox.answered_at is null) as open,
        count(inbox.id) as total
      from complaint_category category
      left join inbox on inbox.category_id = category.id and ${given}
      group by category.id having category.withdrawn_at is null or count(inbox.id) > 0
      order by category.position, category.id`.execute(db)
  const none = await db
    .selectFrom('inbox')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .select(sql<string>`count(*) filter (where answered_at is null)`.as('open'))
    .where('kind', '=', 'complaint')
    .where('category_id', 'is', null)
    .where(given)
    .executeTakeFirstOrThrow()
  return [...rows, { id: '', name: '', ...none }]
}

/** Locks an entry until the transaction ends, so that concurrent answers are serialized. */
export const lockInboxEntry = (db: Db, { kind, id }: InboxEntryRef) =>
  db
    .selectFrom(kind === 'complaint' ? 'advice' : 'service_request')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()

/** Lists the staff to whom entries can be assigned. */
export const findColleagues = (db: Db) =>
  db
    .selectFrom('staff')
    .select(['code', 'name'])
    .where('closed_at', 'is', null)
    .where('code', 'in', (from) =>
      from
        .selectFrom('staff_role')
        .select('staff_code')
        .where('role', 'in', [...OFFICE_ROLES]),
    )
    .orderBy('code')
    .execute()

/** The status of an entry after an event. */
export interface EntryStatusChange {
  readonly assigned_to?: string | null
  readonly assigned_role?: string | null
  readonly answered_at?: Date | null
  readonly closed_at?: Date | null
}

/** An action of a staff member on an entry. */
export interface EntryAction {
  readonly act: Exclude<InboxAction, 'unsolved'>
  readonly staff: string
  readonly content?: string
  readonly toStaff?: string | null
  readonly toRole?: string | null
  readonly now: Date
}

/** Stores an event of an entry and its new status. */
export async function recordInboxEvent(
  db: Db,
  { kind, id }: InboxEntryRef,
  { act, staff, content = '', toStaff = null, toRole = null, now }: EntryAction,
  standing: EntryStatusChange,
): Promise<void> {
  await db
    .insertInto('inbox_event')
    .values({
      advice_id: kind === 'complaint' ? id : null,
      request_id: kind === 'service' ? id : null,
      act,
      staff_code: staff,
      content,
      to_staff: toStaff,
      to_role: toRole,
      at: now,
    })
    .execute()
  await db
    .updateTable(kind === 'complaint' ? 'advice' : 'service_request')
    .set(standing)
    .where('id', '=', id)
    .execute()
}

/** The state of a complaint or request. */
export function toInboxState({
  answered_at,
  closed_at,
}: {
  readonly answered_at: Date | null
  readonly closed_at: Date | null
}): ComplaintState {
  if (closed_at !== null) return 'closed'
  return answered_at === null ? 'open' : 'answered'
}

const isOf = (e: ExpressionBuilder<DatabaseSchema, 'inbox_event'>, { kind, id }: InboxEntryRef) =>
  e(kind === 'complaint' ? 'inbox_event.advice_id' : 'inbox_event.request_id', '=', id)
