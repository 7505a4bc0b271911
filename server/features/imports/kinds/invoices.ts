import { formatYuan } from '#contract/fields'
import { INVOICE_KINDS } from '#contract/invoices'
import { normalizeReference } from '#contract/outside-payments'
import { invoiceImportTexts as texts } from '#i18n/import-invoices'
import type { Db } from '../../../platform/database/db.ts'
import { findPaymentsForInvoices } from '../../invoices/public.ts'
import { choiceCell, identifierCell, textUpTo } from '../cell-readers.ts'
import type {
  CellReadResult,
  ImportKindDefinition,
  RowIssue,
  RowValues,
  WarningCheckedRow,
} from '../import-kind.ts'
import {
  buildRowKey,
  createIssueList,
  isRowWithoutIssues,
  lockStudentsOfImport,
} from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { feeItemColumn } from './fee-columns.ts'
import { paidAmountColumn, paidOnColumn } from './outside-payments.ts'

const [ISSUED, RED] = INVOICE_KINDS

const shape = {
  table: 'invoice',
  id: ['code', 'number'],
  fields: {
    code: 'text',
    number: 'text',
    check_code: 'text',
    issued_on: 'text',
    kind: 'text',
    cancels_code: 'text',
    cancels_number: 'text',
    amount_fen: 'int',
    url: 'text',
    transaction: 'text',
    student_code: 'text',
  },
} as const satisfies TableShape

/** The invoices that the invoicing system has issued. Invoices that a file lacks stay as they are. */
export const invoicesImport: ImportKindDefinition = {
  name: 'invoices',
  title: texts.invoices,
  about: texts.invoicesAbout,
  roles: ['finance'],
  columns: [
    {
      field: 'reference',
      title: { zh: '业务流水号', en: 'Business number' },
      aliases: ['业务单号', '缴费凭证号', '凭证号', '流水号', '交易流水号'],
      needed: true,
      read: textUpTo(80),
      about: texts.reference,
      example: 'BANK20260828-0001',
    },
    {
      field: 'code',
      title: { zh: '票据代码', en: 'Invoice code' },
      aliases: ['电子票据代码', '票据编码'],
      needed: true,
      read: identifierCell(50),
      example: '11010126',
    },
    {
      field: 'number',
      title: { zh: '票据号码', en: 'Invoice number' },
      aliases: ['电子票据号码', '票据号', '票号'],
      needed: true,
      read: identifierCell(50),
      example: '0000012345',
    },
    {
      field: 'check_code',
      title: { zh: '校验码', en: 'Check code' },
      aliases: ['电子校验码', '票据校验码'],
      read: textUpTo(50),
      blank: '',
      example: '8f3a2c',
    },
    {
      ...paidOnColumn,
      field: 'issued_on',
      title: { zh: '开票日期', en: 'Issued on' },
      aliases: ['开具日期', '开票时间', '票据日期'],
      example: '2026-08-30',
    },
    {
      ...paidAmountColumn,
      aliases: ['金额', '开票金额', '票面金额', '合计金额', '总金额'],
      // Some systems write the amount of a red invoice below zero.
      read: (text) => paidAmountColumn.read(text.trim().replace(/^[-−]/u, '')),
    },
    {
      field: 'kind',
      title: { zh: '票据类型', en: 'Kind' },
      aliases: ['票据状态', '开票类型', '票种'],
      read: choiceCell([
        { value: ISSUED, as: ['蓝票', '正常', '开具', '正票', '电子票据', 'issued'] },
        { value: RED, as: ['红票', '冲红', '红冲', '冲红票据', 'red'] },
      ]),
      blank: ISSUED,
      about: texts.kind,
      example: '蓝票',
    },
    {
      field: 'cancels_code',
      title: { zh: '原票据代码', en: 'Code of the original' },
      aliases: ['原电子票据代码', '被冲红票据代码'],
      read: identifierCell(50),
      blank: '',
      example: '',
    },
    {
      field: 'cancels_number',
      title: { zh: '原票据号码', en: 'Number of the original' },
      aliases: ['原电子票据号码', '被冲红票据号码'],
      read: identifierCell(50),
      blank: '',
      example: '',
    },
    {
      field: 'url',
      title: { zh: '票据链接', en: 'Address' },
      aliases: ['查验链接', '票据地址', '下载地址', '链接'],
      read: httpsCell,
      blank: '',
      example: '',
    },
  ],
  keysOf: (row) => buildRowKey('票据', row, ['code', 'number']),
  check: (row) => {
    const isRed = row['kind'] === RED
    const cancels = row['cancels_number'] ?? ''
    if (isRed && cancels === '') return createIssueList('cancels_number', texts.noOriginal)
    return !isRed && `${String(cancels)}${String(row['cancels_code'] ?? '')}` !== ''
      ? createIssueList('cancels_number', texts.notRed)
      : []
  },
  resolve,
  resolveAgain: checkStored,
  warnings,
  // Two files about one payment are applied one after the other.
  lock: lockStudentsOfImport,
  store: tableStore(shape),
}

const itemShape = {
  table: 'invoice_item',
  id: ['item'],
  fields: { item: 'text', code: 'text', name: 'text', unit: 'text' },
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** The codes and names of fee items in the invoicing system. */
export const invoiceItemsImport: ImportKindDefinition = {
  name: 'invoice-items',
  title: texts.items,
  about: texts.itemsAbout,
  roles: ['finance'],
  columns: [
    feeItemColumn,
    {
      field: 'code',
      title: { zh: '项目编码', en: 'Code of the item' },
      aliases: ['票据项目编码', '收费项目编码', '编码'],
      needed: true,
      read: identifierCell(50),
      example: '103042701',
    },
    {
      field: 'name',
      title: { zh: '票据项目名称', en: 'Name on the invoice' },
      aliases: ['开票项目名称', '票面名称'],
      read: textUpTo(50),
      example: '高等学校学费',
    },
    {
      field: 'unit',
      title: { zh: '计量单位', en: 'Unit' },
      aliases: ['单位'],
      read: textUpTo(20),
      blank: '元',
      example: '元',
    },
  ],
  keysOf: (row) => buildRowKey('项目', row, ['item']),
  store: tableStore(itemShape),
  withdrawal: tableWithdrawal(itemShape),
}

function httpsCell(text: string): CellReadResult {
  const typed = text.trim()
  return typed.length <= 500 && URL.canParse(typed) && new URL(typed).protocol === 'https:'
    ? { value: typed }
    : { says: texts.notHttps }
}

type Payment = Awaited<ReturnType<typeof findPaymentsForInvoices>>[number]

const findPayments = async (
  db: Db,
  transactions: readonly string[],
): Promise<ReadonlyMap<string, Payment>> =>
  new Map((await findPaymentsForInvoices(db, transactions)).map((one) => [one.transaction, one]))

// How a business number can be written: as the transaction, as a normalized reference, and with the
// suffix of an invoice after the first.
function spellingsOf(reference: string): readonly string[] {
  const whole = [reference, normalizeReference(reference) ?? reference]
  return [...whole, ...whole.map((one) => one.replace(/-\d{1,3}$/, ''))]
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<readonly (RowValues | readonly RowIssue[])[]> {
  const referenceOf = (row: RowValues) => String(row['reference'])
  const payments = await findPayments(
    db,
    rows.flatMap((row) => spellingsOf(referenceOf(row))),
  )
  const found = rows.map((row): RowValues | readonly RowIssue[] => {
    const { reference: _reference, ...rest } = row
    const name = spellingsOf(referenceOf(row)).find((one) => payments.has(one)) ?? ''
    const payment = payments.get(name)
    return payment === undefined
      ? createIssueList('reference', texts.noPayment, referenceOf(row))
      : {
          kind: ISSUED,
          cancels_code: '',
          cancels_number: '',
          ...rest,
          transaction: payment.transaction,
          student_code: payment.student_code,
        }
  })
  const checked = await checkStored(db, found.filter(isRowWithoutIssues))
  let at = 0
  return found.map((row) => (isRowWithoutIssues(row) ? (checked[at++] ?? row) : row))
}

const keyOf = (code: unknown, number: unknown) => JSON.stringify([code, number])

// Checks rows as they would be stored, against the invoices that are stored, and those of the same
// rows.
async function checkStored(
  db: Db,
  rows: readonly RowValues[],
): Promise<readonly (RowValues | readonly RowIssue[])[]> {
  const transactions = rows.map((row) => String(row['transaction']))
  const numbers = rows.flatMap((row) => [String(row['number']), String(row['cancels_number'])])
  const stored = await db
    .selectFrom('invoice')
    .selectAll()
    .where((e) =>
      e.or([
        e('transaction', 'in', ['', ...transactions]),
        e('number', 'in', ['', ...numbers]),
        e('cancels_number', 'in', [' ', ...numbers.filter((one) => one !== '')]),
      ]),
    )
    .execute()
  const known = new Map<string, RowValues>(
    stored.map((one) => [keyOf(one.code, one.number), { ...one }]),
  )
  const payments = await findPayments(db, transactions)
  return rows.map((row) => {
    const key = keyOf(row['code'], row['number'])
    const before = known.get(key)
    if (before !== undefined && before['transaction'] !== row['transaction'])
      return createIssueList('number', texts.taken, String(before['transaction']))
    const others = [...known].flatMap(([name, one]) => (name === key ? [] : [one]))
    const issue =
      row['kind'] === RED ? explainRed(row, others) : explainAmount(row, others, payments)
    if (issue !== undefined) return issue
    known.set(key, row)
    return row
  })
}

function explainRed(row: RowValues, others: readonly RowValues[]): readonly RowIssue[] | undefined {
  const red = others.find((one) => isCancelling(one, row['cancels_code'], row['cancels_number']))
  if (red !== undefined)
    return createIssueList('cancels_number', texts.cancelledAlready, String(red['number']))
  // A red invoice cannot cancel itself.
  if (keyOf(row['code'], row['number']) === keyOf(row['cancels_code'], row['cancels_number']))
    return createIssueList('cancels_number', texts.otherOriginal)
  const original = others.find(
    (one) => one['code'] === row['cancels_code'] && one['number'] === row['cancels_number'],
  )
  return original !== undefined &&
    (original['kind'] === RED || original['transaction'] !== row['transaction'])
    ? createIssueList('cancels_number', texts.otherOriginal)
    : undefined
}

const isCancelling = (one: RowValues, code: unknown, number: unknown) =>
  one['kind'] === RED && one['cancels_code'] === code && one['cancels_number'] === number

// The invoices of a payment that no red one cancels are at most what was paid.
function explainAmount(
  row: RowValues,
  others: readonly RowValues[],
  payments: ReadonlyMap<string, Payment>,
): readonly RowIssue[] | undefined {
  const isCancelled = (one: RowValues) =>
    others.some((other) => isCancelling(other, one['code'], one['number']))
  if (isCancelled(row)) return undefined
  const invoiced = others
    .filter(
      (one) =>
        one['transaction'] === row['transaction'] && one['kind'] !== RED && !isCancelled(one),
    )
    .reduce((sum, one) => sum + Number(one['amount_fen']), 0)
  const left = (payments.get(String(row['transaction']))?.amount_fen ?? 0) - invoiced
  return Number(row['amount_fen']) > left
    ? createIssueList('amount_fen', texts.tooMuch, formatYuan(Math.max(0, left)))
    : undefined
}

async function warnings(
  db: Db,
  rows: readonly WarningCheckedRow[],
): Promise<readonly (readonly RowIssue[])[]> {
  const payments = await findPayments(
    db,
    rows.map(({ row }) => String(row['transaction'])),
  )
  const originals = await db
    .selectFrom('invoice')
    .select(['code', 'number'])
    .where('number', 'in', ['', ...rows.map(({ row }) => String(row['cancels_number']))])
    .execute()
  const known = new Set([
    ...originals.map(({ code, number }) => keyOf(code, number)),
    ...rows.map(({ row }) => keyOf(row['code'], row['number'])),
  ])
  return rows.map(({ row }) => {
    if (row['kind'] === RED)
      return known.has(keyOf(row['cancels_code'], row['cancels_number']))
        ? []
        : createIssueList('cancels_number', texts.unknownOriginal)
    const kept = payments.get(String(row['transaction']))?.kept_fen ?? 0
    return Number(row['amount_fen']) > kept
      ? createIssueList('amount_fen', texts.refunded, formatYuan(kept))
      : []
  })
}
