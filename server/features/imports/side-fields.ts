import type { Db } from '../../platform/database/db.ts'
import type { RowStore, RowValues, StoredRow } from './import-kind.ts'

/** Fields of an import kind that are stored elsewhere than the other fields of its rows. */
export interface SideFields {
  readonly has: (field: string) => boolean
  /** Reads the fields of these rows, by the row's id. */
  readonly read: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, RowValues>>
  /** Writes the fields that each row contains. */
  readonly write: (
    db: Db,
    rows: readonly { readonly id: string; readonly row: RowValues }[],
    now: Date,
  ) => Promise<void>
}

/** Adds fields that are stored elsewhere to a store. They are read only if a row has one of them. */
export function addSideFields(store: RowStore, side: SideFields): RowStore {
  const part = (row: RowValues, isSide: boolean): RowValues =>
    Object.fromEntries(Object.entries(row).filter(([field]) => side.has(field) === isSide))
  const hasSide = (row: RowValues) => Object.keys(row).some(side.has)
  const withSide = async (db: Db, rows: readonly StoredRow[]): Promise<StoredRow[]> => {
    const read =
      rows.length === 0
        ? new Map<string, RowValues>()
        : await side.read(
            db,
            rows.map(({ id }) => id),
          )
    return rows.map((one) => ({ ...one, row: { ...one.row, ...read.get(one.id) } }))
  }
  const write: SideFields['write'] = async (db, rows, now) => {
    const own = rows.filter(({ row }) => hasSide(row))
    if (own.length > 0) await side.write(db, own, now)
  }
  return {
    ...store,
    find: async (db, rows, taken) => {
      const standing = await store.find(
        db,
        rows.map((row) => part(row, false)),
        taken,
      )
      if (!rows.some(hasSide)) return standing
      const known = standing.filter((one) => one !== undefined).filter((one) => 'id' in one)
      const whole = new Map((await withSide(db, known)).map((one) => [one.id, one]))
      return standing.map((one) =>
        one !== undefined && 'id' in one ? (whole.get(one.id) ?? one) : one,
      )
    },
    byId: async (db, ids, fields) => {
      const rows = await store.byId(db, ids, fields)
      return fields?.some(side.has) === false ? rows : withSide(db, rows)
    },
    add: async (db, rows, now, origin) => {
      const ids = await store.add(
        db,
        rows.map((row) => part(row, false)),
        now,
        origin,
      )
      await write(
        db,
        rows.map((row, at) => ({ id: ids[at] ?? '', row })),
        now,
      )
      return ids
    },
    change: async (db, rows, now, origin) => {
      const others = rows.map(({ id, row }) => ({ id, row: part(row, false) }))
      await store.change(
        db,
        others.filter(({ row }) => Object.keys(row).length > 0),
        now,
        origin,
      )
      await write(db, rows, now)
    },
  }
}

/** The names of all fields in these rows. */
export const listFields = (rows: readonly RowValues[]): string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
]
