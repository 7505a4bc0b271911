import { studentImportTexts } from '#i18n/import-students'
import { yesNoCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey, studentColumn, withReferencedStudents } from '../references.ts'
import { addSideFields } from '../side-fields.ts'
import { tableStore, type TableShape } from '../table-store.ts'
import { admissionFields } from './student-admission.ts'

const shape = {
  table: 'student',
  id: ['code'],
  fields: { code: 'text' },
} as const satisfies TableShape

/** The admission check of students who were imported before. */
export const admissionChecksImport: ImportKindDefinition = {
  name: 'admission-checks',
  title: studentImportTexts.admission,
  about: studentImportTexts.admissionFileAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    studentColumn,
    {
      field: 'admitted',
      title: { zh: '通过', en: 'Passed' },
      aliases: ['是否通过', '审核通过', '审核结果', '入学资格审核', '资格审核'],
      needed: true,
      read: yesNoCell,
      example: '是',
    },
  ],
  keysOf: (row) => buildRowKey('学生', row, ['student']),
  resolve: async (db, rows) =>
    withReferencedStudents(db, rows, ({ student_code: code = null, ...row }) => ({ ...row, code })),
  store: addSideFields(tableStore(shape), admissionFields),
}
