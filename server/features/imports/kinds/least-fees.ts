import { moneyImportTexts } from '#i18n/import-money'
import { moneyCell } from '../cell-readers.ts'
import type { ImportColumn, ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey } from '../references.ts'
import { type TableShape, tableRows } from '../table-store.ts'
import { feeYearColumn } from './fee-columns.ts'
import { levelColumn, withCampusLevels } from './level-column.ts'

const shape = {
  table: 'lowest_fee',
  id: ['year', 'enrolment'],
  fields: { year: 'int', enrolment: 'text', lowest_fen: 'int' },
  withdrawnAt: 'withdrawn_at',
  scope: ['year'],
} as const satisfies TableShape

/** The value that means that the amount cannot be chosen (D-57). */
const EVERYTHING = -1

const columns: readonly ImportColumn[] = [
  feeYearColumn,
  { ...levelColumn, needed: true },
  {
    field: 'lowest_fen',
    title: { zh: '最低金额（元）', en: 'Least (yuan)' },
    aliases: ['最低金额', '最低缴费', '最低缴费额', '最低缴费（元）'],
    needed: true,
    read: (text) => (text.trim() === '全额' ? { value: EVERYTHING } : moneyCell()(text)),
    example: '5000.00',
  },
]

/** The minimum amounts of a payment. */
export const minimumPaymentsImport: ImportKindDefinition = {
  name: 'least-fees',
  title: moneyImportTexts.leastFees,
  about: moneyImportTexts.leastFeesAbout,
  roles: ['finance'],
  columns,
  campusColumns: withCampusLevels(columns),
  keysOf: (row) => buildRowKey('最低缴费', row, ['year', 'enrolment']),
  ...tableRows(shape),
}
