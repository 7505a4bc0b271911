import { sql } from 'kysely'
import * as v from 'valibot'
import { moneyImportTexts } from '#i18n/import-money'
import type { Db } from '../../../platform/database/db.ts'
import { bookOffsets } from '../../offsets/public.ts'
import { moneyCell, yesNoCell } from '../cell-readers.ts'
import type { ImportKindDefinition, ImportOrigin } from '../import-kind.ts'
import {
  buildRowKey,
  lockStudentsOfImport,
  studentColumn,
  withReferencedStudents,
} from '../references.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { feeYearColumn } from './fee-columns.ts'

const shape = {
  table: 'scholarship',
  id: ['student_code', 'year'],
  fields: { student_code: 'text', year: 'int', amount_fen: 'int', offset_done: 'boolean' },
  withdrawnAt: 'withdrawn_at',
  scope: ['year'],
} as const satisfies TableShape

const table = tableStore(shape)
const withdrawal = tableWithdrawal(shape)

const bookScholarships = <T>(
  tx: Db,
  students: readonly string[],
  { import: id, by, reason: note, now }: ImportOrigin & { readonly now: Date },
  change: () => Promise<T>,
): Promise<T> =>
  bookOffsets(tx, students, { by, source: `import:${id}`, note, paidOn: null, now }, change)

// An id is the JSON of student and year.
const Id = v.tuple([v.string(), v.number()])
const studentsOf = (ids: readonly string[]) => ids.map((id) => v.parse(Id, JSON.parse(id))[0])

/** Scholarships, and whether they are deducted from the fees. */
export const scholarshipsImport: ImportKindDefinition = {
  name: 'scholarships',
  title: moneyImportTexts.scholarships,
  about: moneyImportTexts.scholarshipsAbout,
  roles: ['finance'],
  columns: [
    studentColumn,
    feeYearColumn,
    {
      field: 'amount_fen',
      title: { zh: '金额（元）', en: 'Amount (yuan)' },
      aliases: ['金额', '奖学金', '奖学金金额', '减免金额'],
      needed: true,
      read: moneyCell(),
      example: '2000.00',
    },
    {
      field: 'offset_done',
      title: { zh: '已冲抵', en: 'Set off' },
      aliases: ['是否冲抵', '冲抵'],
      read: yesNoCell,
      blank: false,
      example: '是',
    },
  ],
  keysOf: (row) => buildRowKey('奖学金', row, ['student', 'year']),
  resolve: (db, rows) => withReferencedStudents(db, rows),
  lock: lockStudentsOfImport,
  store: {
    ...table,
    add: (tx, rows, now, origin) =>
      bookScholarships(
        tx,
        rows.map((row) => String(row['student_code'])),
        { ...origin, now },
        () => table.add(tx, rows, now, origin),
      ),
    change: (tx, rows, now, origin) =>
      bookScholarships(tx, studentsOf(rows.map(({ id }) => id)), { ...origin, now }, () =>
        table.change(tx, rows, now, origin),
      ),
    remove: (tx, ids, now, origin) =>
      bookScholarships(tx, studentsOf(ids), { ...origin, now }, () =>
        table.remove(tx, ids, now, origin),
      ),
  },
  withdrawal: {
    ...withdrawal,
    withdraw: (tx, ids, now, origin) =>
      bookScholarships(tx, studentsOf(ids), { ...origin, now }, () =>
        withdrawal.withdraw(tx, ids, now, origin),
      ),
    restore: (tx, ids, now, origin) =>
      bookScholarships(tx, studentsOf(ids), { ...origin, now }, () =>
        withdrawal.restore(tx, ids, now, origin),
      ),
  },
  explainRemovalRefusal: async (db, ids) => {
    const { rows } = await sql`
      select from scholarship own join payment_credit credit
        on credit.student_code = own.student_code and credit.year = own.year and credit.kind <> 'offset'
      where own.offset_done and jsonb_build_array(own.student_code, own.year)::text = any(${ids}) limit 1`.execute(
      db,
    )
    return rows.length === 0 ? undefined : moneyImportTexts.paidSince
  },
}
