import { type RawBuilder, sql } from 'kysely'
import { importTexts } from '#i18n/imports'
import type { Db } from '../../platform/database/db.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import type {
  RowIdentity,
  RowValues,
  StoredRow,
  RowStore,
  RowIssue,
  MissingRowWithdrawal,
} from './import-kind.ts'

/** The PostgreSQL type of a field. */
export type FieldType = 'text' | 'int' | 'numeric' | 'boolean' | 'date' | 'timestamptz' | 'text[]'

/** A table whose columns are the fields of one import kind. */
export interface TableShape {
  readonly table: keyof DatabaseSchema
  readonly fields: Readonly<Record<string, FieldType>>
  /** The columns that identify a row permanently. */
  readonly id: readonly string[]
  /**
   * Lists of fields by which a row of a file is matched with a stored row. A list is used if all
   * its fields are filled in. By default the only list is the id.
   */
  readonly match?: readonly (readonly string[])[]
  /** Additional fields of new rows. */
  readonly defaultsForNewRows?: (
    db: Db,
    rows: readonly RowValues[],
    now: Date,
  ) => Promise<readonly RowValues[]>
  /** The column with the time of a row's withdrawal. */
  readonly withdrawnAt?: string
  /**
   * The fields that form the scope of a row, such as a grade's term and course. A stored row counts
   * as missing from a file only if the file has rows of the same scope (`MissingRowWithdrawal`).
   */
  readonly scope?: readonly string[]
}

/**
 * Creates the store of an import kind whose rows are in one table, so that the import kind needs no
 * SQL.
 */
export function tableStore(shape: TableShape): RowStore {
  const match = shape.match ?? [shape.id]
  return {
    find: async (db, rows) => {
      const fields = [...new Set(match.flat())]
      const asked = rows.map((row, n) => ({ ...pick(row, fields), import_row: n }))
      const parts = match.map(
        (one) => sql`
          select r.import_row as n, ${idOf(shape)} as id, ${imageOf(shape)} as row, ${isWithdrawn(shape)} as withdrawn
          from ${recordset(asked, { [ROW]: 'int', ...typesOf(shape, fields) })}
          join ${sql.table(shape.table)} t on ${sql.join(
            one.map((field) => sql`${sql.id('t', field)} = ${sql.id('r', field)}`),
            sql` and `,
          )}`,
      )
      const { rows: found } = await sql<
        StoredRow & { n: number }
      >`${sql.join(parts, sql` union `)}`.execute(db)
      const standing: (StoredRow | RowIssue | undefined)[] = rows.map(() => undefined)
      for (const { n, ...one } of found)
        standing[n] =
          standing[n] === undefined
            ? one
            : { field: match[0]?.[0] ?? '', says: importTexts.ambiguous }
      return standing
    },

    byId: async (db, ids) => {
      const { rows } = await sql<StoredRow>`
        select ${idOf(shape)} as id, ${imageOf(shape)} as row, ${isWithdrawn(shape)} as withdrawn
        from ${sql.table(shape.table)} t where ${idOf(shape)} = any(${ids}) for update`.execute(db)
      return rows
    },

    add: async (db, rows, now) => {
      const fresh = (await shape.defaultsForNewRows?.(db, rows, now)) ?? []
      const whole = rows.map((row, n) => ({ ...row, ...fresh[n], import_row: n }))
      const fields = fieldsOf(whole).filter((field) => field !== ROW)
      const given = recordset(whole, { [ROW]: 'int', ...typesOf(shape, fields) })
      await sql`
        insert into ${sql.table(shape.table)} (${sql.join(fields.map((field) => sql.id(field)))})
        select ${sql.join(fields.map((field) => sql.id('r', field)))} from ${given}
        order by r.import_row`.execute(db)
      const { rows: ids } = await sql<{ id: string }>`
        select ${idOf(shape, 'r')} as id from ${given} order by r.import_row`.execute(db)
      return ids.map(({ id }) => id)
    },

    // Rows with the same fields are updated together, so that their other fields keep their values.
    change: async (db, rows) => {
      const groups = new Map<string, (typeof rows)[number][]>()
      for (const one of rows) {
        const fields = fieldsOf([one.row]).join()
        groups.set(fields, [...(groups.get(fields) ?? []), one])
      }
      for (const group of groups.values()) {
        const fields = fieldsOf(group.map(({ row }) => row))
        await sql`
          update ${sql.table(shape.table)} t
          set ${sql.join(fields.map((field) => sql`${sql.id(field)} = ${sql.id('r', field)}`))}
          from ${recordset(
            group.map(({ id, row }) => ({ ...row, import_row: id })),
            { [ROW]: 'text', ...typesOf(shape, fields) },
          )} where ${idOf(shape)} = r.import_row`.execute(db)
      }
    },

    remove: async (db, ids) => {
      await sql`delete from ${sql.table(shape.table)} t where ${idOf(shape)} = any(${ids})`.execute(
        db,
      )
    },
  }
}

/** Creates the identity rule of an import kind whose rows are in one table. */
export const tableIdentity = (
  shape: TableShape,
  field: string,
  within: readonly string[] = [],
): RowIdentity => ({
  field,
  within,
  findOffered: async (db) => {
    const { rows } = await sql<StoredRow>`
      select ${idOf(shape)} as id, ${imageOf(shape)} as row, false as withdrawn
      from ${sql.table(shape.table)} t where not ${isWithdrawn(shape)}`.execute(db)
    return rows
  },
})

/**
 * Creates the withdrawal of an import kind whose rows are in one table. A row that is in use is not
 * withdrawn; `isUsed` is the SQL condition, with the alias `t`.
 */
export function tableWithdrawal(
  shape: TableShape & { readonly withdrawnAt: string; readonly scope: readonly string[] },
  isUsed: RawBuilder<unknown> = sql.lit(false),
): MissingRowWithdrawal {
  const set = (db: Db, ids: readonly string[], at: Date | null) =>
    sql`update ${sql.table(shape.table)} t set ${sql.id(shape.withdrawnAt)} = ${at}
      where ${idOf(shape)} = any(${ids})`.execute(db)
  return {
    scopeOf: (row) => shape.scope.map((field) => String(row[field] ?? '')).join(' '),
    absent: async (db, { scopes, ids }) => {
      const { rows } = await sql<StoredRow>`
        select ${idOf(shape)} as id, ${imageOf(shape)} as row, false as withdrawn
        from ${sql.table(shape.table)} t
        where ${sql.id('t', shape.withdrawnAt)} is null
          and ${scopeIn(shape.scope)} = any(${scopes})
          and not ${idOf(shape)} = any(${ids}) and not ${isUsed}`.execute(db)
      return rows
    },
    withdraw: async (db, ids, now) => void (await set(db, ids, now)),
    restore: async (db, ids) => void (await set(db, ids, null)),
  }
}

/** The store and the withdrawal of an import kind whose rows are in one table. */
export const tableRows = (shape: Parameters<typeof tableWithdrawal>[0]) => ({
  store: tableStore(shape),
  withdrawal: tableWithdrawal(shape),
})

/** Gives each new row an id that nobody can guess. */
export const giveSecretIds = (_db: Db, rows: readonly RowValues[]) =>
  Promise.resolve(rows.map(() => ({ id: createSecret() })))

// Without fields, the whole table is one scope.
const scopeIn = (fields: readonly string[]) =>
  fields.length === 0
    ? sql.lit('')
    : sql`concat_ws(' ', ${sql.join(fields.map((field) => sql`coalesce(${sql.id('t', field)}::text, '')`))})`

const ROW = 'import_row'

const fieldsOf = (rows: readonly RowValues[]) => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
]

const typesOf = ({ table, fields }: TableShape, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const type = fields[name]
      if (type === undefined) throw new Error(`Nothing says of what type ${table}.${name} is.`)
      return [name, type]
    }),
  )

// The rows as a table `r` in SQL, by `jsonb_to_recordset`, so that any number of rows needs only
// one parameter.
function recordset(rows: readonly RowValues[], types: Readonly<Record<string, FieldType>>) {
  const columns = Object.entries(types).map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`)
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${sql.join(columns)})`
}

// The id of a row in SQL. With one column it is the column's value; with several columns it is a
// jsonb array as text.
function idOf({ id }: TableShape, alias = 't'): RawBuilder<string> {
  const [only, ...others] = id.map((field) => sql`${sql.id(alias, field)}`)
  return others.length === 0 && only !== undefined
    ? sql<string>`${only}::text`
    : sql<string>`jsonb_build_array(${sql.join(id.map((field) => sql.id(alias, field)))})::text`
}

const imageOf = ({ fields }: TableShape) =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(fields).flatMap(([name, type]) => [
      sql.lit(name),
      toJsonExpression(sql.id('t', name), type),
    ]),
  )})`

// Converts a column to the JSON form of `CellValue`.
function toJsonExpression(column: RawBuilder<unknown>, type: FieldType): RawBuilder<unknown> {
  switch (type) {
    case 'date':
      return sql`to_char(${column}, 'YYYY-MM-DD')`
    case 'timestamptz':
      return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    case 'text':
    case 'int':
    case 'numeric':
    case 'boolean':
    case 'text[]':
      return column
  }
}

const isWithdrawn = ({ withdrawnAt }: TableShape) =>
  withdrawnAt === undefined ? sql`false` : sql`${sql.id('t', withdrawnAt)} is not null`

const pick = (row: RowValues, fields: readonly string[]): RowValues =>
  Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)))
