import { sql } from 'kysely'
import { teachingImportTexts } from '#i18n/import-teaching'
import type { Db } from '../../../platform/database/db.ts'
import { isTermUsed } from '../../timetable/public.ts'
import { dayCell, wholeNumberCell } from '../cell-readers.ts'
import type { FileRow, ImportKindDefinition, RowValues, RowIssue } from '../import-kind.ts'
import { checkReferenceMoves, buildRowKey, termCell, createIssueList } from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'

const DAY_MS = 86_400_000

const shape = {
  table: 'term',
  id: ['label'],
  fields: { label: 'text', first_monday: 'date', weeks: 'int' },
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** The terms of the university. */
export const termsImport: ImportKindDefinition = {
  name: 'terms',
  title: teachingImportTexts.terms,
  about: teachingImportTexts.termsAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'label',
      title: { zh: '学期', en: 'Term' },
      aliases: ['学年学期', '学期名称'],
      needed: true,
      read: termCell,
      example: '2026-2027学年第一学期',
    },
    {
      field: 'first_monday',
      title: { zh: '第一周周一', en: 'First Monday' },
      aliases: ['开始日期', '起始日期', '第一周', '开学日期'],
      needed: true,
      read: dayCell,
      example: '2026-08-31',
    },
    {
      field: 'weeks',
      title: { zh: '周数', en: 'Weeks' },
      aliases: ['教学周数', '总周数'],
      needed: true,
      read: wholeNumberCell(1, 30),
      example: '20',
    },
  ],
  keysOf: (row) => buildRowKey('学期', row, ['label']),
  check: (row) =>
    new Date(firstDay(row)).getUTCDay() === 1
      ? []
      : createIssueList('first_monday', teachingImportTexts.notMonday),
  resolve,
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape, isTermUsed(sql.ref('t.label'))),
  // Other tables refer to a term by its label, without a foreign key.
  explainRemovalRefusal: async (db, ids) => {
    const { rows } = await sql`
      select from lesson where term = any(${ids}) union all select from grade where term = any(${ids})
      union all select from taught_course where term = any(${ids})
      union all select from evaluation_period where term = any(${ids}) limit 1`.execute(db)
    return rows.length === 0 ? undefined : teachingImportTexts.termUsed
  },
}

const firstDay = (row: RowValues) => Date.parse(String(row['first_monday']))

// A term whose date changes frees its old dates, unless its row is refused. Of two conflicting rows
// of a file, the later row is refused.
async function resolve(
  db: Db,
  rows: readonly RowValues[],
  file: readonly FileRow[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const standing = await db
    .selectFrom('term')
    .select(['label', 'first_monday', 'weeks'])
    .where('withdrawn_at', 'is', null)
    .execute()
  const isGood = (at: number) => file[at]?.isGood === true
  return checkReferenceMoves(
    rows.map((row, at) => (isGood(at) ? row['label'] : undefined)),
    (moving) => {
      const beside = standing.filter(({ label }) => !moving.has(label))
      const taken: { readonly row: RowValues; readonly line: number }[] = []
      return rows.map((row, at) => {
        // A duplicate label is refused by the check of keys.
        const isJudged = isGood(at) && taken.every((one) => one.row['label'] !== row['label'])
        if (!isJudged) return row
        const other = taken.find((one) => isOverlap(one.row, row))
        if (other !== undefined) {
          const label = String(other.row['label'])
          return createIssueList(
            'first_monday',
            teachingImportTexts.overlapsLine,
            label,
            other.line,
          )
        }
        const there = beside.find((one) => one.label !== row['label'] && isOverlap(one, row))
        if (there !== undefined)
          return createIssueList('first_monday', teachingImportTexts.overlaps, there.label)
        taken.push({ row, line: file[at]?.line ?? 0 })
        return row
      })
    },
  )
}

const end = (row: RowValues) => firstDay(row) + Number(row['weeks']) * 7 * DAY_MS
const isOverlap = (one: RowValues, other: RowValues) =>
  firstDay(one) < end(other) && firstDay(other) < end(one)
