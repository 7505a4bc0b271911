import { teachingImportTexts } from '#i18n/import-teaching'
import { columnRules } from '../../../platform/database/rules/column-rules.ts'
import { roundToShownDigits, textUpTo } from '../cell-readers.ts'
import type { ImportKindDefinition, CellReadResult } from '../import-kind.ts'
import {
  buildRowKey,
  unknownTermIssue,
  studentColumn,
  termCell,
  findReferencedTerms,
  withReferencedStudents,
} from '../references.ts'
import { type TableShape, tableRows } from '../table-store.ts'

const shape = {
  table: 'grade',
  id: ['student_code', 'term', 'course'],
  fields: { student_code: 'text', term: 'text', course: 'text', score: 'text', credit: 'text' },
  withdrawnAt: 'withdrawn_at',
  scope: ['term', 'course'],
} as const satisfies TableShape

/** Grades of courses. */
export const gradesImport: ImportKindDefinition = {
  name: 'grades',
  title: teachingImportTexts.grades,
  about: teachingImportTexts.gradesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    studentColumn,
    {
      field: 'term',
      title: { zh: '学期', en: 'Term' },
      aliases: ['学年学期'],
      needed: true,
      read: termCell,
      example: '2026-2027学年第一学期',
    },
    {
      field: 'course',
      title: { zh: '课程', en: 'Course' },
      aliases: ['课程名称', '课程名'],
      needed: true,
      read: textUpTo(100),
      example: '高等数学（上）',
    },
    {
      field: 'score',
      title: { zh: '成绩', en: 'Score' },
      aliases: ['分数', '总成绩', '总评'],
      needed: true,
      read: score,
      example: '88',
    },
    {
      field: 'credit',
      title: { zh: '学分', en: 'Credits' },
      read: credit,
      blank: '',
      example: '5',
    },
  ],
  keysOf: (row) => buildRowKey('成绩', row, ['student', 'term', 'course']),
  resolve: async (db, rows) => {
    const terms = await findReferencedTerms(db, rows)
    return withReferencedStudents(db, rows, (row) =>
      terms.has(String(row['term'])) ? row : unknownTermIssue(String(row['term'])),
    )
  },
  ...tableRows(shape),
}

// Text that begins like a number must be a number; all other text is a grade in words.
function score(text: string): CellReadResult {
  const typed = roundToShownDigits(text.normalize('NFKC').trim().replace(/分$/, ''))
  if (!/^[-+.\d]/.test(typed)) return textUpTo(20)(text)
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) && Number(typed) <= 100
    ? { value: String(Number(typed)) }
    : { says: teachingImportTexts.scoreWrong }
}

function credit(text: string): CellReadResult {
  const typed = roundToShownDigits(
    text
      .normalize('NFKC')
      .trim()
      .replace(/学?分$/, ''),
  )
  return columnRules.grade.credit.accepts(typed)
    ? { value: String(Number(typed)) }
    : { says: teachingImportTexts.creditWrong }
}
