import { teachingImportTexts } from '#i18n/import-teaching'
import { newSecret } from '../../../platform/sessions/secrets.ts'
import type { Kind } from '../kind.ts'
import { keyOf, wrong } from '../known.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { day, words, yesOrNo } from '../values.ts'

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
  fresh: (_db, rows) => Promise.resolve(rows.map(() => ({ id: newSecret() }))),
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** What is on in the school year. */
export const calendarDays: Kind = {
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
      read: day,
      example: '2026-10-01',
    },
    {
      field: 'last_day',
      title: { zh: '结束日期', en: 'Last day' },
      aliases: ['截止日期', '结束'],
      needed: true,
      read: day,
      example: '2026-10-07',
    },
    {
      field: 'title',
      title: { zh: '事项', en: 'Event' },
      aliases: ['名称', '内容'],
      needed: true,
      read: words(100),
      example: '国庆节放假',
    },
    {
      field: 'title_en',
      title: { zh: '英文名称', en: 'Event in English' },
      aliases: ['英文'],
      read: words(200),
      blank: '',
      example: 'National Day holiday',
    },
    {
      field: 'holiday',
      title: { zh: '放假', en: 'Holiday' },
      aliases: ['是否放假', '停课'],
      read: yesOrNo,
      blank: false,
      example: '是',
    },
  ],
  keysOf: (row) => keyOf('事项', row, ['first_day', 'title']),
  identity: tableIdentity(shape, 'title', ['first_day']),
  check: (row) =>
    String(row['last_day']) >= String(row['first_day'])
      ? []
      : wrong('last_day', teachingImportTexts.lastBeforeFirst),
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
}
