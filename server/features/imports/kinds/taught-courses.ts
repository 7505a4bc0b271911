import { teachingImportTexts } from '#i18n/import-teaching'
import { textUpTo, workNumberCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import {
  classAndTermColumns,
  findReferencedClasses,
  buildRowKey,
  unknownClassIssue,
  unknownTermIssue,
  findReferencedTerms,
} from '../references.ts'
import { type TableShape, tableRows, giveSecretIds } from '../table-store.ts'

const shape = {
  table: 'taught_course',
  id: ['id'],
  match: [['class_name', 'term', 'course', 'teacher']],
  fields: {
    id: 'text',
    class_name: 'text',
    term: 'text',
    course: 'text',
    teacher: 'text',
    teacher_code: 'text',
  },
  defaultsForNewRows: giveSecretIds,
  withdrawnAt: 'withdrawn_at',
  scope: ['class_name', 'term'],
} as const satisfies TableShape

/** The courses that the students of a class evaluate. */
export const taughtCoursesImport: ImportKindDefinition = {
  name: 'taught-courses',
  title: teachingImportTexts.courses,
  about: teachingImportTexts.coursesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    ...classAndTermColumns,
    {
      field: 'course',
      title: { zh: '课程', en: 'Course' },
      aliases: ['课程名称', '课程名'],
      needed: true,
      read: textUpTo(100),
      example: '高等数学',
    },
    {
      field: 'teacher',
      title: { zh: '教师', en: 'Teacher' },
      aliases: ['任课教师', '老师', '教师姓名'],
      needed: true,
      read: textUpTo(50),
      example: '张伟',
    },
    {
      field: 'teacher_code',
      title: { zh: '教师工号', en: 'Work number of the teacher' },
      aliases: ['工号', '任课教师工号', '教工号', '职工号'],
      read: workNumberCell,
      blank: '',
      example: 'T2026001',
      about: teachingImportTexts.teacherNumberAbout,
    },
  ],
  keysOf: (row) => buildRowKey('评教课程', row, ['class_name', 'term', 'course', 'teacher']),
  resolve: async (db, rows) => {
    const [terms, classes] = [
      await findReferencedTerms(db, rows),
      await findReferencedClasses(db, rows),
    ]
    return rows.map((row) => {
      const [name, term] = [String(row['class_name']), String(row['term'])]
      if (!classes.has(name)) return unknownClassIssue(name)
      return terms.has(term) ? row : unknownTermIssue(term)
    })
  },
  ...tableRows(shape),
}
