import { sql } from 'kysely'
import { ONBOARDING_STEP_PAGES, type StudentKind } from '#contract/student-levels'
import { levelImportTexts } from '#i18n/import-levels'
import { referenceDataTexts } from '#i18n/reference-data'
import type { Db } from '../../../platform/database/db.ts'
import {
  createLevelCodes,
  findLevelWithName,
  listLevelNames,
  splitLevelAliases,
} from '../../student-levels/public.ts'
import {
  choiceCell,
  choiceListCell,
  textUpTo,
  wholeNumberCell,
  yesNoCell,
} from '../cell-readers.ts'
import type { ImportKindDefinition, RowIssue, RowValues } from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { PAGE_NAMES } from './steps.ts'

const shape = {
  table: 'student_level',
  id: ['code'],
  match: [['name']],
  fields: {
    code: 'text',
    name: 'text',
    aliases: 'text',
    kind: 'text',
    lives_in_dorm: 'boolean',
    skipped_pages: 'text[]',
    position: 'int',
  },
  defaultsForNewRows: async (db, rows) =>
    (
      await createLevelCodes(
        db,
        rows.map((row) => String(row['name'])),
      )
    ).map((code) => ({ code })),
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

const UNDERGRADUATE: StudentKind = 'undergraduate'

/** The levels of students with their rules. Levels that students have are not withdrawn. */
export const studentLevelsImport: ImportKindDefinition = {
  name: 'student-levels',
  title: levelImportTexts.title,
  about: levelImportTexts.about,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'name',
      title: { zh: '学生类型', en: 'Level' },
      aliases: ['培养层次', '层次', '名称'],
      needed: true,
      read: textUpTo(20),
      example: '少数民族预科',
    },
    {
      field: 'kind',
      title: { zh: '类别', en: 'Category' },
      needed: true,
      read: choiceCell<StudentKind>([
        { value: UNDERGRADUATE, as: ['本科', 'undergraduate'] },
        { value: 'postgraduate', as: ['研究生', 'postgraduate'] },
        { value: 'other', as: ['其他', 'other'] },
      ]),
      example: '其他',
      about: levelImportTexts.kindAbout,
    },
    {
      field: 'lives_in_dorm',
      title: { zh: '住学校宿舍', en: 'Lives in a dormitory' },
      aliases: ['是否住宿', '住宿'],
      read: yesNoCell,
      blank: true,
      example: '是',
    },
    {
      field: 'skipped_pages',
      title: { zh: '无需办理的步骤', en: 'Steps not needed' },
      aliases: ['免办步骤'],
      read: choiceListCell(
        ONBOARDING_STEP_PAGES.map((value) => ({ value, as: PAGE_NAMES[value] })),
      ),
      blank: [],
      example: '军训服装',
    },
    {
      field: 'aliases',
      title: { zh: '其他叫法', en: 'Other names' },
      aliases: ['别名'],
      read: textUpTo(200),
      blank: '',
      example: '预科、预科生',
    },
    {
      field: 'position',
      title: { zh: '顺序', en: 'Place' },
      aliases: ['序号'],
      read: wholeNumberCell(1, 999),
      blank: 100,
      example: '3',
    },
  ],
  keysOf: (row) => buildRowKey('学生类型', row, ['name']),
  storedKeysOf: (row) => namesOf(row).map((name) => name.toLowerCase()),
  resolve,
  check: (row) =>
    row['kind'] === UNDERGRADUATE && row['lives_in_dorm'] === false
      ? createIssueList('lives_in_dorm', referenceDataTexts.undergraduatesLiveHere)
      : [],
  identity: tableIdentity(shape, 'name'),
  store: tableStore(shape),
  withdrawal: tableWithdrawal(
    shape,
    sql`exists (select from student where student.enrolment = t.code and student.withdrawn_at is null)`,
  ),
}

const namesOf = (row: RowValues) => [
  String(row['name']),
  ...splitLevelAliases(String(row['aliases'] ?? '')),
]

// A name belongs to one level. A row of the file replaces the other names of its level.
async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const given = new Map(rows.map((row) => [row['name'], row]))
  const levels = (await listLevelNames(db)).map(({ code, names }) => {
    const row = given.get(names[0] ?? '')
    return { code, names: row?.['aliases'] === undefined ? names : namesOf(row), own: names[0] }
  })
  return rows.map((row) => {
    const others = levels.filter(({ own }) => own !== row['name'])
    const other = findLevelWithName(others, namesOf(row))
    if (other === undefined) return row
    const [name = ''] = other.names
    const isOfName = findLevelWithName(others, [String(row['name'])]) !== undefined
    const field = isOfName ? 'name' : 'aliases'
    return createIssueList(field, referenceDataTexts.levelNamed, name)
  })
}
