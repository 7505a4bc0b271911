import { peopleImportTexts } from '#i18n/import-people'
import { textUpTo, yearCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, type TableShape, tableRows } from '../table-store.ts'
import { majorCodeColumn } from './major-code-column.ts'

const shape = {
  table: 'school_class',
  id: ['name'],
  fields: { name: 'text', major_code: 'text', entry_year: 'text' },
  withdrawnAt: 'withdrawn_at',
  scope: ['entry_year'],
} as const satisfies TableShape

/** The students' classes. */
export const classesImport: ImportKindDefinition = {
  name: 'classes',
  title: peopleImportTexts.classes,
  about: peopleImportTexts.classesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'name',
      title: { zh: '班级', en: 'Class' },
      aliases: ['班级名称', '行政班', '班'],
      needed: true,
      read: textUpTo(60),
      example: '计算机科学与技术2601班',
    },
    majorCodeColumn('major_code'),
    {
      field: 'entry_year',
      title: { zh: '入学年份', en: 'Year of entry' },
      aliases: ['入学年度', '入学年', '年级'],
      needed: true,
      read: yearCell,
      example: '2026',
    },
  ],
  keysOf: (row) => buildRowKey('班级', row, ['name']),
  identity: tableIdentity(shape, 'name'),
  resolve: async (db, rows) => {
    const found = await db
      .selectFrom('major')
      .select('code')
      .where('withdrawn_at', 'is', null)
      .execute()
    const codes = new Set<unknown>(found.map(({ code }) => code))
    return rows.map((row) =>
      codes.has(row['major_code'])
        ? row
        : createIssueList('major_code', peopleImportTexts.noMajor, String(row['major_code'])),
    )
  },
  ...tableRows(shape),
  explainRemovalRefusal: async (db, ids) => {
    const found = await db
      .selectFrom('student')
      .select('code')
      .where('class_name', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    return found && peopleImportTexts.studentsIn
  },
}
