import {
  HOUSEHOLD_APPLICATION_KIND,
  listLoanAmounts,
  LOAN_APPLICATION_KIND,
  LOAN_RULE,
} from '#contract/green-channel'
import { moneyImportTexts } from '#i18n/import-money'
import { timestampCell, moneyCell, choiceCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { feeYearColumn } from './fee-columns.ts'

const shape = {
  table: 'application_rule',
  id: ['year', 'type'],
  fields: {
    year: 'int',
    type: 'text',
    opens_at: 'timestamptz',
    closes_at: 'timestamptz',
    least_fen: 'int',
    most_fen: 'int',
  },
  withdrawnAt: 'withdrawn_at',
  scope: ['year'],
} as const satisfies TableShape

// An import does not know the campus's own rule of loans, which also applies to each application.
const { least: LEAST, most: MOST } = LOAN_RULE
const LOAN_AMOUNTS_FEN = listLoanAmounts(LOAN_RULE)

/** When applications for the green channel are accepted in a year, and for which amounts. */
export const applicationRulesImport: ImportKindDefinition = {
  name: 'application-rules',
  title: moneyImportTexts.rules,
  about: moneyImportTexts.rulesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    feeYearColumn,
    {
      field: 'type',
      title: { zh: '申请类型', en: 'Application' },
      aliases: ['类型'],
      needed: true,
      read: choiceCell([
        { value: LOAN_APPLICATION_KIND, as: ['贷款', '助学贷款', 'loan'] },
        { value: HOUSEHOLD_APPLICATION_KIND, as: ['建档立卡缓交', '建档立卡', 'household'] },
      ]),
      example: '贷款',
    },
    {
      field: 'opens_at',
      title: { zh: '开放时间', en: 'Opens' },
      aliases: ['开始时间'],
      read: timestampCell,
      blank: null,
      example: '2026-08-01 08:00',
    },
    {
      field: 'closes_at',
      title: { zh: '截止时间', en: 'Closes' },
      aliases: ['结束时间'],
      read: timestampCell,
      blank: null,
      example: '2026-09-30 18:00',
    },
    {
      field: 'least_fen',
      title: { zh: '最低金额（元）', en: 'Least (yuan)' },
      aliases: ['最低金额'],
      read: moneyCell(),
      blank: LEAST,
      example: '1000',
    },
    {
      field: 'most_fen',
      title: { zh: '最高金额（元）', en: 'Most (yuan)' },
      aliases: ['最高金额'],
      read: moneyCell(),
      blank: MOST,
      example: '20000',
    },
  ],
  keysOf: (row) => buildRowKey('申请规则', row, ['year', 'type']),
  check: ({
    opens_at: opens,
    closes_at: closes,
    least_fen: least = LEAST,
    most_fen: most = MOST,
  }) => {
    if (typeof opens === 'string' && typeof closes === 'string' && closes <= opens)
      return createIssueList('closes_at', moneyImportTexts.closesFirst)
    // The app offers only these amounts.
    if (!LOAN_AMOUNTS_FEN.includes(Number(least)))
      return createIssueList('least_fen', moneyImportTexts.noLoan)
    if (!LOAN_AMOUNTS_FEN.includes(Number(most)))
      return createIssueList('most_fen', moneyImportTexts.noLoan)
    return Number(least) > Number(most)
      ? createIssueList('most_fen', moneyImportTexts.mostBelow)
      : []
  },
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
}
