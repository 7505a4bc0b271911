import { teachingImportTexts } from '#i18n/import-teaching'
import type { Db } from '../../../platform/database/db.ts'
import { textUpTo } from '../cell-readers.ts'
import type { ImportColumn, ImportKindDefinition, RowIssue, RowValues } from '../import-kind.ts'
import {
  buildRowKey,
  createIssueList,
  findReferencedClasses,
  findReferencedStudents,
  findReferencedTerms,
  optionalClassColumn,
  optionalStudentColumn,
  termColumn,
  unknownClassIssue,
  unknownTermIssue,
} from '../references.ts'
import { type TableShape, tableRows, giveSecretIds } from '../table-store.ts'

/** The column of a teaching class, for kinds in which it can be missing. */
export const teachingClassColumn: ImportColumn = {
  field: 'teaching_class',
  title: { zh: '教学班', en: 'Teaching class' },
  aliases: ['教学班名称', '教学班号', '教学班编号', '选课课号'],
  read: textUpTo(100),
  blank: '',
  example: '',
}

const shape = {
  table: 'teaching_class_member',
  id: ['id'],
  match: [
    ['teaching_class', 'term', 'class_name'],
    ['teaching_class', 'term', 'student_code'],
  ],
  fields: {
    id: 'text',
    term: 'text',
    teaching_class: 'text',
    class_name: 'text',
    student_code: 'text',
  },
  defaultsForNewRows: giveSecretIds,
  withdrawnAt: 'withdrawn_at',
  scope: ['teaching_class', 'term'],
} as const satisfies TableShape

/** The members of the teaching classes: classes, students, or both. */
export const teachingClassesImport: ImportKindDefinition = {
  name: 'teaching-classes',
  title: teachingImportTexts.teachingClasses,
  about: teachingImportTexts.teachingClassesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    { ...teachingClassColumn, needed: true, example: '大学英语B-01' },
    termColumn,
    optionalClassColumn,
    { ...optionalStudentColumn, field: 'student_code', example: '' },
  ],
  keysOf: (row) =>
    buildRowKey('教学班', { ...row, member: memberOf(row) || null }, [
      'teaching_class',
      'term',
      'member',
    ]),
  storedKeysOf: (row) => [JSON.stringify([row['teaching_class'], row['term'], memberOf(row)])],
  check: (row) =>
    memberOf(row) === '' ? createIssueList('class_name', teachingImportTexts.noMember) : [],
  resolve,
  ...tableRows(shape),
}

// A row that names a student adds this student; the class is then only information.
const memberOf = (row: RowValues) => String(row['student_code'] || row['class_name'] || '')

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const terms = await findReferencedTerms(db, rows)
  const classes = await findReferencedClasses(db, rows)
  const students = await findReferencedStudents(
    db,
    rows.map((row) => String(row['student_code'] ?? '')),
  )
  return rows.map((row) => {
    const { student_code: number, ...rest } = row
    if (!terms.has(String(row['term']))) return unknownTermIssue(String(row['term']))
    if (number === undefined || number === null || number === '') {
      const name = String(row['class_name'] ?? '')
      return classes.has(name) ? { ...rest, student_code: null } : unknownClassIssue(name)
    }
    const student = students(String(number))
    return 'says' in student
      ? createIssueList('student_code', student.says)
      : { ...rest, class_name: null, student_code: student.code }
  })
}

/**
 * Reads the members of the teaching classes that these rows name. The returned function gives the
 * classes of a teaching class in a term; undefined if it has no members.
 */
export async function findMemberClasses(
  db: Db,
  rows: readonly RowValues[],
): Promise<(teachingClass: string, term: string) => ReadonlySet<string> | undefined> {
  const found = await db
    .selectFrom('teaching_class_member as member')
    .leftJoin('student', 'student.code', 'member.student_code')
    .select(['member.teaching_class', 'member.term'])
    .select((e) => e.fn.coalesce('member.class_name', 'student.class_name').as('class_name'))
    .distinct()
    .where('member.withdrawn_at', 'is', null)
    .where('member.teaching_class', 'in', [
      ...new Set(rows.map((row) => String(row['teaching_class'] ?? ''))),
      '',
    ])
    .execute()
  const groups = new Map<string, Set<string>>()
  for (const { teaching_class: name, term, class_name } of found) {
    const key = `${name} ${term}`
    groups.set(key, (groups.get(key) ?? new Set()).add(class_name ?? ''))
  }
  return (name, term) => groups.get(`${name} ${term}`)
}

/**
 * Reads which classes are whole members of which teaching classes. The returned function gives, for a
 * lesson's class or teaching class, the teaching classes or the classes that attend it too.
 */
export async function findRelatedGroups(db: Db): Promise<(row: RowValues) => readonly string[]> {
  const found = await db
    .selectFrom('teaching_class_member')
    .select(['term', 'teaching_class', 'class_name'])
    .where('withdrawn_at', 'is', null)
    .where('class_name', 'is not', null)
    .execute()
  const groups = new Map<string, string[]>()
  const add = (key: string, group: string) => groups.set(key, [...(groups.get(key) ?? []), group])
  for (const { term, teaching_class, class_name } of found) {
    add(JSON.stringify([term, '', class_name]), teaching_class)
    add(JSON.stringify([term, teaching_class, '']), class_name ?? '')
  }
  return (row) => {
    const teachingClass = String(row['teaching_class'] ?? '')
    const className = teachingClass === '' ? String(row['class_name'] ?? '') : ''
    return groups.get(JSON.stringify([String(row['term']), teachingClass, className])) ?? []
  }
}
