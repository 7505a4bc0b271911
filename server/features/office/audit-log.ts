import { sql } from 'kysely'
import { type AuditAction, findAuditActionsByText } from '#i18n/audit-actions'
import type { LogDetails } from '#i18n/audit-changes'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/queries/escape-like.ts'
import { nameStartsWith, nameContains } from '../../platform/database/queries/person-search.ts'

/** An entry of the audit log. */
export interface AuditEntry {
  /**
   * The code of the staff member; or `student:<code>` for a student who has seen other people's
   * numbers.
   */
  readonly staff: string
  /** The action, such as `students.withdraw`; the log has a text for each action. */
  readonly action: AuditAction
  /** The object of the action: `student:<code>`, `notice:<id>` … */
  readonly about?: string
  readonly reason?: string
  /** Details for the reader, without ID numbers and phone numbers. */
  readonly details?: LogDetails
  readonly now: Date
}

/**
 * Appends an entry to the audit log; call it in the transaction of the action. The database rejects
 * updates and deletes of entries.
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

/** Finds who did this to an object last, when and why; undefined if the log no longer has it. */
export const findLastAuditEntry = (db: Db, action: AuditAction, about: string) =>
  db
    .selectFrom('office_log')
    .leftJoin('staff', 'staff.code', 'office_log.staff_code')
    .select(['at', 'reason'])
    .select((e) => e.fn.coalesce('staff.name', 'office_log.staff_code').as('by'))
    .where('action', '=', action)
    .where('about', '=', about)
    .orderBy('office_log.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The filter of the audit log's entries. */
export interface AuditLogFilter {
  readonly find: string
  readonly by: string
  /** The capability of the action (the part before the dot); '' for all. */
  readonly kind: string
  readonly since: Date | undefined
  readonly until: Date | undefined
}

// The name of an entry's object. For a row of a catalogue, the entry itself contains the name.
const SUBJECT_NAME = sql<string>`coalesce(case split_part(about, ':', 1)
  when 'student' then (select student.name || ' ' || coalesce(number, exam_number, '') from student
    where student.code = substr(about, 9))
  when 'staff' then (select named.name || ' ' || named.code from staff as named
    where named.code = substr(about, 7))
  when 'step' then (select title from flow_step where flow_step.id::text = substr(about, 6))
  when 'import' then (select file_name from import where import.id = substr(about, 8))
  when 'notice' then (select title from notice where notice.id = substr(about, 8))
  when 'campusForm' then (select coalesce(nullif(definition -> 'title' ->> 'zh', ''), definition -> 'title' ->> 'en')
    from campus_form_draft where form_id = substr(about, 12))
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

// The students who match a number or name, in the format of the object of an entry.
const matchingStudents = (find: string) =>
  sql<string>`(select 'student:' || code from student
    where number = ${find} or exam_number = ${find} or ${nameStartsWith('student.name', find)})`

/** The cursor after a page of the log: its last entry. */
export interface AuditLogCursor {
  readonly at: Date
  readonly id: string
}

/** Lists entries of the log, newest first, after a cursor. */
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

/** Selects the same entries for an export, each with a key that sorts by time. */
export const selectAuditLogRows = (db: Db, filter: AuditLogFilter) =>
  selectAuditEntries(db, filter).select(
    sql<string>`to_char(at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || lpad(office_log.id::text, 20, '0')`.as(
      'key',
    ),
  )
