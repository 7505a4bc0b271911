import { sql } from 'kysely'
import { formatYuan } from '#contract/fields'
import { normalizeIdNumber } from '#contract/id-number'
import { normalizeReference } from '#contract/outside-payments'
import { platformImportTexts as texts } from '#i18n/import-finance-platform'
import { moneyImportTexts } from '#i18n/import-money'
import { toChinaDay } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import { maskNumbersIn } from '../../../platform/masks.ts'
import { findEndedReferences } from '../../finance-platform/public.ts'
import {
  idNumberCell,
  identifierCell,
  moneyCell,
  textUpTo,
  timestampCell,
} from '../cell-readers.ts'
import { hasSameValues } from '../dry-run.ts'
import type {
  ImportColumn,
  ImportKindDefinition,
  RowIssue,
  RowValues,
  StoredRow,
} from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { type TableShape, tableStore, tableWithdrawal, giveSecretIds } from '../table-store.ts'
import { feeItemColumn, feeYearColumn } from './fee-columns.ts'

const shape = {
  table: 'finance_platform_line',
  id: ['id'],
  fields: {
    id: 'text',
    reference: 'text',
    day: 'text',
    student_code: 'text',
    number: 'text',
    year: 'int',
    item: 'text',
    amount_fen: 'int',
    channel: 'text',
  },
  defaultsForNewRows: giveSecretIds,
  withdrawnAt: 'withdrawn_at',
  scope: ['day'],
} as const satisfies TableShape

const table = tableStore(shape)
const withdrawal = tableWithdrawal(shape)

const optional = ({ needed: _needed, ...column }: ImportColumn): ImportColumn => column

const keysOf = (row: RowValues) =>
  buildRowKey(
    '流水',
    {
      ...row,
      who: row['student'] ?? (row['student_code'] || (row['number'] ?? null)),
      year: row['year'] ?? '',
      item: row['item'] ?? '',
      amount: typeof row['amount_fen'] === 'number' ? formatYuan(row['amount_fen']) : null,
    },
    ['reference', 'day', 'who', 'year', 'item', 'amount'],
  )

/** What the finance platform has booked, for the reconciliation with the books. */
export const financePlatformImport: ImportKindDefinition = {
  name: 'finance-platform',
  title: texts.title,
  about: texts.about,
  roles: ['finance'],
  columns: [
    {
      field: 'student',
      title: texts.student,
      aliases: ['学号', '考生号', '学生学号', '身份证号', '证件号', '证件号码', '学号/身份证号'],
      needed: true,
      read: (text) => {
        const read = identifierCell()(text)
        return 'value' in read ? read : idNumberCell(text)
      },
      example: '2026010001',
      about: texts.studentAbout,
    },
    { ...optional(feeItemColumn), aliases: [...(feeItemColumn.aliases ?? []), '账单'], blank: '' },
    optional(feeYearColumn),
    {
      field: 'amount_fen',
      title: { zh: '金额（元）', en: 'Amount (yuan)' },
      aliases: ['金额', '入账金额', '缴费金额', '交易金额'],
      needed: true,
      read: readSignedMoney,
      example: '18600.00',
    },
    {
      field: 'day',
      title: { zh: '日期', en: 'Day' },
      aliases: ['入账日期', '缴费日期', '交易日期', '交易时间', '缴费时间', '入账时间'],
      needed: true,
      // The time of day serves no purpose here.
      read: (text, facts) => {
        const read = timestampCell(text, facts)
        if ('says' in read) return read
        const day = toChinaDay(new Date(String(read.value)))
        return facts?.today !== undefined && day > facts.today
          ? { says: moneyImportTexts.dayAhead }
          : { value: day }
      },
      example: '2026-08-28',
    },
    {
      field: 'channel',
      title: { zh: '渠道', en: 'Channel' },
      aliases: ['缴费渠道', '缴费方式', '支付方式'],
      read: textUpTo(50),
      blank: '',
      example: '银行代扣',
    },
    {
      field: 'reference',
      title: { zh: '流水号', en: 'Reference' },
      aliases: ['交易流水号', '凭证号', '票据号', '参考号', '订单号'],
      needed: true,
      read: (text) => {
        const value = normalizeReference(text)
        return value === undefined ? { says: moneyImportTexts.notReference } : { value }
      },
      example: 'FP20260828-0001',
    },
  ],
  keysOf,
  storedKeysOf: keysOf,
  resolve: async (db, rows) => {
    const codes = await findStudentCodes(
      db,
      rows.map((row) => String(row['student'] ?? '')),
    )
    return rows.map(({ student, ...row }) => {
      const code = codes.get(String(student)) ?? null
      // The number of a person whom the campus does not know is not kept whole.
      return {
        ...row,
        student_code: code,
        number: code === null ? maskNumbersIn(String(student)) : '',
      }
    })
  },
  resolveAgain: async (db, rows) => {
    const ended = await findEndedReferences(db)
    return rows.map((row) =>
      ended.has(String(row['reference'])) ? createIssueList('reference', texts.ended) : row,
    )
  },
  warnings: (_db, rows) =>
    Promise.resolve(
      rows.map(({ row }) =>
        row['student_code'] === null ? createIssueList('student', texts.unknown) : [],
      ),
    ),
  // Nobody ends a reference while its lines are written.
  lock: async (tx) => void (await sql`lock table reconciliation_note in share mode`.execute(tx)),
  store: { ...table, find, findSame },
  withdrawal: {
    ...withdrawal,
    absent: async (db, what) => {
      const ended = await findEndedReferences(db)
      const absent = await withdrawal.absent(db, what)
      return absent.filter(({ row }) => !ended.has(String(row['reference'])))
    },
  },
  explainRemovalRefusal: async (db, ids) => {
    const ended = await findEndedReferences(db)
    const lines = await table.byId(db, ids)
    return lines.some(({ row }) => ended.has(String(row['reference'])))
      ? texts.endedRemoval
      : undefined
  },
}

function readSignedMoney(text: string) {
  const typed = text.normalize('NFKC').trim()
  const amount = typed.replace(/^(¥? ?)[-\u2212]/u, '$1').replace(/^\(([^)]*)\)$/u, '$1')
  const read = moneyCell()(amount)
  if ('says' in read) return read
  if (read.value === 0) return { says: texts.notZero }
  return { value: amount === typed ? Number(read.value) : -Number(read.value) }
}

// Finds the line of a row: one that is the same, or else one of the same reference and day, which the
// row then changes. No row changes a reference that was ended.
async function find(
  db: Db,
  rows: readonly RowValues[],
  taken: ReadonlySet<string> = new Set(),
): Promise<(StoredRow | RowIssue | undefined)[]> {
  const ended = await findEndedReferences(db)
  const lines = await findLines(db, rows)
  const found: (StoredRow | RowIssue | undefined)[] = findEqual(lines, rows, taken)
  const claimed = new Set([
    ...taken,
    ...found.flatMap((one) => (one !== undefined && 'id' in one ? [one.id] : [])),
  ])
  return found.map((same, at) => {
    const row = rows[at] ?? {}
    if (same !== undefined && 'id' in same && !same.withdrawn) return same
    if (ended.has(String(row['reference'])))
      return { field: 'reference', says: texts.ended } satisfies RowIssue
    if (same !== undefined) return same
    const other = (lines.get(String(row['reference'])) ?? []).find(
      (one) => !one.withdrawn && !claimed.has(one.id) && one.row['day'] === row['day'],
    )
    if (other !== undefined) claimed.add(other.id)
    return other
  })
}

async function findSame(db: Db, rows: readonly RowValues[]) {
  return findEqual(await findLines(db, rows), rows, new Set())
}

const findEqual = (
  lines: ReadonlyMap<string, readonly StoredRow[]>,
  rows: readonly RowValues[],
  taken: ReadonlySet<string>,
) =>
  rows.map((row) =>
    (lines.get(String(row['reference'])) ?? []).find(
      (one) => !taken.has(one.id) && hasSameValues(one.row, row),
    ),
  )

// The stored lines by their references, those that are not withdrawn first.
async function findLines(
  db: Db,
  rows: readonly RowValues[],
): Promise<ReadonlyMap<string, readonly StoredRow[]>> {
  const lines = new Map<string, StoredRow[]>()
  const found = await db
    .selectFrom('finance_platform_line')
    .selectAll()
    .where('reference', 'in', ['', ...rows.map((row) => String(row['reference'] ?? ''))])
    .orderBy(sql`withdrawn_at is not null`)
    .orderBy('id')
    .execute()
  for (const { withdrawn_at: at, ...row } of found)
    lines.set(row.reference, [
      ...(lines.get(row.reference) ?? []),
      { id: row.id, row, withdrawn: at !== null },
    ])
  return lines
}

// The codes of the students with these numbers. A number of several students is nobody's.
async function findStudentCodes(
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .selectFrom('student')
    .select(['code', 'number', 'exam_number', 'id_card'])
    .where((e) =>
      e.or([
        e('number', 'in', numbers),
        e('exam_number', 'in', numbers),
        e('id_card', 'in', numbers.map(normalizeIdNumber)),
      ]),
    )
    .execute()
  const codes = new Map<string, string>()
  for (const number of new Set(numbers)) {
    const id = normalizeIdNumber(number)
    const [code, ...others] = new Set(
      found.flatMap((one) =>
        one.number === number || one.exam_number === number || one.id_card === id ? [one.code] : [],
      ),
    )
    if (code !== undefined && others.length === 0) codes.set(number, code)
  }
  return codes
}
