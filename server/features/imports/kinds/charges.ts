import { sql } from 'kysely'
import { formatYuan } from '#contract/fields'
import { moneyImportTexts } from '#i18n/import-money'
import type { Db } from '../../../platform/database/db.ts'
import { moneyCell } from '../cell-readers.ts'
import type { ImportKindDefinition, RowValues, RowIssue } from '../import-kind.ts'
import {
  isRowWithoutIssues,
  buildRowKey,
  studentColumn,
  withReferencedStudents,
  createIssueList,
} from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { feeItemColumn, feeYearColumn } from './fee-columns.ts'
import { findOpenOrders } from './open-orders.ts'

const shape = {
  table: 'charge',
  id: ['id'],
  // The charge of a room that the student has chosen is a separate row. Until it is paid, it is
  // ignored if there is an imported charge.
  match: [['student_code', 'year', 'item', 'by_choice']],
  fields: {
    id: 'int',
    student_code: 'text',
    year: 'int',
    item: 'text',
    due_fen: 'int',
    paid_fen: 'int',
    by_choice: 'boolean',
  },
  defaultsForNewRows: async (db, rows) => {
    const { rows: ids } = await sql<{ id: number }>`
      select nextval(pg_get_serial_sequence('charge', 'id'))::int as id
      from generate_series(1, ${rows.length}::int)`.execute(db)
    return rows.map((_row, at) => ({ id: ids[at]?.id ?? null, paid_fen: 0 }))
  },
  withdrawnAt: 'withdrawn_at',
  scope: ['year', 'item'],
} as const satisfies TableShape

const table = tableWithdrawal(shape)

/** The charges of students, item by item. */
export const chargesImport: ImportKindDefinition = {
  name: 'charges',
  title: moneyImportTexts.charges,
  about: moneyImportTexts.chargesAbout,
  roles: ['finance'],
  columns: [
    studentColumn,
    feeYearColumn,
    feeItemColumn,
    {
      field: 'due_fen',
      title: { zh: '应缴金额（元）', en: 'Due (yuan)' },
      aliases: ['应缴金额', '应缴', '金额', '应收金额', '金额（元）'],
      read: moneyCell(),
      example: '18600.00',
      about: moneyImportTexts.dueBlank,
    },
  ],
  keysOf: (row) => buildRowKey('费用', row, ['student', 'year', 'item']),
  resolve,
  // A charge can become less than what is paid; the rest is refunded or carried over.
  warnings: async (db, rows) => {
    const paid = await findPaidCharges(
      db,
      rows.map(({ row }) => row),
    )
    return rows.map(({ row }) => {
      const own = paid.find((one) => isSameCharge(one, row) && !one.by_choice)
      return own !== undefined && Number(row['due_fen']) < own.paid_fen
        ? createIssueList('due_fen', moneyImportTexts.underPaid, formatYuan(own.paid_fen))
        : []
    })
  },
  store: tableStore(shape),
  withdrawal: {
    ...table,
    // Placing an order locks the student, then the charge. The same order is used here to avoid
    // deadlocks.
    lock: async (tx, ids) => {
      await sql`
        select from student where code in (select student_code from charge where id::text = any(${ids}))
        order by code for no key update`.execute(tx)
    },
    // Charges that are paid, or for which a payment is in progress, are not withdrawn.
    absent: async (db, what) => {
      const unpaid = (await table.absent(db, what)).filter(
        ({ row }) => row['paid_fen'] === 0 && row['by_choice'] === false,
      )
      const ordered = new Set((await findOpenOrders(db)).map(yearOf))
      return unpaid.filter(({ row }) => !ordered.has(yearOf(row)))
    },
  },
  explainRemovalRefusal: async (db, ids) => {
    const { rows } = await sql<{ paid: boolean }>`
      select paid_fen > 0 as paid from charge where id::text = any(${ids}) and (paid_fen > 0 or exists
        (select from pay_order o where o.student_code = charge.student_code and o.year = charge.year
          and o.state in ('open', 'checking'))) order by paid desc limit 1`.execute(db)
    const [found] = rows
    if (found === undefined) return undefined
    return found.paid ? moneyImportTexts.paid : moneyImportTexts.ordered
  },
}

const yearOf = (row: RowValues) => `${String(row['student_code'])} ${String(row['year'])}`

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const years = [...new Set(rows.map((row) => Number(row['year'] ?? 0)))]
  const items = await db
    .selectFrom('fee_item')
    .select(['year', 'item', 'enrolment', 'amount_fen'])
    .where('year', 'in', years)
    .where('withdrawn_at', 'is', null)
    .execute()
  const judged = await withReferencedStudents(db, rows, (row, { enrolment }) => {
    const [year, item] = [Number(row['year']), String(row['item'])]
    const known = items.filter((one) => one.year === year)
    const own = known.filter((one) => one.item === item)
    // If the year has fee items, an unknown name is a typing error.
    if (known.length > 0 && own.length === 0)
      return createIssueList('item', moneyImportTexts.noItem, item, year)
    const price =
      own.find((one) => one.enrolment === enrolment) ?? own.find((one) => one.enrolment === '')
    const due = row['due_fen'] ?? price?.amount_fen
    return due === undefined
      ? createIssueList('due_fen', moneyImportTexts.noPrice, item, year)
      : { ...row, due_fen: due, by_choice: false }
  })
  const paid = await findPaidCharges(db, judged.filter(isRowWithoutIssues))
  return judged.map((row) => {
    if (!isRowWithoutIssues(row)) return row
    // A paid charge of a chosen room counts even if there is an imported charge.
    return paid.some((one) => isSameCharge(one, row) && one.by_choice)
      ? createIssueList('item', moneyImportTexts.paidByChoice)
      : row
  })
}

interface PaidCharge {
  readonly student_code: string
  readonly year: number
  readonly item: string
  readonly paid_fen: number
  readonly by_choice: boolean
}

const isSameCharge = ({ student_code, year, item }: PaidCharge, row: RowValues): boolean =>
  student_code === row['student_code'] && year === row['year'] && item === row['item']

const findPaidCharges = (db: Db, rows: readonly RowValues[]): Promise<PaidCharge[]> =>
  db
    .selectFrom('charge')
    .select(['student_code', 'year', 'item', 'paid_fen', 'by_choice'])
    .where('student_code', 'in', ['', ...rows.map((row) => String(row['student_code']))])
    .where('paid_fen', '>', 0)
    .where((e) => e.or([e('by_choice', '=', false), e('withdrawn_at', 'is', null)]))
    .execute()
