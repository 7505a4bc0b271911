import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createRowChecksum, type RowChecksum } from './row-checksum.ts'

/** The copied columns of a table; generated columns are not copied. */
export interface TableColumns {
  readonly name: string
  readonly columns: readonly string[]
}

/** The value of a table's sequence. */
export interface SequenceState {
  readonly name: string
  readonly last: string
  readonly isCalled: boolean
}

/** The table of migrations, which the migrations themselves fill. */
const NOT_COPIED = 'migration'

// The text form of values depends on these settings. An archive must not depend on the settings of
// the server.
const CANONICAL_SETTINGS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Sets canonical values of these settings until the transaction ends. */
export const setCanonicalSettings = (client: pg.Client) => client.query(CANONICAL_SETTINGS)

/** All tables of the current schema, by name. */
export async function listTables(client: pg.Client): Promise<TableColumns[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname <> $1
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by relname collate "C"`,
    [NOT_COPIED],
  )
  return rows
}

/** The values of all sequences. */
export async function listSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  )
  const found: SequenceState[] = []
  for (const { name } of names) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoteIdentifier(name)}`,
    )
    for (const { last, called } of rows) found.push({ name, last, isCalled: called })
  }
  return found
}

/** Reads a table's rows as COPY's text, with backpressure. */
export async function* readTableAsCopyText(
  client: pg.Client,
  { name, columns }: TableColumns,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of client.query(
    copyTo(`copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`),
  ))
    yield Buffer.from(chunk)
}

/** Reads a whole table and computes its checksum. */
export async function checksumTable(client: pg.Client, table: TableColumns): Promise<RowChecksum> {
  const sum = createRowChecksum()
  for await (const chunk of readTableAsCopyText(client, table)) sum.add(chunk)
  return sum.end()
}

/** Quotes an identifier for SQL. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
