import { peopleImportTexts } from '#i18n/import-people'
import { choiceCell, textUpTo } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { createIssueList, buildRowKey } from '../references.ts'
import { type TableShape, tableRows } from '../table-store.ts'
import { majorCodeColumn } from './major-code-column.ts'

const shape = {
  table: 'major',
  id: ['code'],
  fields: { code: 'text', name: 'text', department_id: 'text', kind: 'text' },
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** Majors. */
export const majorsImport: ImportKindDefinition = {
  name: 'majors',
  title: peopleImportTexts.majors,
  about: peopleImportTexts.majorsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    majorCodeColumn('code'),
    {
      field: 'name',
      title: { zh: '专业名称', en: 'Major' },
      aliases: ['专业'],
      needed: true,
      read: textUpTo(60),
      example: '计算机科学与技术',
    },
    {
      field: 'department',
      title: { zh: '学院', en: 'Department' },
      aliases: ['学院名称', '学院代码', '院系', '院系名称', '所属学院'],
      needed: true,
      read: textUpTo(60),
      example: '信息学院',
    },
    {
      field: 'kind',
      title: { zh: '类别', en: 'Kind' },
      aliases: ['专业类别', '科类', '学科类别'],
      needed: true,
      read: choiceCell([
        { value: 'science', as: ['理科', '理工', '理工类', '工科', '医学', '农学'] },
        { value: 'liberal', as: ['文科', '文史', '文史类', '经管'] },
        { value: 'arts', as: ['艺术', '艺术类', '体育', '体育类'] },
      ]),
      example: '理科',
      about: peopleImportTexts.majorKind,
    },
  ],
  keysOf: (row) => buildRowKey('专业代码', row, ['code']),
  resolve: async (db, rows) => {
    const found = await db
      .selectFrom('department')
      .select(['id', 'name'])
      .where('withdrawn_at', 'is', null)
      .execute()
    return rows.map(({ department, ...row }) => {
      const named = String(department)
      const one = found.find(({ id, name }) => name === named || id === named)
      return one === undefined
        ? createIssueList('department', peopleImportTexts.noDepartment, named)
        : { ...row, department_id: one.id }
    })
  },
  ...tableRows(shape),
  explainRemovalRefusal: async (db, ids) => {
    const found = await db
      .selectFrom('student')
      .select('code')
      .where('major_code', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    return found && peopleImportTexts.studentsIn
  },
}
