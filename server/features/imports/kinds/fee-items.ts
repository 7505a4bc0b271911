import { moneyImportTexts } from '#i18n/import-money'
import { moneyCell, choiceCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey } from '../references.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { feeItemColumn, feeYearColumn } from './fee-columns.ts'

const shape = {
  table: 'fee_item',
  id: ['year', 'item', 'enrolment'],
  fields: { year: 'int', item: 'text', enrolment: 'text', amount_fen: 'int' },
  withdrawnAt: 'withdrawn_at',
  scope: ['year'],
} as const satisfies TableShape

/** The amount of each fee item in a year. An imported charge without an amount gets this amount. */
export const feeItemsImport: ImportKindDefinition = {
  name: 'fee-items',
  title: moneyImportTexts.items,
  about: moneyImportTexts.itemsAbout,
  roles: ['finance'],
  columns: [
    feeYearColumn,
    feeItemColumn,
    {
      field: 'enrolment',
      title: { zh: '培养层次', en: 'Level' },
      aliases: ['层次', '学历层次'],
      read: choiceCell([
        { value: '2', as: ['本科', '本科生', 'undergraduate'] },
        { value: '1', as: ['研究生', '硕士', '博士', '硕士研究生', '博士研究生', 'postgraduate'] },
        { value: '', as: ['不限', '全部', 'everybody'] },
      ]),
      blank: '',
      example: '本科',
    },
    {
      field: 'amount_fen',
      title: { zh: '金额（元）', en: 'Amount (yuan)' },
      aliases: ['金额', '标准', '收费标准'],
      needed: true,
      read: moneyCell(),
      example: '18600.00',
    },
  ],
  keysOf: (row) => buildRowKey('收费项目', row, ['year', 'item', 'enrolment']),
  identity: tableIdentity(shape, 'item', ['year', 'enrolment']),
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
}
