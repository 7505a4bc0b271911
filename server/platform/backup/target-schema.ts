import type pg from 'pg'
import { quoteIdentifier } from './tables.ts'

/** How many tables the schema has that is worked in, and how many connections of ours use them. */
export async function inspectTarget(
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

/** Drop every table and function of the schema, but what belongs to an extension. */
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
 * Take away what would judge or count rows again that were judged and counted before: foreign keys,
 * which want an order, and triggers. `back` puts everything in force again; a foreign key then looks
 * at every row. What migrations have put into the tables goes too.
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
