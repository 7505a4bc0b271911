import { sql } from 'kysely'
import { suppliesImportTexts } from '#i18n/import-supplies'
import type { Db } from '../../../platform/database/db.ts'
import { identifierCell, wholeNumberCell, textUpTo } from '../cell-readers.ts'
import type {
  ImportKindDefinition,
  RowValues,
  StoredRow,
  RowStore,
  RowIssue,
} from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'

const shape = {
  table: 'uniform_size',
  id: ['id'],
  fields: { id: 'text', garment_id: 'text', size: 'text', remark: 'text', stock: 'int' },
  withdrawnAt: 'withdrawn_at',
  scope: ['garment_id'],
} as const satisfies TableShape

const table = tableStore(shape)
const withdrawal = tableWithdrawal(
  shape,
  sql`exists (select from uniform_line l where l.size_id = t.id)`,
)

/* The table contains the number of garments left, which every order reduces; a file contains the
   number bought. The comparison uses the total (left plus ordered), so importing the same file
   again changes nothing. */
const store: RowStore = {
  find: async (db, rows) => {
    const found = await table.find(db, rows)
    const standing = found.flatMap((one) => (one !== undefined && 'id' in one ? [one] : []))
    const totals = new Map((await withTotals(db, standing)).map((one) => [one.id, one]))
    return found.map((one) => (one !== undefined && 'id' in one ? totals.get(one.id) : one))
  },
  byId: async (db, ids) => withTotals(db, await table.byId(db, ids)),
  add: (db, rows, now, origin) =>
    table.add(
      db,
      rows.map(({ total, ...row }) => ({ ...row, stock: total ?? 0 })),
      now,
      origin,
    ),
  change: async (db, rows, now, origin) => {
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    // Locks the sizes, so that no order changes the stock before the commit.
    await db
      .selectFrom('uniform_size')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    const ordered = await orderedOf(db, ids)
    const inStock = ({ total, ...row }: RowValues, id: string): RowValues =>
      total === undefined ? row : { ...row, stock: Number(total) - (ordered.get(id) ?? 0) }
    await table.change(
      db,
      rows.map(({ id, row }) => ({ id, row: inStock(row, id) })),
      now,
      origin,
    )
  },
  remove: table.remove,
}

/** The sizes of the uniform with the stock of each. */
export const uniformSizesImport: ImportKindDefinition = {
  name: 'uniform-sizes',
  title: suppliesImportTexts.sizes,
  about: suppliesImportTexts.sizesAbout,
  roles: ['administrator', 'admissions'],
  columns: [
    {
      field: 'id',
      title: { zh: '尺码编号', en: 'Size number' },
      aliases: ['编号'],
      needed: true,
      read: identifierCell(),
      example: '101',
    },
    {
      field: 'garment',
      title: { zh: '品种', en: 'Garment' },
      aliases: ['品种名称', '服装', '品种编号'],
      needed: true,
      read: textUpTo(50),
      example: '上衣',
    },
    {
      field: 'size',
      title: { zh: '尺码', en: 'Size' },
      aliases: ['号型', '尺寸'],
      needed: true,
      read: textUpTo(20),
      example: '170',
    },
    {
      field: 'remark',
      title: { zh: '说明', en: 'Remark' },
      aliases: ['备注', '尺码说明'],
      read: textUpTo(100),
      blank: '',
      example: '身高 170–175',
    },
    {
      field: 'total',
      title: { zh: '总数', en: 'Amount' },
      aliases: ['数量', '总数量', '库存', '进货数量'],
      needed: true,
      read: wholeNumberCell(0, 1_000_000),
      example: '500',
    },
  ],
  keysOf: (row) => [
    ...buildRowKey('尺码编号', row, ['id']),
    ...buildRowKey('尺码', row, ['garment', 'size']),
  ],
  identity: tableIdentity(shape, 'size', ['garment_id']),
  resolve,
  store,
  withdrawal: {
    ...withdrawal,
    absent: async (db, what) => withTotals(db, await withdrawal.absent(db, what)),
  },
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const garments = await db
    .selectFrom('uniform_garment')
    .select(['id', 'name'])
    .where('withdrawn_at', 'is', null)
    .execute()
  const ids = rows.map((row) => String(row['id']))
  const ordered = await orderedOf(db, ids)
  const standing = await db
    .selectFrom('uniform_size')
    .select(['id', 'garment_id'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ garment, ...row }) => {
    const own = garments.find(({ id, name }) => name === garment || id === garment)
    if (own === undefined)
      return createIssueList('garment', suppliesImportTexts.noGarment, String(garment))
    if (standing.some(({ id, garment_id }) => id === row['id'] && garment_id !== own.id))
      return createIssueList('id', suppliesImportTexts.otherGarment)
    const taken = ordered.get(String(row['id'])) ?? 0
    return Number(row['total']) < taken
      ? createIssueList('total', suppliesImportTexts.fewerThanOrdered, taken)
      : { ...row, garment_id: own.id }
  })
}

async function withTotals(db: Db, standing: readonly StoredRow[]): Promise<StoredRow[]> {
  const ordered = await orderedOf(
    db,
    standing.map(({ id }) => id),
  )
  return standing.map(({ row: { stock, ...row }, ...one }) => ({
    ...one,
    row: { ...row, total: Number(stock) + (ordered.get(one.id) ?? 0) },
  }))
}

async function orderedOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('uniform_line')
    .select(({ fn }) => ['size_id', fn.countAll<string>().as('ordered')])
    .where('size_id', 'in', [...ids, ''])
    .groupBy('size_id')
    .execute()
  return new Map(rows.map(({ size_id, ordered }) => [size_id, Number(ordered)]))
}
