import { sql } from 'kysely'
import { type AuditAction, findAuditActionsByText } from '#i18n/audit-actions'
import type { LogDetails } from '#i18n/audit-changes'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/queries/escape-like.ts'
import { nameStartsWith, nameContains } from '../../platform/database/queries/person-search.ts'

/** What a staff member did, for the audit log. */
interface AuditEntry {
  /** The code of the staff member; `student:<code>` of a student who was shown others' numbers. */
  readonly staff: string
  /** One of the actions that the log has a text for, such as `students.withdraw`. */
  readonly action: AuditAction
  /** Whom or what it was done to: `student:<code>`, `notice:<id>` … */
  readonly about?: string
  readonly reason?: string
  /** What a reader needs to understand it; no ID number, no phone number. */
  readonly details?: LogDetails
  readonly now: Date
}

/**
 * Append to the audit log, in the transaction of the action itself. The database refuses to change or
 * delete an entry.
 */
export const recordAuditEntry = (
  db: Db,
  { staff, action, about, reason = '', details = {}, now }: AuditEntry,
) =>
  db
    .insertInto('office_log')
    .values({
      at: now,
      staff_code: staff,
      action,
      about: about ?? null,
      reason,
      details: JSON.stringify(details),
    })
    .execute()

/** Which entries of the log are read. */
export interface AuditLogFilter {
  readonly find: string
  readonly by: string
  /** The part of an action before its point; '' for everything. */
  readonly kind: string
  readonly since: Date | undefined
  readonly until: Date | undefined
}

// The name of whom or what an entry is about. For a catalogue the entry itself has it.
const SUBJECT_NAME = sql<string>`coalesce(case split_part(about, ':', 1)
  when 'student' then (select student.name || ' ' || coalesce(number, exam_number, '') from student
    where student.code = substr(about, 9))
  when 'staff' then (select named.name || ' ' || named.code from staff as named
    where named.code = substr(about, 7))
  when 'step' then (select title from flow_step where flow_step.id::text = substr(about, 6))
  when 'import' then (select file_name from import where import.id = substr(about, 8))
  when 'notice' then (select title from notice where notice.id = substr(about, 8))
  else (select coalesce(said ->> 'name', said ->> 'title', said ->> 'label', said ->> 'item',
      said ->> 'chinese', nullif(concat_ws(' ', said ->> 'building', said ->> 'room'), ''),
      nullif(concat_ws(' ', said ->> 'garment', said ->> 'size'), ''))
    from (select case when details ? 'after' then details -> 'after' else details -> 'before' end as said) as row)
  end, '')`

const selectAuditEntries = (db: Db, { find, by, kind, since, until }: AuditLogFilter) =>
  db
    .selectFrom('office_log')
    .leftJoin('staff', 'staff.code', 'office_log.staff_code')
    .leftJoin('student as doer', (join) =>
      join.on(sql<boolean>`office_log.staff_code = 'student:' || doer.code`),
    )
    .select(['office_log.id', 'at', 'staff_code as by', 'action', 'about', 'reason', 'details'])
    .select((e) => [
      e.fn.coalesce('staff.name', 'doer.name', e.val('')).as('name'),
      SUBJECT_NAME.as('named'),
    ])
    .$if(kind !== '', (query) => query.where('action', 'like', `${escapeLike(kind)}.%`))
    .$if(by !== '', (query) =>
      query.where((e) =>
        e.or([
          e('staff_code', '=', by.toUpperCase()),
          nameContains('staff.name', by),
          e('staff_code', '=', by),
        ]),
      ),
    )
    .$if(since !== undefined, (query) => query.where('at', '>=', since ?? null))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? null))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          e('staff_code', '=', find),
          e('action', 'like', `${escapeLike(find)}%`),
          e('action', 'in', ['', ...findAuditActionsByText(find)]),
          e('about', 'like', `%${escapeLike(find)}%`),
          e('about', 'in', matchingStudents(find)),
          sql<boolean>`details -> 'students' ?| array(
            select code from student where number = ${find} or exam_number = ${find})`,
        ]),
      ),
    )

// The students of a number or a name, as entries name them.
const matchingStudents = (find: string) =>
  sql<string>`(select 'student:' || code from student
    where number = ${find} or exam_number = ${find} or ${nameStartsWith('student.name', find)})`

/** Where a page of the log ended: its last entry. */
export interface AuditLogCursor {
  readonly at: Date
  readonly id: string
}

/** Entries of the log, newest first, after a cursor. */
export const findAuditLog = (
  db: Db,
  filter: AuditLogFilter,
  { after, most }: { after: AuditLogCursor | undefined; most: number },
) =>
  selectAuditEntries(db, filter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(at, office_log.id) < (${after?.at}::timestamptz, ${after?.id}::bigint)`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('office_log.id', 'desc')
    .limit(most)
    .execute()

/** The same entries for an export, each with a key that sorts them by time. */
export const selectAuditLogRows = (db: Db, filter: AuditLogFilter) =>
  selectAuditEntries(db, filter).select(
    sql<string>`to_char(at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || lpad(office_log.id::text, 20, '0')`.as(
      'key',
    ),
  )
