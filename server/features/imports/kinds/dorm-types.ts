import { sql } from 'kysely'
import { dormImportTexts } from '#i18n/import-dorm'
import { referenceDataTexts } from '#i18n/reference-data'
import type { Db } from '../../../platform/database/db.ts'
import { moneyCell, identifierCell, wholeNumberCell, textUpTo } from '../cell-readers.ts'
import type { ImportKindDefinition, RowValues, RowIssue } from '../import-kind.ts'
import { buildRowKey, createIssueList } from '../references.ts'
import { tableIdentity, tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'

const shape = {
  table: 'dorm_type',
  id: ['id'],
  fields: { id: 'text', name: 'text', price_fen: 'int', places: 'int' },
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

const withdrawal = tableWithdrawal(shape)

/** The dormitory types from which new students choose. */
export const dormTypesImport: ImportKindDefinition = {
  name: 'dorm-types',
  title: dormImportTexts.types,
  about: dormImportTexts.typesAbout,
  roles: ['dorm-office'],
  columns: [
    {
      field: 'id',
      title: { zh: '类型编号', en: 'Type number' },
      aliases: ['编号', '宿舍类型编号'],
      needed: true,
      read: identifierCell(),
      example: '1',
    },
    {
      field: 'name',
      title: { zh: '类型名称', en: 'Type' },
      aliases: ['宿舍类型', '名称', '房型'],
      needed: true,
      read: textUpTo(50),
      example: '四人间',
    },
    {
      field: 'price_fen',
      title: { zh: '每年价格（元）', en: 'Price of a year (yuan)' },
      aliases: ['价格', '住宿费', '每年价格', '收费标准', '价格（元）'],
      needed: true,
      read: moneyCell(),
      example: '1200.00',
    },
    {
      field: 'places',
      title: { zh: '名额', en: 'Places' },
      aliases: ['床位数', '可选名额'],
      needed: true,
      read: wholeNumberCell(0, 100_000),
      example: '400',
    },
  ],
  keysOf: (row) => [
    ...buildRowKey('类型编号', row, ['id']),
    ...buildRowKey('类型名称', row, ['name']),
  ],
  identity: tableIdentity(shape, 'name'),
  resolve,
  // The check is repeated while the rows are locked, because choosing a type locks the row of the
  // type too.
  resolveAgain: resolve,
  store: tableStore(shape),
  withdrawal: {
    ...withdrawal,
    // A type is not withdrawn if students live in its rooms or have chosen it.
    absent: async (db, what) => {
      const types = await countTakenBeds(db)
      const inUse = new Set(types.filter(({ taken }) => taken > 0).map(({ id }) => id))
      return (await withdrawal.absent(db, what)).filter(({ id }) => !inUse.has(id))
    },
  },
}

async function resolve(
  db: Db,
  rows: readonly RowValues[],
): Promise<(RowValues | readonly RowIssue[])[]> {
  const types = await countTakenBeds(db)
  return rows.map((row) => {
    if (types.some(({ id, name }) => name === row['name'] && id !== row['id']))
      return createIssueList('name', dormImportTexts.nameTaken)
    const own = types.find(({ id }) => id === row['id'])
    if (own === undefined || own.taken === 0) return row
    if (Number(row['places']) < own.taken)
      return createIssueList('places', dormImportTexts.fewerThanTaken, own.taken)
    return row['price_fen'] === own.price_fen
      ? row
      : createIssueList('price_fen', referenceDataTexts.typeHeld, own.taken)
  })
}

// Counts the beds that are taken. A choice counts until its time has passed, and a student with a
// choice and a room takes one bed.
async function countTakenBeds(db: Db) {
  const { rows } = await sql<{ id: string; name: string; price_fen: number; taken: number }>`
    select id, name, price_fen, ((select count(*) from dorm_place where type_name = name)
      + (select count(*) from dorm_choice where type_id = id
        and (held_until is null or held_until > now()) and not exists
        (select from dorm_place place where place.student_code = dorm_choice.student_code)))::int as taken
    from dorm_type`.execute(db)
  return rows
}
