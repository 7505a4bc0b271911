import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { RowValues, StoredRow, RowStore } from './import-kind.ts'

/** A list field whose values are rows of a separate table. */
export interface ListFieldShape {
  readonly table: keyof DatabaseSchema
  /** The column with the id of the list's owner. */
  readonly owner: string
  readonly column: string
  /** The column with the time at which a value was added; absent if there is no such column. */
  readonly at?: string
  /** A value that imports ignore: they neither read, add nor remove it. */
  readonly hiddenValue?: string
}

/** Adds list fields to a store. */
export function addListFields(
  store: RowStore,
  lists: Readonly<Record<string, ListFieldShape>>,
): RowStore {
  const bare = (row: RowValues): RowValues =>
    Object.fromEntries(Object.entries(row).filter(([field]) => lists[field] === undefined))
  const withAll = async (db: Db, rows: readonly StoredRow[]): Promise<StoredRow[]> => {
    const found = new Map(rows.map((one) => [one.id, one]))
    for (const [field, list] of Object.entries(lists)) {
      const values = await valuesOf(db, list, [...found.keys()])
      for (const [id, one] of found)
        found.set(id, { ...one, row: { ...one.row, [field]: values.get(id) ?? [] } })
    }
    return [...found.values()]
  }
  const setAll = async (
    db: Db,
    rows: readonly { readonly id: string; readonly row: RowValues }[],
    now: Date,
  ) => {
    for (const [field, list] of Object.entries(lists))
      await setValues(
        db,
        list,
        rows.flatMap(({ id, row }) => {
          const values = row[field]
          return Array.isArray(values) ? [{ id, values: values.map(String) }] : []
        }),
        now,
      )
  }
  return {
    find: async (db, rows) => {
      const standing = await store.find(db, rows.map(bare))
      const known = standing.filter((one) => one !== undefined).filter((one) => 'id' in one)
      const whole = new Map((await withAll(db, known)).map((one) => [one.id, one]))
      return standing.map((one) =>
        one !== undefined && 'id' in one ? (whole.get(one.id) ?? one) : one,
      )
    },
    byId: async (db, ids) => withAll(db, await store.byId(db, ids)),
    add: async (db, rows, now, origin) => {
      const ids = await store.add(db, rows.map(bare), now, origin)
      await setAll(
        db,
        rows.map((row, at) => ({ id: ids[at] ?? '', row })),
        now,
      )
      return ids
    },
    change: async (db, rows, now, origin) => {
      await store.change(
        db,
        rows.map(({ id, row }) => ({ id, row: bare(row) })),
        now,
        origin,
      )
      await setAll(db, rows, now)
    },
    remove: async (db, ids, now, origin) => {
      for (const { table, owner } of Object.values(lists))
        await sql`delete from ${sql.table(table)} where ${sql.id(owner)} = any(${ids})`.execute(db)
      await store.remove(db, ids, now, origin)
    },
  }
}

const isSeen = ({ column, hiddenValue }: ListFieldShape) =>
  hiddenValue === undefined ? sql`true` : sql`${sql.id(column)} <> ${hiddenValue}`

async function valuesOf(db: Db, list: ListFieldShape, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; values: string[] }>`
    select ${sql.id(list.owner)} as id, array_agg(${sql.id(list.column)} order by ${sql.id(list.column)} collate "C") as values
    from ${sql.table(list.table)} where ${sql.id(list.owner)} = any(${ids}) and ${isSeen(list)}
    group by 1`.execute(db)
  return new Map(rows.map(({ id, values }) => [id, values]))
}

// Replaces the lists. Values that stay are not written again, so they keep their time.
async function setValues(
  db: Db,
  list: ListFieldShape,
  rows: readonly { readonly id: string; readonly values: readonly string[] }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const [owner, column] = [sql.id(list.owner), sql.id(list.column)]
  const given = sql`(select r.id, value from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r (id text, "values" text[]), unnest(r."values") as value)`
  await sql`
    delete from ${sql.table(list.table)}
    where ${owner} = any(${rows.map(({ id }) => id)}) and ${isSeen(list)}
      and (${owner}, ${column}) not in ${given}`.execute(db)
  const since = list.at === undefined ? sql`` : sql`, ${sql.id(list.at)}`
  const moment = list.at === undefined ? sql`` : sql`, ${now}::timestamptz`
  await sql`
    insert into ${sql.table(list.table)} (${owner}, ${column}${since})
    select g.id, g.value${moment} from ${given} as g on conflict do nothing`.execute(db)
}
