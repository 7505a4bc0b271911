import { sql } from 'kysely'
import { formatYuan } from '#contract/fields'
import { moneyImportTexts } from '#i18n/import-money'
import type { Db } from '../../../platform/database/db.ts'
import { explainOffsetRefusal, recordOffset, undoOffset } from '../../offsets/public.ts'
import { identifierCell } from '../cell-readers.ts'
import type { ImportKindDefinition, RowIssue, RowStore, RowValues } from '../import-kind.ts'
import { buildRowKey, createIssueList, lockStudentsOfImport } from '../references.ts'
import { writeConflict } from '../write-batch.ts'
import { paidAmountColumn, paidOnColumn } from './outside-payments.ts'

interface Loan {
  readonly student_code: string
  readonly year: number
  readonly contract_number: string
  readonly receipt_code: string
  readonly status: string
  readonly approved: number
  readonly offset: number
  readonly paid_on: string | null
  /** The amount and the day of the newest offset by a file, also if it was undone since. */
  readonly imported: { readonly fen: number; readonly paid_on: string | null } | null
}

// Loan applications with the day of the entry that offsets them. `offset` is 0 while it is not
// offset.
const findLoans = async (db: Db, isWanted: ReturnType<typeof sql>): Promise<readonly Loan[]> => {
  const { rows } = await sql<Loan>`
    select green.student_code, green.year, upper(contract_number) as contract_number, upper(receipt_code) as receipt_code,
      status, coalesce(audit_amount_fen, 0) as approved,
      case when offset_status = '0' then 0 else coalesce(offset_fen, audit_amount_fen, 0) end as offset,
      (select paid_on from payment_credit entry where entry.student_code = green.student_code
        and entry.year = green.year and entry.kind = 'offset' and entry.way = 'loan' and entry.reverses is null
        order by credited_at desc limit 1) as paid_on,
      (select jsonb_build_object('fen', entry.amount_fen, 'paid_on', entry.paid_on) from payment_credit entry
        where entry.student_code = green.student_code and entry.year = green.year and entry.kind = 'offset'
        and entry.way = 'loan' and entry.reverses is null and entry.source like 'import:%'
        order by credited_at desc limit 1) as imported
    from green_application green where type = '1' and ${isWanted}`.execute(db)
  return rows
}

const idOf = (row: RowValues | Loan) => JSON.stringify([row['student_code'], row['year']])
const toKey = (row: RowValues) => ({
  way: 'loan' as const,
  student: String(row['student_code']),
  year: Number(row['year']),
})
const toRow = (loan: Omit<Loan, 'imported'>): RowValues => ({
  student_code: loan.student_code,
  year: loan.year,
  contract_number: loan.contract_number,
  receipt_code: loan.receipt_code,
  amount_fen: loan.offset,
  paid_on: loan.paid_on,
})
const byIds = (ids: readonly string[]) =>
  sql`jsonb_build_array(green.student_code, green.year) = any(${[...ids]}::jsonb[])`

const store: RowStore = {
  // `resolve` refuses a loan that was offset with another amount, so that a loan that is found here
  // is offset already, without any change.
  find: async (db, rows) => {
    const done = new Set(
      (await findLoans(db, byIds(rows.map(idOf)))).filter(({ offset }) => offset > 0).map(idOf),
    )
    return rows.map((row) =>
      done.has(idOf(row)) ? { id: idOf(row), row, withdrawn: false } : undefined,
    )
  },
  // An offset that finance has undone since is as the import wrote it, because there is nothing left
  // to undo: `remove` leaves it alone.
  byId: async (db, ids) =>
    (await findLoans(db, byIds(ids))).map((loan) => ({
      id: idOf(loan),
      row: toRow(
        loan.offset > 0
          ? loan
          : { ...loan, offset: loan.imported?.fen ?? 0, paid_on: loan.imported?.paid_on ?? null },
      ),
      withdrawn: false,
    })),
  add: async (tx, rows, now, { import: id, by }) => {
    for (const row of rows) {
      const [key, fen] = [toKey(row), Number(row['amount_fen'])]
      if ((await explainOffsetRefusal(tx, key, fen)) !== undefined) throw writeConflict()
      const paidOn = String(row['paid_on'])
      await recordOffset(tx, key, fen, { by, source: `import:${id}`, note: '', paidOn, now })
    }
    return rows.map(idOf)
  },
  // An offset is never changed, only undone.
  change: async () => {},
  remove: async (tx, ids, now, { import: id, by, reason: note }) => {
    for (const loan of await findLoans(tx, byIds(ids)))
      await undoOffset(tx, toKey(toRow(loan)), {
        by,
        source: `import:${id}`,
        note,
        paidOn: null,
        now,
      })
  },
}

/** The loans that the bank has paid out, which are offset against the fees. */
export const loanOffsetsImport: ImportKindDefinition = {
  name: 'loan-offsets',
  title: moneyImportTexts.loanOffsets,
  about: moneyImportTexts.loanOffsetsAbout,
  roles: ['finance'],
  columns: [
    {
      field: 'contract_number',
      title: { zh: '合同号', en: 'Contract number' },
      aliases: ['贷款合同号', '合同编号', '贷款合同编号'],
      needed: true,
      read: upperCell,
      example: 'HT2026000001',
    },
    {
      field: 'receipt_code',
      title: { zh: '回执校验码', en: 'Receipt code' },
      aliases: ['回执码', '回执编号', '校验码'],
      needed: true,
      read: upperCell,
      example: '123456',
    },
    { ...paidAmountColumn, example: '8000.00' },
    {
      ...paidOnColumn,
      title: { zh: '放款日期', en: 'Paid out on' },
      aliases: ['日期', '到账日期', '交易日期'],
    },
  ],
  keysOf: (row) => buildRowKey('贷款', row, ['contract_number', 'receipt_code']),
  resolve,
  warnings: async (db, rows) => {
    const loans = new Map(
      (await findLoans(db, byIds(rows.map(({ row }) => idOf(row))))).map((loan) => [
        idOf(loan),
        loan,
      ]),
    )
    return rows.map(({ row }) => {
      const approved = loans.get(idOf(row))?.approved ?? 0
      return Number(row['amount_fen']) < approved
        ? createIssueList('amount_fen', moneyImportTexts.belowApproved, formatYuan(approved))
        : []
    })
  },
  lock: lockStudentsOfImport,
  store,
}

function upperCell(text: string) {
  const read = identifierCell(64)(text)
  return 'value' in read ? { value: String(read.value).toUpperCase() } : read
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<readonly (RowValues | readonly RowIssue[])[]> {
  const contracts = rows.map((row) => String(row['contract_number'] ?? ''))
  const loans = await findLoans(db, sql`upper(contract_number) = any(${contracts})`)
  return rows.map((row) => {
    const own = loans.filter(
      (loan) =>
        loan.contract_number === row['contract_number'] &&
        loan.receipt_code === row['receipt_code'],
    )
    const [loan, ...others] = own
    if (loan === undefined) return createIssueList('contract_number', moneyImportTexts.noLoanFound)
    if (others.length > 0) return createIssueList('contract_number', moneyImportTexts.severalLoans)
    const { approved, offset } = loan
    if (loan.status !== '1')
      return createIssueList('contract_number', moneyImportTexts.loanNotApproved)
    if (offset > 0 && offset !== row['amount_fen'])
      return createIssueList('amount_fen', moneyImportTexts.loanDone, formatYuan(offset))
    if (Number(row['amount_fen']) > approved)
      return createIssueList('amount_fen', moneyImportTexts.aboveApproved, formatYuan(approved))
    return { ...row, student_code: loan.student_code, year: loan.year }
  })
}
