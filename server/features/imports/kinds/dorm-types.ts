import { sql } from 'kysely'
import { dormImportWords } from '#words/import-dorm'
import type { Db } from '../../../platform/database/database.ts'
import type { Kind, Row, Trouble } from '../kind.ts'
import { keyOf, wrong } from '../known.ts'
import { tableStore, type TableShape, tableWithdrawal } from '../table-store.ts'
import { filled, money, number, whole, words } from '../values.ts'

const shape = {
  table: 'dorm_type',
  id: ['id'],
  fields: { id: 'text', name: 'text', price_fen: 'int', places: 'int' },
  withdrawnAt: 'withdrawn_at',
  scope: [],
} as const satisfies TableShape

/** The types of dormitory that new students choose from. */
export const dormTypes: Kind = {
  name: 'dorm-types',
  title: dormImportWords.types,
  about: dormImportWords.typesAbout,
  roles: ['dorm-office'],
  columns: [
    {
      field: 'id',
      title: { zh: '类型编号', en: 'Type number' },
      aliases: ['编号', '宿舍类型编号'],
      needed: true,
      read: number(),
      example: '1',
    },
    {
      field: 'name',
      title: { zh: '类型名称', en: 'Type' },
      aliases: ['宿舍类型', '名称', '房型'],
      needed: true,
      read: words(50),
      example: '四人间',
    },
    {
      field: 'price_fen',
      title: { zh: '每年价格（元）', en: 'Price of a year (yuan)' },
      aliases: ['价格', '住宿费', '每年价格', '收费标准', '价格（元）'],
      needed: true,
      read: money(),
      example: '1200.00',
    },
    {
      field: 'places',
      title: { zh: '名额', en: 'Places' },
      aliases: ['床位数', '可选名额'],
      needed: true,
      read: whole(0, 100_000),
      example: '400',
    },
  ],
  keysOf: (row) => [...keyOf('类型编号', row, ['id']), ...keyOf('类型名称', row, ['name'])],
  resolve,
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
}

async function resolve(db: Db, rows: readonly Row[]): Promise<(Row | readonly Trouble[])[]> {
  const { rows: taken } = await sql<{ id: string; name: string; taken: number }>`
    select id, name, ((select count(*) from dorm_place where type_name = name)
      + (select count(*) from dorm_choice where type_id = id and held_until is null and not exists
        (select from dorm_place place where place.student_code = dorm_choice.student_code)))::int as taken
    from dorm_type`.execute(db)
  return rows.map((row) => {
    if (taken.some(({ id, name }) => name === row['name'] && id !== row['id']))
      return wrong('name', dormImportWords.nameTaken)
    const own = taken.find(({ id }) => id === row['id'])?.taken ?? 0
    return Number(row['places']) < own
      ? wrong('places', filled(dormImportWords.fewerThanTaken, own))
      : row
  })
}
