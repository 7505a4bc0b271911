import { bedAllocationTexts } from '#i18n/bed-allocation'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey, studentColumn, withReferencedStudents } from '../references.ts'
import { tableStore, type TableShape } from '../table-store.ts'

const shape = {
  table: 'accessible_bed_need',
  id: ['student_code'],
  fields: { student_code: 'text' },
} as const satisfies TableShape

/** The students who need an accessible bed. */
export const accessibleBedNeedsImport: ImportKindDefinition = {
  name: 'accessible-bed-needs',
  title: bedAllocationTexts.needs,
  about: bedAllocationTexts.needsAbout,
  roles: ['administrator', 'dorm-office'],
  columns: [studentColumn],
  keysOf: (row) => buildRowKey('学生', row, ['student']),
  resolve: (db, rows) => withReferencedStudents(db, rows, (row) => row),
  store: tableStore(shape),
}
