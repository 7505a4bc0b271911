import { calendarServerTexts } from '#i18n/calendar-server'
import { teachingImportTexts } from '#i18n/import-teaching'
import type { Db } from '../../../platform/database/db.ts'
import { createFollowedDayResolver, parseFollowedDay } from '../../calendar/public.ts'
import { dayCell, textUpTo, yesNoCell } from '../cell-readers.ts'
import type {
  CellReadResult,
  ImportFileFacts,
  ImportKindDefinition,
  RowIssue,
  RowValues,
  WarningCheckedRow,
} from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, type TableShape, tableRows, giveSecretIds } from '../table-store.ts'

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
    follows_day: 'date',
  },
  defaultsForNewRows: giveSecretIds,
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
    {
      field: 'follows_day',
      title: { zh: '按哪天上课', en: 'Lessons of' },
      aliases: ['调休', '上哪天的课', '补哪天的课', '执行课表', '补课'],
      read: followedDayCell,
      example: '',
      about: teachingImportTexts.followsAbout,
    },
  ],
  keysOf: (row) => [
    ...buildRowKey('事项', row, ['first_day', 'title']),
    ...(row['follows_day'] ? buildRowKey('调休', row, ['first_day']) : []),
  ],
  identity: tableIdentity(shape, 'title', ['first_day']),
  check: (row) =>
    String(row['last_day']) >= String(row['first_day'])
      ? []
      : createIssueList('last_day', teachingImportTexts.lastBeforeFirst),
  resolve,
  warnings,
  ...tableRows(shape),
}

// A cell of a workbook can be a date; other texts are a date or a day of a teaching week.
function followedDayCell(text: string, facts?: ImportFileFacts): CellReadResult {
  const value = parseFollowedDay(text)
  if (value !== undefined) return { value }
  const read = dayCell(text, facts)
  return 'value' in read ? read : { says: calendarServerTexts.followsWrong }
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const find = await createFollowedDayResolver(db)
  return rows.map((row) => {
    const { follows_day: follows } = row
    if (typeof follows !== 'string') {
      // The stored event can follow a day, although the file has no column of it.
      const isSwappable = row['holiday'] !== true && row['first_day'] === row['last_day']
      return isSwappable ? row : { ...row, follows_day: null }
    }
    const found = find({
      firstDay: String(row['first_day']),
      lastDay: String(row['last_day']),
      holiday: row['holiday'] === true,
      follows,
    })
    return 'says' in found
      ? createIssueList('follows_day', found.says)
      : { ...row, holiday: false, follows_day: found.day }
  })
}

// Warns about another stored event by which the same day has the lessons of another day.
async function warnings(
  db: Db,
  rows: readonly WarningCheckedRow[],
): Promise<readonly (readonly RowIssue[])[]> {
  const swapped = await db
    .selectFrom('calendar_event')
    .select(['id', 'first_day', 'title'])
    .where('withdrawn_at', 'is', null)
    .where('follows_day', 'is not', null)
    .execute()
  return rows.map(({ id, row }) => {
    const other = swapped.find((one) => one.first_day === row['first_day'] && one.id !== id)
    return other === undefined || !row['follows_day']
      ? []
      : createIssueList('follows_day', calendarServerTexts.swappedBy, other.title)
  })
}
