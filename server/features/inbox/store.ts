import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { asLike } from '../../platform/database/like.ts'
import { nameBegins, studentFits } from '../../platform/database/person-search.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Which entries are looked at. */
export interface Filter {
  readonly state: string
  readonly find: string
  /** Only what was given to this staff member. */
  readonly staff: string | undefined
}

/** The place of an entry in the list: open ones first, the oldest before all. */
export interface Place {
  readonly answered: boolean
  readonly at: Date
  readonly kind: string
  readonly id: number
}

/** Names one entry. */
export interface Name {
  readonly kind: 'complaint' | 'service'
  readonly id: number
}

const isAnswered = sql<boolean>`inbox.answered_at is not null`

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
    .selectAll('inbox')
    .select(['reader.name as reader_name'])
    .select((e) => [
      e.fn.coalesce('student.name', 'author.name').as('name'),
      e.fn.coalesce('student.number', 'student.exam_number', 'author.code').as('number'),
      e.fn.coalesce('student.department', 'author.department').as('department'),
    ])

/** An entry with who wrote it and who looks after it. */
export type Found = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>

/** A part of the list, from after a place in it. */
export const findEntries = (
  db: Db,
  { state, find, staff }: Filter,
  { after, most }: { after: Place | undefined; most: number },
): Promise<Found[]> =>
  entries(db)
    .$if(state !== '', (query) =>
      query.where('inbox.answered_at', state === 'open' ? 'is' : 'is not', null),
    )
    .$if(staff !== undefined, (query) => query.where('inbox.assigned_to', '=', staff ?? ''))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          ...studentFits('student', find),
          e('author.code', 'in', [find, find.toUpperCase()]),
          nameBegins('author.name', find),
          e('inbox.content', 'like', `%${asLike(find)}%`),
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

/** One entry. */
export const findEntry = (db: Db, { kind, id }: Name): Promise<Found | undefined> =>
  entries(db).where('inbox.kind', '=', kind).where('inbox.id', '=', id).executeTakeFirst()

/** What was answered to an entry, oldest first. */
export const findAnswers = (db: Db, name: Name) =>
  db
    .selectFrom('inbox_answer')
    .innerJoin('staff', 'staff.code', 'inbox_answer.staff_code')
    .select(['inbox_answer.id', 'content', 'answered_at', 'staff.name'])
    .where((e) => isOf(e, name))
    .orderBy('inbox_answer.id')
    .execute()

/** Hold an entry until the transaction ends: of two who answer, one comes after the other. */
export const holdEntry = (db: Db, { kind, id }: Name) =>
  db
    .selectFrom(kind === 'complaint' ? 'advice' : 'service_request')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()

/** Who can look after an entry. */
export const findColleagues = (db: Db) =>
  db
    .selectFrom('staff')
    .select(['code', 'name'])
    .where('closed_at', 'is', null)
    .where('code', 'in', (from) =>
      from
        .selectFrom('staff_role')
        .select('staff_code')
        .where('role', 'in', ['administrator', 'admissions', 'dorm-office']),
    )
    .orderBy('code')
    .execute()

/** Somebody looks after an entry from here on; null for nobody. */
export const assign = (db: Db, { kind, id }: Name, staff: string | null) =>
  db
    .updateTable(kind === 'complaint' ? 'advice' : 'service_request')
    .set({ assigned_to: staff })
    .where('id', '=', id)
    .execute()

/** Write an answer down; the entry is open no more. */
export async function answer(
  db: Db,
  { kind, id }: Name,
  { staff, content, now }: { staff: string; content: string; now: Date },
): Promise<void> {
  await db
    .insertInto('inbox_answer')
    .values({
      advice_id: kind === 'complaint' ? id : null,
      request_id: kind === 'service' ? id : null,
      staff_code: staff,
      content,
      answered_at: now,
    })
    .execute()
  await db
    .updateTable(kind === 'complaint' ? 'advice' : 'service_request')
    .set({ answered_at: now })
    .where('id', '=', id)
    .execute()
}

const isOf = (e: ExpressionBuilder<Schema, 'inbox_answer'>, { kind, id }: Name) =>
  e(kind === 'complaint' ? 'inbox_answer.advice_id' : 'inbox_answer.request_id', '=', id)
