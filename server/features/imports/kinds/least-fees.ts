import { moneyImportTexts } from '#i18n/import-money'
import { moneyCell, choiceCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey } from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { feeYearColumn } from './fee-columns.ts'

const shape = {
  table: 'lowest_fee',
  id: ['year', 'enrolment'],
  fields: { year: 'int', enrolment: 'text', lowest_fen: 'int' },
  withdrawnAt: 'withdrawn_at',
  scope: ['year'],
} as const satisfies TableShape

/** The value that means that the amount cannot be chosen (D-57). */
const EVERYTHING = -1

/** The minimum amounts of a payment. */
export const minimumPaymentsImport: ImportKindDefinition = {
  name: 'least-fees',
  title: moneyImportTexts.leastFees,
  about: moneyImportTexts.leastFeesAbout,
  roles: ['finance'],
  columns: [
    feeYearColumn,
    {
      field: 'enrolment',
      title: { zh: '培养层次', en: 'Level' },
      aliases: ['层次', '学历层次'],
      needed: true,
      read: choiceCell([
        { value: '2', as: ['本科', '本科生', 'undergraduate'] },
        { value: '1', as: ['研究生', '硕士', '博士', '硕士研究生', '博士研究生', 'postgraduate'] },
      ]),
      example: '本科',
    },
    {
      field: 'lowest_fen',
      title: { zh: '最低金额（元）', en: 'Least (yuan)' },
      aliases: ['最低金额', '最低缴费', '最低缴费额', '最低缴费（元）'],
      needed: true,
      read: (text) => (text.trim() === '全额' ? { value: EVERYTHING } : moneyCell()(text)),
      example: '5000.00',
    },
  ],
  keysOf: (row) => buildRowKey('最低缴费', row, ['year', 'enrolment']),
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
}
