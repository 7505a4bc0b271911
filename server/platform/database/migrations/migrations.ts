import type pg from 'pg'
import { createDatabaseClient } from '../driver/host-selection.ts'
import { syncConstraints } from '../rules/constraint-sync.ts'
import { migrationList } from './migration-list.ts'
import { withMigrationLock } from './migration-lock.ts'

/**
 * Runs all pending migrations. Several processes can start at once: one of them runs each migration
 * while the others wait. Returns a sentence for each column rule that existing rows violate.
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = createDatabaseClient(connectionString, {
    application_name: 'baodao migrations',
    connectionTimeoutMillis: 5000,
  })
  // Without a listener an error of the connection would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const done = await withMigrationLock(client, () => findAppliedMigrations(client))
    for (const id of migrationList.keys())
      if (!done.has(id)) await withMigrationLock(client, () => applyMigrationOnce(client, id))
    return await syncConstraints(client)
  } finally {
    await client.end()
  }
}

/**
 * Of the first `most` migrations, runs the pending ones, inside a transaction that holds the
 * migration lock. Returns how many ran.
 */
export async function migrateInTransaction(
  client: pg.Client,
  most = migrationList.length,
): Promise<number> {
  const done = await findAppliedMigrations(client)
  const missing = [...migrationList.keys()].filter((id) => id < most && !done.has(id))
  for (const id of missing) await applyMigrationOnce(client, id)
  return missing.length
}

async function findAppliedMigrations(client: pg.Client): Promise<Set<number>> {
  await client.query(
    'create table if not exists migration (id int primary key, name text not null)',
  )
  const { rows } = await client.query<{ id: number }>('select id from migration')
  return new Set(rows.map(({ id }) => id))
}

async function applyMigrationOnce(client: pg.Client, id: number): Promise<void> {
  const migration = migrationList[id]
  const { rows } = await client.query('select from migration where id = $1', [id])
  if (rows.length > 0 || migration === undefined) return
  await client.query(migration.sql)
  await client.query('insert into migration (id, name) values ($1, $2)', [id, migration.name])
}
