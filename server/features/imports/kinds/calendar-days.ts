import { teachingImportTexts } from '#i18n/import-teaching'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { dayCell, textUpTo, yesNoCell } from '../cell-readers.ts'
import type { ImportKindDefinition } from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'

const shape = {
  table: 'calendar_event',
  id: ['id'],
  match: [['first_day', 'title']],
  fields: {
    id: 'text',
    first_day: 'date',
    last_day: 'date',
    title: 'text',
    title_en: 'text',
    holiday: 'boolean',
  },
  defaultsForNewRows: (_db, rows) => Promise.resolve(rows.map(() => ({ id: createSecret() }))),
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** Events of the school year. */
export const calendarDaysImport: ImportKindDefinition = {
  name: 'calendar-days',
  title: teachingImportTexts.days,
  about: teachingImportTexts.daysAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'first_day',
      title: { zh: '开始日期', en: 'First day' },
      aliases: ['日期', '起始日期', '开始'],
      needed: true,
      read: dayCell,
      example: '2026-10-01',
    },
    {
      field: 'last_day',
      title: { zh: '结束日期', en: 'Last day' },
      aliases: ['截止日期', '结束'],
      needed: true,
      read: dayCell,
      example: '2026-10-07',
    },
    {
      field: 'title',
      title: { zh: '事项', en: 'Event' },
      aliases: ['名称', '内容'],
      needed: true,
      read: textUpTo(100),
      example: '国庆节放假',
    },
    {
      field: 'title_en',
      title: { zh: '英文名称', en: 'Event in English' },
      aliases: ['英文'],
      read: textUpTo(200),
      blank: '',
      example: 'National Day holiday',
    },
    {
      field: 'holiday',
      title: { zh: '放假', en: 'Holiday' },
      aliases: ['是否放假', '停课'],
      read: yesNoCell,
      blank: false,
      example: '是',
    },
  ],
  keysOf: (row) => buildRowKey('事项', row, ['first_day', 'title']),
  identity: tableIdentity(shape, 'title', ['first_day']),
  check: (row) =>
    String(row['last_day']) >= String(row['first_day'])
      ? []
      : createIssueList('last_day', teachingImportTexts.lastBeforeFirst),
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
}
