import { sql } from 'kysely'
import { formatYuan } from '#contract/fields'
import { normalizeReference, OUTSIDE_PAYMENT_WAYS } from '#contract/outside-payments'
import { moneyImportTexts } from '#i18n/import-money'
import { paymentChannelName } from '#i18n/payment-channels'
import type { Db } from '../../../platform/database/db.ts'
import { isChargeInEffect } from '../../charges/public.ts'
import { bookOutsidePayment, takeBackOutsidePayment } from '../../outside-payments/public.ts'
import { choiceCell, dayCell, moneyCell, textUpTo } from '../cell-readers.ts'
import type {
  FileRow,
  ImportColumn,
  ImportKindDefinition,
  RowIssue,
  RowStore,
  RowValues,
} from '../import-kind.ts'
import {
  buildRowKey,
  createIssueList,
  isRowWithoutIssues,
  lockStudentsOfImport,
  studentColumn,
  withReferencedStudents,
} from '../references.ts'
import { writeConflict } from '../write-batch.ts'
import { feeItemColumn, feeYearColumn } from './fee-columns.ts'

const optional = ({ needed: _needed, ...column }: ImportColumn): ImportColumn => column

/** The column with the day of a payment. */
export const paidOnColumn: ImportColumn = {
  field: 'paid_on',
  title: { zh: '缴费日期', en: 'Paid on' },
  aliases: ['日期', '到账日期', '交易日期', '缴费时间', '放款日期'],
  needed: true,
  read: (text, facts) => {
    const read = dayCell(text, facts)
    return 'value' in read && facts?.today !== undefined && String(read.value) > facts.today
      ? { says: moneyImportTexts.dayAhead }
      : read
  },
  example: '2026-08-28',
}

/** The column with an amount above 0. */
export const paidAmountColumn: ImportColumn = {
  field: 'amount_fen',
  title: { zh: '金额（元）', en: 'Amount (yuan)' },
  aliases: ['金额', '缴费金额', '到账金额', '放款金额', '交易金额'],
  needed: true,
  read: (text) => {
    const read = moneyCell()(text)
    return 'value' in read && read.value === 0 ? { says: moneyImportTexts.notAbove } : read
  },
  example: '18600.00',
}

const WAY_ALIASES: Readonly<Record<(typeof OUTSIDE_PAYMENT_WAYS)[number], readonly string[]>> = {
  bank: ['银行', '银行代扣', '转账', 'bank'],
  cash: ['现金', '窗口', '刷卡', 'cash'],
  finance: ['财务平台', '财务', 'finance'],
  scholarship: ['奖学金', '助学金', 'scholarship'],
  waiver: ['减免', '免缴', 'waiver'],
}

const store: RowStore = {
  // `resolve` refuses a row whose reference is in the books with another payment, so that a row
  // that is found here is recorded already, without any change.
  find: async (db, rows) => {
    const known = await findEntries(db, rows)
    return rows.map((row) => {
      const reference = String(row['reference'])
      return known.has(reference) ? { id: reference, row, withdrawn: false } : undefined
    })
  },
  byId: async (db, ids) => {
    const { rows } = await sql<{ reference: string } & RowValues>`
      select transaction as reference, student_code, year, item, amount_fen, paid_on, way, note
      from payment_credit where transaction = any(${ids}) and kind = 'outside'`.execute(db)
    return rows.map((row) => ({ id: row.reference, row, withdrawn: false }))
  },
  add: async (tx, rows, now, { import: id, by }) => {
    for (const row of rows) {
      const text = (field: string) => String(row[field] ?? '')
      const payment = {
        student: text('student_code'),
        year: Number(row['year']),
        item: text('item'),
        amountFen: Number(row['amount_fen']),
        paidOn: text('paid_on'),
        way: text('way'),
        reference: text('reference'),
        note: text('note'),
      }
      if (!(await bookOutsidePayment(tx, payment, { by, source: `import:${id}`, now })))
        throw writeConflict()
    }
    return rows.map((row) => String(row['reference']))
  },
  // Entries are never changed.
  change: async () => {},
  // An entry that was taken back already stays so.
  remove: async (tx, ids, now, { import: id, by, reason: note }) => {
    for (const reference of ids)
      await takeBackOutsidePayment(tx, { reference, note }, { by, source: `import:${id}`, now })
  },
}

/** Payments that did not come through the gateway: bank, cash desk, finance platform. */
export const outsidePaymentsImport: ImportKindDefinition = {
  name: 'outside-payments',
  title: moneyImportTexts.outside,
  about: moneyImportTexts.outsideAbout,
  roles: ['finance'],
  columns: [
    studentColumn,
    { ...optional(feeYearColumn), about: moneyImportTexts.outsideYear },
    { ...optional(feeItemColumn), blank: '', about: moneyImportTexts.outsideItem },
    paidAmountColumn,
    paidOnColumn,
    {
      field: 'way',
      title: { zh: '渠道', en: 'Channel' },
      aliases: ['缴费渠道', '缴费方式', '支付方式'],
      needed: true,
      read: choiceCell(
        OUTSIDE_PAYMENT_WAYS.map((value) => ({
          value,
          as: [paymentChannelName(value, 'zh'), ...WAY_ALIASES[value]],
        })),
      ),
      example: '银行转账',
    },
    {
      field: 'reference',
      title: { zh: '凭证号', en: 'Reference' },
      aliases: ['流水号', '交易流水号', '票据号', '收据号', '参考号'],
      needed: true,
      read: (text) => {
        const value = normalizeReference(text)
        return value === undefined ? { says: moneyImportTexts.notReference } : { value }
      },
      example: 'BANK20260828-0001',
    },
    {
      field: 'note',
      title: { zh: '备注', en: 'Note' },
      aliases: ['说明', '摘要'],
      read: textUpTo(200),
      blank: '',
      example: '',
    },
  ],
  keysOf: (row) => buildRowKey('凭证号', row, ['reference']),
  check: (row) =>
    (row['year'] ?? null) === null && (row['item'] ?? '') === ''
      ? createIssueList('year', moneyImportTexts.yearOrItem)
      : [],
  resolve,
  warnings: async (db, rows, now) => {
    const owed = await findOwed(
      db,
      rows.map(({ row }) => row),
      now,
    )
    return rows.map(({ id, row }) => {
      const left = owed.get(`${String(row['student_code'])} ${String(row['year'])}`) ?? 0
      return id === null && Number(row['amount_fen']) > left
        ? createIssueList('amount_fen', moneyImportTexts.surplus, formatYuan(left))
        : []
    })
  },
  // A payment also locks a bed, for which a payment through the gateway can be waiting.
  lock: lockStudentsOfImport,
  store,
  explainRemovalRefusal: async (db, ids) => {
    const { rows } = await sql`
      select from refund where transaction = any(${ids}) and state not in ('rejected', 'failed') limit 1`.execute(
      db,
    )
    return rows.length === 0 ? undefined : moneyImportTexts.refunded
  },
}

interface KnownEntry {
  readonly transaction: string
  readonly kind: string
  readonly student_code: string
  readonly year: number
  readonly way: string
  readonly amount_fen: number
  readonly number: string
  readonly undone: boolean
}

async function findEntries(
  db: Db,
  rows: readonly RowValues[],
): Promise<ReadonlyMap<string, KnownEntry>> {
  const { rows: found } = await sql<KnownEntry>`
    select entry.transaction, entry.kind, entry.student_code, entry.year, entry.way, entry.amount_fen,
      coalesce(student.number, student.exam_number, '') as number,
      exists (select from payment_credit counter where counter.reverses = entry.transaction) as undone
    from payment_credit entry join student on student.code = entry.student_code
    where entry.transaction = any(${rows.map((row) => String(row['reference'] ?? ''))})`.execute(db)
  return new Map(found.map((one) => [one.transaction, one]))
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
  _file: readonly FileRow[],
  now: Date,
): Promise<readonly (RowValues | readonly RowIssue[])[]> {
  const known = await findEntries(db, rows)
  const judged = await withReferencedStudents(db, rows)
  const codes = judged.flatMap((row) =>
    isRowWithoutIssues(row) ? [String(row['student_code'])] : [],
  )
  const charges = await db
    .selectFrom('charge')
    .select(['student_code', 'year', 'item', 'due_fen', 'paid_fen'])
    .where('student_code', 'in', ['', ...codes])
    .where(isChargeInEffect(now))
    .orderBy('year')
    .execute()
  return judged.map((row) => {
    if (!isRowWithoutIssues(row)) return row
    const item = String(row['item'] ?? '')
    const own = charges.filter(
      (one) =>
        one.student_code === row['student_code'] &&
        (item === '' || one.item === item) &&
        ((row['year'] ?? null) === null || one.year === row['year']),
    )
    const charge = own.find((one) => one.paid_fen < one.due_fen) ?? own.at(-1)
    const entry = known.get(String(row['reference']))
    if (entry !== undefined) {
      const isSame =
        entry.kind === 'outside' &&
        entry.student_code === row['student_code'] &&
        entry.way === row['way'] &&
        entry.amount_fen === row['amount_fen'] &&
        ((row['year'] ?? null) === null || entry.year === row['year'])
      if (entry.undone) return createIssueList('reference', moneyImportTexts.referenceTakenBack)
      if (isSame) return { ...row, year: entry.year }
      const how = `${entry.number} ${formatYuan(entry.amount_fen)} ${paymentChannelName(entry.way, 'zh')}`
      return createIssueList('reference', moneyImportTexts.referenceTaken, how)
    }
    if (charge === undefined)
      return createIssueList(item === '' ? 'year' : 'item', moneyImportTexts.noCharge)
    return { ...row, year: charge.year, item }
  })
}

// What students owe in a year before offsets, fen. It only serves a warning.
async function findOwed(
  db: Db,
  rows: readonly RowValues[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows: found } = await sql<{ key: string; owed: number }>`
    select student_code || ' ' || year as key, sum(due_fen - paid_fen)::int as owed from charge
    where student_code = any(${rows.map((row) => String(row['student_code']))}) and ${isChargeInEffect(now)}
    group by student_code, year`.execute(db)
  return new Map(found.map(({ key, owed }) => [key, owed]))
}
