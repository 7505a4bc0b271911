import { formatYuanWithoutTrailingZeros } from '#contract/fees'
import {
  HOUSEHOLD_APPLICATION_KIND,
  listLoanAmounts,
  LOAN_APPLICATION_KIND,
} from '#contract/green-channel'
import { moneyImportTexts } from '#i18n/import-money'
import { fillTemplateText } from '#i18n/translate'
import { readLoanRules } from '../../campus-rules/public.ts'
import { timestampCell, moneyCell, choiceCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { type TableShape, tableRows } from '../table-store.ts'
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

// A row without amounts leaves them to the campus's rule of loans. The numbers have a meaning to an
// earlier release too.
const NO_LEAST = 0
const NO_MOST = 100_000_000

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
      blank: NO_LEAST,
      example: '1000',
    },
    {
      field: 'most_fen',
      title: { zh: '最高金额（元）', en: 'Most (yuan)' },
      aliases: ['最高金额'],
      read: moneyCell(),
      blank: NO_MOST,
      example: '20000',
    },
  ],
  keysOf: (row) => buildRowKey('申请规则', row, ['year', 'type']),
  check: ({
    opens_at: opens,
    closes_at: closes,
    least_fen: least = NO_LEAST,
    most_fen: most = NO_MOST,
  }) => {
    if (typeof opens === 'string' && typeof closes === 'string' && closes <= opens)
      return createIssueList('closes_at', moneyImportTexts.closesFirst)
    return Number(least) > Number(most)
      ? createIssueList('most_fen', moneyImportTexts.mostBelow)
      : []
  },
  // A loan's amounts have to be on offer by the campus's rule of when applications open.
  resolve: async (db, rows, _file, now) => {
    const rulesAt = await readLoanRules(db)
    return rows.map((row) => {
      const { type, opens_at: opens, least_fen: least = NO_LEAST, most_fen: most = NO_MOST } = row
      if (type !== LOAN_APPLICATION_KIND) return row
      const opensAt = typeof opens === 'string' ? new Date(opens) : now
      const rule = rulesAt(opensAt > now ? opensAt : now)
      const wrong = [
        { field: 'least_fen', fen: least, none: NO_LEAST },
        { field: 'most_fen', fen: most, none: NO_MOST },
      ].find(({ fen, none }) => fen !== none && !listLoanAmounts(rule).includes(Number(fen)))
      return wrong === undefined
        ? row
        : createIssueList(
            wrong.field,
            fillTemplateText(
              moneyImportTexts.noLoan,
              formatYuanWithoutTrailingZeros(rule.least),
              formatYuanWithoutTrailingZeros(rule.most),
              formatYuanWithoutTrailingZeros(rule.step),
            ),
          )
    })
  },
  ...tableRows(shape),
}
