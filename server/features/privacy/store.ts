import { type RawBuilder, sql } from 'kysely'
import { queuedCampusFormName } from '#contract/campus-form-names'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { RetentionKind } from '../../platform/settings/retention.ts'
import type { PersonalDataTable } from './personal-data-tables.ts'

// Tables whose code column contains the codes of students and of staff, so the role has to be
// compared too.
const OF_STUDENTS = new Set(['session', 'binding'])

const isAboutStudent = (
  { table, subjectColumn }: PersonalDataTable,
  code: string,
): RawBuilder<boolean> => {
  if (subjectColumn === 'log')
    return sql`(about = ${`student:${code}`} or staff_code = ${`student:${code}`}
      or details -> 'students' ? ${code})`
  const name = subjectColumn === 'subject' ? `student:${code}` : code
  const role = OF_STUDENTS.has(table) ? sql` and role = 'student'` : sql``
  return sql`${sql.ref(subjectColumn)} = ${name}${role}`
}

/** Counts a student's records in each table, in the order of the tables. */
export async function countPersonalRecords(
  db: Db,
  tables: readonly PersonalDataTable[],
  code: string,
): Promise<number[]> {
  const counts = tables.map(
    (one) =>
      sql`(select count(*)::int from ${sql.table(one.table)} where ${isAboutStudent(one, code)})`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts`.execute(db)
  return rows[0]?.counts ?? []
}

/** Reads a student's records of a table, unchanged. */
export async function readPersonalRecords(
  db: Db,
  one: PersonalDataTable,
  code: string,
): Promise<unknown[]> {
  const { naming } = one
  const without = [
    ...(one.omittedColumns ?? []),
    ...(one.picture === true ? ['bytes'] : []),
    ...(naming === undefined ? [] : [naming.column]),
  ]
  const named =
    naming === undefined
      ? sql``
      : sql` || jsonb_build_object(${sql.lit(naming.as)}, (select name from ${sql.table(naming.table)} named
          where named.id = ${sql.ref(`kept.${naming.column}`)}))`
  const picture =
    one.picture === true
      ? sql` || jsonb_build_object('bytes', encode(kept.bytes, 'base64'))`
      : sql``
  const { rows } = await sql<{ row: unknown }>`
    select (to_jsonb(kept) - ${without}::text[])${picture}${named} as row
    from ${sql.table(one.table)} as kept where ${isAboutStudent(one, code)}`.execute(db)
  return rows.map(({ row }) => row)
}

type Old = (before: Date, now: Date) => RawBuilder<unknown>[]

/** The conditions that select old records, as the end of an SQL statement. */
const OLD: Readonly<Record<RetentionKind, Old>> = {
  'face-photo': (before) => [sql`image where purpose = 'photo' and created_at < ${before}`],
  papers: (before) => [sql`image where purpose = 'application' and created_at < ${before}`],
  family: (before) => [
    sql`household where updated_at < ${before}`,
    sql`personal_details where updated_at < ${before}`,
    sql`student_field_value where updated_at < ${before}`,
  ],
  travel: (before) => [sql`travel where arrival_date < ${before}::date`],
  // The history of a form of the campus has the period of its answers.
  'form-history': (before) => [
    sql`form_history where at < ${before} and not starts_with(form, ${queuedCampusFormName('')})`,
  ],
  // A form can have a retention period of its own, for all versions of its answers and their files.
  'campus-forms': (before, now) => {
    const limit = sql`case when form.retention_days = 0 then ${before}
      else ${now}::timestamptz - form.retention_days * interval '1 day' end`
    return [
      sql`form_history as line where exists (select from campus_form form
        where line.form = ${queuedCampusFormName('')} || form.id and line.at < ${limit})`,
      sql`campus_form_attachment as file where exists (select from campus_form_answer answer
        join campus_form form on form.id = answer.form_id where answer.form_id = file.form_id
          and answer.student_code = file.student_code and answer.updated_at < ${limit})`,
      sql`campus_form_answer as answer where exists (select from campus_form form
        where form.id = answer.form_id and answer.updated_at < ${limit})`,
    ]
  },
  // Files whose answers never arrived, and those that newer answers do not use.
  'unused-files': (before) => [
    sql`campus_form_attachment where answer_version is null and created_at < ${before}`,
  ],
  arrivals: (before) => [
    sql`arrival where received_at < ${before}`,
    sql`admission_paper_received where received_at < ${before}`,
    sql`accessible_bed_need where noted_at < ${before}`,
    sql`bed_allocation_student where allocation_id in
      (select id from bed_allocation where created_at < ${before})`,
    sql`absence_reason where recorded_at < ${before}`,
    sql`late_arrival_request where requested_at < ${before}`,
    sql`station_visit where received_at < ${before}`,
  ],
  complaints: (before) => [
    sql`image where purpose = 'complaint' and created_at < ${before}`,
    sql`advice where created_at < ${before}`,
    sql`service_request where created_at < ${before}`,
  ],
  'personal-notices': (before) => [
    sql`notice where audience = 'person' and published_at < ${before}`,
    sql`notice_recipient as recipient where exists (select from notice
      where notice.id = recipient.notice_id and published_at < ${before})`,
  ],
  'message-log': (before) => [sql`message_delivery where created_at < ${before}`],
  'messaging-accounts': (before) => [
    sql`host_identity where created_at < ${before}
      and not exists (select from binding where binding.open_id = host_identity.open_id)`,
    sql`likeness where tried_at < ${before}
      and not exists (select from binding where binding.open_id = likeness.open_id)`,
  ],
  'sign-ins': (before) => [sql`session where ended_at < ${before}`],
  // Scores that are not yet counted in results are not deleted.
  'evaluation-scores': (before) => [
    sql`evaluation_score as score where exists (
      select from evaluation
      where evaluation.student_code = score.student_code and evaluation.course_id = score.course_id
        and saved_at < ${before} and not exists (
          select from evaluation_period as period join taught_course on taught_course.term = period.term
          where taught_course.id = evaluation.course_id and counted_at is null
            and period.withdrawn_at is null and saved_at >= opens_at and saved_at < closes_at))`,
  ],
}

interface Age {
  readonly days: number
  readonly now: Date
}

const oldOf = (kind: RetentionKind, { days, now }: Age) =>
  OLD[kind](addSeconds(now, -days * DAY_SECONDS), now)

/** Counts the records of a category that are older than the category's retention period. */
export async function countExpiredRecords(db: Db, kind: RetentionKind, age: Age): Promise<number> {
  const counts = oldOf(kind, age).map((old) => sql`(select count(*)::int from ${old})`)
  const { rows } = await sql<{ n: number }>`select ${sql.join(counts, sql` + `)} as n`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Deletes the records of a category that are older than the category's retention period. Returns
 * their number.
 */
export async function deleteExpiredRecordsOfKind(
  db: Db,
  kind: RetentionKind,
  age: Age,
): Promise<number> {
  let gone = 0
  for (const old of oldOf(kind, age)) {
    const { numAffectedRows } = await sql`delete from ${old}`.execute(db)
    gone += Number(numAffectedRows ?? 0)
  }
  return gone
}
