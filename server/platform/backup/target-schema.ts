import type pg from 'pg'
import { quoteIdentifier } from './tables.ts'

/** Counts the tables of the current schema, and the connections of this app to the database. */
export async function inspectRestoreTarget(
  client: pg.Client,
): Promise<{ tables: number; processes: number }> {
  const { rows } = await client.query<{ tables: number; processes: number }>(
    `select
       (select count(*)::int from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')) as tables,
       (select count(*)::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'baodao') as processes`,
  )
  return rows[0] ?? { tables: 0, processes: 0 }
}

/** Drops every table and function of the schema, except those of extensions. */
export async function dropSchemaObjects(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop %s if exists %s cascade', kind, name) as drop from (
       select case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
         oid::regclass::text as name, oid, 'pg_class'::regclass as of
       from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')
       union all
       select 'routine', oid::regprocedure::text, oid, 'pg_proc'::regclass
       from pg_proc where pronamespace = current_schema()::regnamespace) as own
     where not exists (
       select from pg_depend where deptype = 'e' and classid = own.of and objid = own.oid)`,
  )
  for (const { drop } of rows) await client.query(drop)
}

/**
 * Prepares the tables for copied rows: drops foreign keys (which require an order of the tables)
 * and triggers (which would check and count again), and deletes the rows that migrations inserted.
 * Calling `back` creates the foreign keys and triggers again; a foreign key then checks every row.
 */
export async function disableConstraints(
  client: pg.Client,
  tables: readonly string[],
): Promise<{ back: () => Promise<void> }> {
  const { rows: keys } = await client.query<{ table: string; name: string; says: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as says
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  const all = tables.map(quoteIdentifier)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const table of all) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${all.join(', ')}`)
  return {
    back: async () => {
      for (const { table, name, says } of keys)
        await client.query(`alter table ${table} add constraint ${name} ${says}`)
      for (const table of all) await client.query(`alter table ${table} enable trigger user`)
    },
  }
}
