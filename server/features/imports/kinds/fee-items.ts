import { moneyImportTexts } from '#i18n/import-money'
import { moneyCell } from '../cell-readers.ts'
import type { ImportColumn, ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey } from '../references.ts'
import { tableIdentity, type TableShape, tableRows } from '../table-store.ts'
import { feeItemColumn, feeYearColumn } from './fee-columns.ts'
import { levelColumn, withCampusLevels } from './level-column.ts'

const shape = {
  table: 'fee_item',
  id: ['year', 'item', 'enrolment'],
  fields: { year: 'int', item: 'text', enrolment: 'text', amount_fen: 'int' },
  withdrawnAt: 'withdrawn_at',
  scope: ['year'],
} as const satisfies TableShape

const EVERY_LEVEL = { value: '', as: ['不限', '全部', 'everybody'] }

const columns: readonly ImportColumn[] = [
  feeYearColumn,
  feeItemColumn,
  { ...levelColumn, blank: '' },
  {
    field: 'amount_fen',
    title: { zh: '金额（元）', en: 'Amount (yuan)' },
    aliases: ['金额', '标准', '收费标准'],
    needed: true,
    read: moneyCell(),
    example: '18600.00',
  },
]

/** The amount of each fee item in a year. An imported charge without an amount gets this amount. */
export const feeItemsImport: ImportKindDefinition = {
  name: 'fee-items',
  title: moneyImportTexts.items,
  about: moneyImportTexts.itemsAbout,
  roles: ['finance'],
  columns,
  campusColumns: withCampusLevels(columns, [EVERY_LEVEL]),
  keysOf: (row) => buildRowKey('收费项目', row, ['year', 'item', 'enrolment']),
  identity: tableIdentity(shape, 'item', ['year', 'enrolment']),
  ...tableRows(shape),
}
