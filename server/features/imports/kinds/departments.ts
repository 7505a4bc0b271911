import { peopleImportTexts } from '#i18n/import-people'
import { identifierCell, textUpTo } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { tableIdentity, type TableShape, tableRows } from '../table-store.ts'

const shape = {
  table: 'department',
  id: ['id'],
  fields: { id: 'text', name: 'text' },
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** Departments. */
export const departmentsImport: ImportKindDefinition = {
  name: 'departments',
  title: peopleImportTexts.departments,
  about: peopleImportTexts.departmentsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'id',
      title: { zh: '学院代码', en: 'Department code' },
      aliases: ['院系代码', '学院编号', '院系编号', '部门代码'],
      needed: true,
      read: identifierCell(),
      example: '01',
    },
    {
      field: 'name',
      title: { zh: '学院名称', en: 'Department' },
      aliases: ['学院', '院系', '院系名称', '部门', '部门名称'],
      needed: true,
      read: textUpTo(60),
      example: '信息学院',
    },
  ],
  keysOf: ({ id = null, name = null }) => [
    ...(id === null ? [] : [`学院代码 ${String(id)}`]),
    ...(name === null ? [] : [`学院 ${String(name)}`]),
  ],
  identity: tableIdentity(shape, 'name'),
  ...tableRows(shape),
}
