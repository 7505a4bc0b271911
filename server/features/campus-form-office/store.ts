import type { Buffer } from 'node:buffer'
import { sql } from 'kysely'
import type { CompiledForm } from '#contract/campus-form-answers'
import type { FormAnswerFilter } from '#contract/campus-form-office'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'
import { STUDENT_LINE } from '../../platform/database/queries/student-line.ts'
import { selectIsFormFor } from '../campus-form-audience/public.ts'
import { compileFormInTurns } from '../campus-forms/public.ts'

/** Which students of a form are meant. */
export interface AnswerFilter {
  /** The id of the form; '' for all forms. */
  readonly form: string
  readonly state: FormAnswerFilter
  /** The name of a college; '' for all. */
  readonly department: string
  readonly now: Date
}

/**
 * Selects the students of a form, with their answers if there are any: those for whom the form is,
 * and those who have answered it. The aliases are `student`, `form` and `answer`.
 */
export const selectAnsweringStudents = (db: Db, { form, state, department, now }: AnswerFilter) =>
  db
    .selectFrom('campus_form as form')
    .innerJoin('student', (join) => join.onTrue())
    .leftJoin('campus_form_answer as answer', (join) =>
      join
        .onRef('answer.student_code', '=', 'student.code')
        .onRef('answer.form_id', '=', 'form.id'),
    )
    .$if(form !== '', (query) => query.where('form.id', '=', form))
    .where((e) =>
      e.or([
        e('answer.student_code', 'is not', null),
        e.and([e('student.withdrawn_at', 'is', null), selectIsFormFor(yearOf(now))]),
      ]),
    )
    .$if(department !== '', (query) => query.where('student.department', '=', department))
    .$if(state === 'none', (query) => query.where('answer.student_code', 'is', null))
    .$if(state !== '' && state !== 'none', (query) =>
      query.where('answer.state', '=', state === '' || state === 'none' ? 'submitted' : state),
    )

const yearOf = (now: Date) => String(toChinaYear(now))

/** Finds the colleges of the students. */
export async function findDepartments(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('student')
    .select('department')
    .distinct()
    .where('withdrawn_at', 'is', null)
    .where('department', '<>', '')
    .orderBy('department')
    .execute()
  return rows.map(({ department }) => department)
}

/** How many students there are, by the state of their answers. */
type AnswerCounts = Record<
  'expected' | 'others' | 'submitted' | 'pending' | 'approved' | 'rejected',
  number
>

/** Counts the students of each form, by the state of their answers. */
export async function countAnswers(db: Db, now: Date): Promise<Map<string, AnswerCounts>> {
  const rows = await selectAnsweringStudents(db, { form: '', state: '', department: '', now })
    .groupBy('form.id')
    .select([
      'form.id',
      sql<number>`count(*) filter (where ${selectIsFormFor(yearOf(now))} and student.withdrawn_at is null)::int`.as(
        'expected',
      ),
      sql<number>`count(*) filter (where not (${selectIsFormFor(yearOf(now))} and student.withdrawn_at is null))::int`.as(
        'others',
      ),
      sql<number>`count(*) filter (where answer.state = 'submitted')::int`.as('submitted'),
      sql<number>`count(*) filter (where answer.state = 'pending')::int`.as('pending'),
      sql<number>`count(*) filter (where answer.state = 'approved')::int`.as('approved'),
      sql<number>`count(*) filter (where answer.state = 'rejected')::int`.as('rejected'),
    ])
    .execute()
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Finds a page of the students of a form, by code. */
export const findAnsweringStudents = (
  db: Db,
  {
    find,
    after,
    most,
    ...filter
  }: AnswerFilter & { readonly find: string; readonly after: string; readonly most: number },
) =>
  selectAnsweringStudents(db, filter)
    .select([...STUDENT_LINE, 'answer.state', 'answer.updated_at as at'])
    .$if(find !== '', (query) => query.where((e) => e.or(studentMatches('student', find))))
    .where('student.code', '>', after)
    .orderBy('student.code')
    .limit(most)
    .execute()

/** Finds the codes of the students who have not answered. */
export async function findUnansweredCodes(
  db: Db,
  filter: Omit<AnswerFilter, 'state'>,
): Promise<string[]> {
  const rows = await selectAnsweringStudents(db, { ...filter, state: 'none' })
    .select('student.code')
    .orderBy('student.code')
    .execute()
  return rows.map(({ code }) => code)
}

/** Finds the forms that are for a student or that the student has answered. */
export const findFormsOfStudent = (db: Db, student: string, now: Date) =>
  db
    .selectFrom('campus_form as form')
    .innerJoin('student', (join) => join.on('student.code', '=', student))
    .leftJoin('campus_form_answer as answer', (join) =>
      join
        .onRef('answer.student_code', '=', 'student.code')
        .onRef('answer.form_id', '=', 'form.id'),
    )
    .where('form.version', 'is not', null)
    .where((e) => e.or([e('answer.student_code', 'is not', null), selectIsFormFor(yearOf(now))]))
    .select(['form.id as form', 'answer.state', 'answer.updated_at as at'])
    .orderBy('form.created_at')
    .orderBy('form.id')
    .execute()

/** Finds a student and the state of the student's answers to a form. */
export const findStudentOfForm = (db: Db, { form, student }: { form: string; student: string }) =>
  db
    .selectFrom('student')
    .leftJoin('campus_form_answer as answer', (join) =>
      join.onRef('answer.student_code', '=', 'student.code').on('answer.form_id', '=', form),
    )
    .where('student.code', '=', student)
    .select([...STUDENT_LINE, 'answer.state', 'answer.version'])
    .executeTakeFirst()

/** Finds everything that a student has given to a form, newest first. */
export const findGivenAnswers = (
  db: Db,
  { history, student }: { history: string; student: string },
) =>
  db
    .selectFrom('form_history as line')
    .leftJoin('staff', (join) =>
      join.onRef('staff.code', '=', 'line.by_code').on('line.origin', '<>', 'phone'),
    )
    .select([
      'line.at',
      'line.origin',
      'line.by_code as by',
      'line.words as payload',
      'line.version',
    ])
    .select('staff.name as byName')
    .where('student_code', '=', student)
    .where('form', '=', history)
    .orderBy('line.id', 'desc')
    .limit(50)
    .execute()

/** The actions of the audit log that are decisions about answers. */
export const DECISIONS = {
  approved: 'formAnswers.approve',
  rejected: 'formAnswers.reject',
} as const

/** Finds what was decided about a student's answers, newest first. */
export const findDecisions = (db: Db, { form, student }: { form: string; student: string }) =>
  db
    .selectFrom('office_log as entry')
    .leftJoin('staff', 'staff.code', 'entry.staff_code')
    .where('entry.about', '=', `student:${student}`)
    .where('entry.action', 'in', Object.values(DECISIONS))
    .where(sql`entry.details ->> 'form'`, '=', form)
    .select(['entry.action', 'entry.reason', 'entry.at', 'entry.staff_code as by'])
    .select(['staff.name as byName', sql<number>`(entry.details ->> 'version')::int`.as('version')])
    .orderBy('entry.id', 'desc')
    .limit(50)
    .execute()

/** Records a reviewer's decision. */
export const recordDecision = (
  db: Db,
  {
    form,
    student,
    ...decision
  }: {
    readonly form: string
    readonly student: string
    readonly state: 'approved' | 'rejected'
    readonly reason: string
    readonly reviewed_by: string
    readonly reviewed_at: Date
  },
) =>
  db
    .updateTable('campus_form_answer')
    .set(decision)
    .where('form_id', '=', form)
    .where('student_code', '=', student)
    .execute()

/** A question of a version of a form, and the JSON path of its answer or answers. */
export interface CountedQuestion {
  readonly version: number
  readonly question: string
  readonly path: string
}

/** Counts how often each choice of these questions was made. */
export async function countChoices(
  db: Db,
  filter: AnswerFilter,
  questions: readonly CountedQuestion[],
): Promise<{ question: string; choice: string; count: number }[]> {
  const given = selectAnsweringStudents(db, filter)
    .where('answer.student_code', 'is not', null)
    .select(['answer.answers', 'answer.form_version as version'])
  const { rows } = await sql<{ question: string; choice: string; count: number }>`
    select counted.question, said #>> '{}' as choice, count(*)::int as count
    from (${given}) as given
    join jsonb_to_recordset(${JSON.stringify(questions)}::jsonb)
      as counted(version int, question text, path jsonpath) on counted.version = given.version
    cross join lateral jsonb_path_query(given.answers, counted.path) as said
    where jsonb_typeof(said) = 'string' and said <> '""'
    group by 1, 2 order by 3 desc, 2`.execute(db)
  return rows
}

/**
 * Finds the newest version of a form and these versions, or those in which there are answers, the
 * newest first.
 */
export async function findVersions(
  db: Db,
  form: string,
  versions: readonly number[] | 'answered',
): Promise<Map<number, CompiledForm>> {
  const rows = await db
    .selectFrom('campus_form_version as published')
    .innerJoin('campus_form as form', 'form.id', 'published.form_id')
    .select(['published.version', 'published.definition'])
    .where('form.id', '=', form)
    .where((e) =>
      e.or([
        e('published.version', '=', e.ref('form.version')),
        versions === 'answered'
          ? e.exists(
              e
                .selectFrom('campus_form_answer as answer')
                .select('answer.form_id')
                .whereRef('answer.form_id', '=', 'form.id')
                .whereRef('answer.form_version', '=', 'published.version'),
            )
          : e('published.version', '=', e.fn.any(e.val(versions))),
      ]),
    )
    .orderBy('published.version', 'desc')
    .execute()
  const found = new Map<number, CompiledForm>()
  for (const { version, definition } of rows)
    found.set(version, await compileFormInTurns(definition))
  return found
}

/**
 * Selects the answers of an export, a row a student; with a repetition, a row an entry, whose answers
 * stand in for the form's.
 */
export const selectExportedAnswers = (db: Db, filter: AnswerFilter, repetition: string) =>
  selectAnsweringStudents(db, filter)
    .where('answer.student_code', 'is not', null)
    .innerJoin(
      sql<{ answers: CampusFormAnswers; at: number }>`lateral jsonb_path_query(answer.answers,
        ${repetition === '' ? '$' : `${pathTo(repetition)} ? (@.type() == "object")`}::jsonpath)
        with ordinality`.as<'part'>(sql`part(answers, at)`),
      (join) => join.onTrue(),
    )
    .select([
      ...STUDENT_LINE,
      'student.major',
      sql<string>`student.code || ' ' || lpad(part.at::text, 3, '0')`.as('key'),
      sql<FormAnswerFilter>`answer.state`.as('state'),
      sql<number>`answer.form_version`.as('version'),
      sql<Date>`answer.updated_at`.as('at'),
      'part.answers',
      sql<number>`part.at::int`.as('entry'),
    ])

/** The JSON path of the answer to a question, of its parts, or of the entries of a repetition. */
export const pathTo = (...names: readonly string[]): string =>
  ['$', ...names.map((name) => `${JSON.stringify(name)}[*]`)].join('.')

/** Finds the files of answers without their bytes, with the answers that use them. */
export const findAnswerFiles = (db: Db, filter: AnswerFilter) =>
  selectAnsweringStudents(db, filter)
    .innerJoin('campus_form_attachment as file', (join) =>
      join
        .onRef('file.student_code', '=', 'student.code')
        .onRef('file.form_id', '=', 'form.id')
        .on('file.answer_version', 'is not', null)
        .on('file.completed_at', 'is not', null),
    )
    .select([
      'file.id',
      'file.name',
      'file.type',
      sql<number>`octet_length(file.bytes)`.as('bytes'),
      'student.code',
      'student.name as studentName',
      sql<CampusFormAnswers>`answer.answers`.as('answers'),
      sql<number>`answer.form_version`.as('version'),
    ])
    .orderBy('student.code')
    .orderBy('file.id')
    .execute()

/** Reads the bytes of a file; undefined if it was deleted meanwhile. */
export async function readFileBytes(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('campus_form_attachment')
    .select('bytes')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.bytes ?? undefined
}
