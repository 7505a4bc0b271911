import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { createRowChecksum, type RowChecksum } from './row-checksum.ts'

/** A table as far as a copy of it goes: what is computed by the database itself is not copied. */
export interface TableColumns {
  readonly name: string
  readonly columns: readonly string[]
}

/** Where a table's own numbers stand. */
export interface SequenceState {
  readonly name: string
  readonly last: string
  readonly isCalled: boolean
}

/** The list of migrations is made anew by the migrations themselves. */
const NOT_COPIED = 'migration'

// The text of a value depends on these; an archive must read the same everywhere.
const CANONICAL_SETTINGS = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Have values spelled alike whatever the database's settings, until the transaction ends. */
export const setCanonicalSettings = (client: pg.Client) => client.query(CANONICAL_SETTINGS)

/** All tables of the schema that is worked in, in the order of their names. */
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

/** Where the numbers of all tables stand. */
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

/** The text of a table's rows, as COPY writes them; it waits while nobody takes any. */
export async function* copyRows(
  client: pg.Client,
  { name, columns }: TableColumns,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of client.query(
    copyTo(`copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`),
  ))
    yield Buffer.from(chunk)
}

/** Read a whole table and sum its rows. */
export async function checksumTable(client: pg.Client, table: TableColumns): Promise<RowChecksum> {
  const sum = createRowChecksum()
  for await (const chunk of copyRows(client, table)) sum.add(chunk)
  return sum.end()
}

/** A name as a statement spells it. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
