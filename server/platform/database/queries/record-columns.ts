import type { DatabaseSchema } from '../schema/schema.ts'

type TableName = keyof DatabaseSchema

/**
 * The column of each field of a record: `const TRAVEL_COLUMNS = {…} as const satisfies
 * RecordColumns<Travel, 'travel'>`. Reads, writes and exports are built from it, so that a field
 * without a column does not compile.
 */
export type RecordColumns<Fields, Table extends TableName> = Readonly<
  Record<keyof Fields, keyof DatabaseSchema[Table] & string>
>

type Columns = Readonly<Record<string, string>>

type SelectedFields<Table extends string, C extends Columns> = {
  [Field in keyof C & string]: `${Table}.${C[Field]} as ${Field}`
}[keyof C & string][]

/** Lists the columns of a record for `select`, each under the name of its field. */
export function selectFields<Table extends TableName, C extends Columns>(
  table: Table,
  columns: C,
): SelectedFields<Table, C>
export function selectFields(table: string, columns: Columns): string[] {
  return Object.entries(columns).map(([field, column]) => `${table}.${column} as ${field}`)
}

type ColumnValues<C extends Columns, Fields> = {
  [Field in keyof C & keyof Fields as C[Field]]: Fields[Field]
}

/** Converts the fields of a record to the columns of its row. */
export function toColumns<C extends Columns, Fields extends Record<keyof C, unknown>>(
  columns: C,
  fields: Fields,
): ColumnValues<C, Fields>
export function toColumns(columns: Columns, fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [column, fields[field]]),
  )
}
