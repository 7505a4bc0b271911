import { ENTRY_ICONS, isEntryIcon } from '#contract/entry-icons'
import { HOME_APP_GROUP } from '#contract/home'
import { contentImportTexts } from '#i18n/import-content'
import type { Db } from '../../../platform/database/db.ts'
import { timestampCell, choiceCell, wholeNumberCell, textUpTo, yesNoCell } from '../cell-readers.ts'
import type { ImportKindDefinition, CellReadResult, RowValues, RowIssue } from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, type TableShape, tableRows } from '../table-store.ts'

const shape = {
  table: 'application',
  id: ['id'],
  fields: {
    id: 'int',
    title: 'text',
    address: 'text',
    icon: 'text',
    menu: 'text',
    label: 'text',
    show: 'text',
    on_home: 'boolean',
    in_all: 'boolean',
    post: 'text',
    new_undergraduates_only: 'boolean',
    starts_at: 'timestamptz',
  },
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** The tiles of the home page and of the list of all applications. */
export const homeEntriesImport: ImportKindDefinition = {
  name: 'home-entries',
  title: contentImportTexts.entries,
  about: contentImportTexts.entriesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'id',
      title: { zh: '序号', en: 'Number' },
      aliases: ['编号', '顺序'],
      needed: true,
      read: wholeNumberCell(1, 99_999),
      example: '5',
    },
    {
      field: 'title',
      title: { zh: '名称', en: 'Entry' },
      aliases: ['入口名称', '应用名称'],
      needed: true,
      read: textUpTo(50),
      example: '成绩',
    },
    {
      field: 'address',
      title: { zh: '地址', en: 'Address' },
      aliases: ['链接', '网址'],
      read: address,
      blank: '',
      example: '/searchscore',
    },
    {
      field: 'icon',
      title: { zh: '图标', en: 'Icon' },
      read: textUpTo(50),
      blank: '',
      example: 'searchscore',
      about: contentImportTexts.iconAbout,
    },
    {
      field: 'menu',
      title: { zh: '适用对象', en: 'For' },
      aliases: ['对象', '适用'],
      read: choiceCell([
        { value: '0', as: ['所有人', '全部', 'everybody'] },
        { value: '1', as: ['学生', 'students'] },
        { value: '2', as: ['教职工', '教师', 'staff'] },
      ]),
      blank: '1',
      example: '学生',
    },
    {
      field: 'label',
      title: { zh: '分组', en: 'Group' },
      aliases: ['标签'],
      read: textUpTo(50),
      blank: HOME_APP_GROUP,
      example: HOME_APP_GROUP,
    },
    {
      field: 'show',
      title: { zh: '仅研究生', en: 'Postgraduates only' },
      read: choiceCell([
        { value: '0', as: ['是', 'yes'] },
        { value: '1', as: ['否', 'no'] },
      ]),
      blank: '1',
      example: '否',
    },
    {
      field: 'on_home',
      title: { zh: '首页显示', en: 'On the home page' },
      aliases: ['首页'],
      read: yesNoCell,
      blank: true,
      example: '是',
    },
    {
      field: 'in_all',
      title: { zh: '全部应用显示', en: 'Among all applications' },
      aliases: ['全部应用'],
      read: yesNoCell,
      blank: false,
      example: '否',
    },
    {
      field: 'post',
      title: { zh: '岗位', en: 'Post' },
      read: choiceCell([
        { value: 'dorm-supervisor', as: ['宿管', 'supervisor'] },
        { value: 'review-teacher', as: ['审核老师', 'reviewer'] },
      ]),
      blank: null,
      example: '',
    },
    {
      field: 'new_undergraduates_only',
      title: { zh: '仅本科新生', en: 'New undergraduates only' },
      read: yesNoCell,
      blank: false,
      example: '否',
    },
    {
      field: 'starts_at',
      title: { zh: '开始时间', en: 'From' },
      aliases: ['上线时间'],
      read: timestampCell,
      blank: null,
      example: '2026-08-20 08:00',
    },
  ],
  keysOf: (row) => buildRowKey('序号', row, ['id']),
  identity: tableIdentity(shape, 'title', ['menu', 'on_home', 'in_all']),
  check: (row) =>
    row['on_home'] === false && row['in_all'] !== true
      ? createIssueList('on_home', contentImportTexts.nowhere)
      : [],
  resolve,
  ...tableRows(shape),
}

// Refuses unknown icons. A tile that already has such an icon keeps it.
async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const standing = await db.selectFrom('application').select(['id', 'icon']).execute()
  const icons = new Map<unknown, string>(standing.map(({ id, icon }) => [id, icon]))
  return rows.map((row) => {
    const icon = String(row['icon'] ?? '')
    return icon === '' || isEntryIcon(icon) || icons.get(row['id']) === icon
      ? row
      : createIssueList('icon', contentImportTexts.unknownIcon, ENTRY_ICONS.join('、'))
  })
}

function address(text: string): CellReadResult {
  const typed = text.trim()
  const isWeb = /^https?:\/\/\S+$/i.test(typed) && URL.canParse(typed)
  // An address that begins with two slashes would name another host.
  return typed.length <= 500 && (isWeb || /^\/(?![/\\])[^\s\\]*$/.test(typed))
    ? { value: typed }
    : { says: contentImportTexts.addressWrong }
}
