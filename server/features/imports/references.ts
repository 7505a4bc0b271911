import { sql } from 'kysely'
import { unknownReferenceTexts } from '#i18n/import-references'
import { fillTemplateText, type LocalizedText, type TextTemplate } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { columnRules } from '../../platform/database/rules/column-rules.ts'
import { lockStudents } from '../../platform/records/versioned-write.ts'
import { identifierCell, textUpTo } from './cell-readers.ts'
import type { ImportColumn, CellReadResult, RowValues, RowIssue } from './import-kind.ts'

/** A student referenced by a file. */
export interface ReferencedStudent {
  readonly code: string
  readonly gender: string
  readonly enrolment: string
}

/** The column that references a student. */
export const studentColumn: ImportColumn = {
  field: 'student',
  title: { zh: '学号或考生号', en: 'Student or exam number' },
  aliases: ['学号', '考生号', '学生学号', '学号/考生号', 'Student number', 'Exam number'],
  needed: true,
  read: identifierCell(),
  example: '2026010001',
}

const { needed: _needed, ...optional } = studentColumn

/** The column that references a student, for kinds in which it can be missing. */
export const optionalStudentColumn: ImportColumn = optional

/**
 * Locks all students of an import in one sequence, for kinds that also lock them for each row (`lock`
 * of an `ImportKindDefinition`).
 */
export async function lockStudentsOfImport(tx: Db, id: string): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select distinct coalesce(after ->> 'student_code', before ->> 'student_code') as code
    from import_row where import_id = ${id} and action <> 'refused'`.execute(tx)
  await lockStudents(
    tx,
    rows.map(({ code }) => code),
  )
}

/** Creates a list of one issue. */
export function createIssueList<Values extends readonly unknown[]>(
  field: string,
  text: LocalizedText | TextTemplate<Values>,
  ...values: Values
): readonly RowIssue[] {
  return [{ field, says: isTemplate(text) ? fillTemplateText(text, ...values) : text }]
}

const isTemplate = <Values extends readonly unknown[]>(
  text: LocalizedText | TextTemplate<Values>,
): text is TextTemplate<Values> => typeof text.zh === 'function'

/**
 * The key of a row, made of some of its fields; empty if one of them is missing. Stored rows refer
 * to their student by code.
 */
export function buildRowKey(
  name: string,
  row: RowValues,
  fields: readonly string[],
): readonly string[] {
  const values = fields.map((field) =>
    field === 'student' ? (row[field] ?? row['student_code'] ?? null) : (row[field] ?? null),
  )
  return values.includes(null) ? [] : [[name, ...values].join(' ')]
}

/** Whether the value is a row and not a list of issues. */
export const isRowWithoutIssues = (judged: RowValues | readonly RowIssue[]): judged is RowValues =>
  !Array.isArray(judged)

/**
 * Checks rows that can exchange places (beds, dates). `movers` contains the place that each row
 * leaves. `judge` checks all rows, given the places that are left. A refused row does not leave its
 * place, so the check is repeated until no further row is refused.
 */
export function checkReferenceMoves<T>(
  movers: readonly (T | undefined)[],
  judge: (moving: ReadonlySet<T>) => (RowValues | readonly RowIssue[])[],
): (RowValues | readonly RowIssue[])[] {
  let moving: ReadonlySet<T> = new Set(movers.flatMap((one) => (one === undefined ? [] : [one])))
  for (;;) {
    const judged = judge(moving)
    const left = new Set(
      movers.flatMap((one, at) => {
        const row = judged[at]
        return one !== undefined && moving.has(one) && row !== undefined && isRowWithoutIssues(row)
          ? [one]
          : []
      }),
    )
    if (left.size === moving.size) return judged
    moving = left
  }
}

/**
 * Replaces the student's number in each row by the code, then applies `judge`. The number can be a
 * student number or an exam number. A number that matches two students is refused.
 */
export async function withReferencedStudents(
  db: Db,
  rows: readonly RowValues[],
  judge: (row: RowValues, student: ReferencedStudent) => RowValues | readonly RowIssue[] = (row) =>
    row,
): Promise<readonly (RowValues | readonly RowIssue[])[]> {
  const students = await findReferencedStudents(
    db,
    rows.map((row) => String(row['student'])),
  )
  return rows.map((row) => {
    const { student: given, ...rest } = row
    const student = students(String(given))
    return 'says' in student
      ? createIssueList('student', student.says)
      : judge({ ...rest, student_code: student.code }, student)
  })
}

/**
 * Finds the students with these student or exam numbers. The returned function maps a number to its
 * student. It returns an error text if no student, several students or a withdrawn student has the
 * number.
 */
export async function findReferencedStudents(
  db: Db,
  numbers: readonly string[],
): Promise<(number: string) => ReferencedStudent | { readonly says: RowIssue['says'] }> {
  const found = await db
    .selectFrom('student')
    .select(['code', 'number', 'exam_number', 'gender', 'enrolment', 'withdrawn_at'])
    .where((e) => e.or([e('number', 'in', numbers), e('exam_number', 'in', numbers)]))
    .execute()
  return (asked) => {
    const [student, ...others] = found.filter(
      ({ number: own, exam_number: exam }) => own === asked || exam === asked,
    )
    if (student === undefined)
      return { says: fillTemplateText(unknownReferenceTexts.noStudent, asked) }
    if (others.length > 0)
      return { says: fillTemplateText(unknownReferenceTexts.twoStudents, asked) }
    if (student.withdrawn_at !== null)
      return { says: fillTemplateText(unknownReferenceTexts.gone, asked) }
    return student
  }
}

const DIGITS: Readonly<Record<string, string>> = { '1': '一', '2': '二', 一: '一', 二: '二' }

/** Reads the name of a term; 2026-2027-1 is also accepted. */
export function termCell(text: string): CellReadResult {
  const typed = text.normalize('NFKC').trim()
  const found =
    /^(\d{4}) ?[-—~至/] ?(\d{4}) ?(?:学年度?)? ?[-第(]* ?([12一二]) ?(?:学期)?\)?$/.exec(typed)
  const [, from = '', to = '', nth = ''] = found ?? []
  const value = `${from}-${to}学年第${DIGITS[nth] ?? ''}学期`
  return columnRules.term.label.accepts(value) && Number(to) === Number(from) + 1
    ? { value }
    : { says: unknownReferenceTexts.notTerm }
}

/** Of the terms in these rows, finds those that exist. */
export async function findReferencedTerms(
  db: Db,
  rows: readonly RowValues[],
): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom('term')
    .select('label')
    .where('withdrawn_at', 'is', null)
    .where(
      'label',
      'in',
      rows.map((row) => String(row['term'])),
    )
    .execute()
  return new Set(found.map(({ label }) => label))
}

/** The issue of a term that does not exist. */
export const unknownTermIssue = (label: string) =>
  createIssueList('term', unknownReferenceTexts.noTerm, label)

/**
 * Of the classes in these rows, finds those that exist: classes that are listed or have students.
 */
export async function findReferencedClasses(
  db: Db,
  rows: readonly RowValues[],
): Promise<ReadonlySet<string>> {
  const named = rows.map((row) => String(row['class_name']))
  if (named.length === 0) return new Set()
  const found = await db
    .selectFrom('student')
    .select('class_name')
    .where('class_name', 'in', named)
    .union(
      db
        .selectFrom('school_class')
        .select('name as class_name')
        .where('name', 'in', named)
        .where('withdrawn_at', 'is', null),
    )
    .execute()
  return new Set(found.map(({ class_name }) => class_name))
}

/** The issue of a class that does not exist. */
export const unknownClassIssue = (name: string) =>
  createIssueList('class_name', unknownReferenceTexts.noClass, name)

/** The column of a class, for kinds in which it can be missing. */
export const optionalClassColumn: ImportColumn = {
  field: 'class_name',
  title: { zh: '班级', en: 'Class' },
  aliases: ['班级名称', '行政班', '上课班级'],
  read: textUpTo(100),
  blank: '',
  example: '计算机科学与技术2601班',
}

/** The column of a term. */
export const termColumn: ImportColumn = {
  field: 'term',
  title: { zh: '学期', en: 'Term' },
  aliases: ['学年学期', '开课学期'],
  needed: true,
  read: termCell,
  example: '2026-2027学年第一学期',
}

const { blank: _blank, ...classColumn } = optionalClassColumn

/** The columns of a class and a term. */
export const classAndTermColumns: readonly ImportColumn[] = [
  { ...classColumn, needed: true },
  termColumn,
]
