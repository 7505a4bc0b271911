import { clientOf } from './addresses.ts'
import { keepRules } from './keeping-rules.ts'
import { migrationList } from './migration-list.ts'

// The number of an advisory lock: any number that nobody else uses, the same in all processes.
const MIGRATING = 730_101

/**
 * Bring the database up to date. Several processes may start at once: one migrates, the others wait
 * for it. Answers a sentence for each rule that rows of an older database break.
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = clientOf(connectionString, {
    application_name: 'baodao migrations',
    connectionTimeoutMillis: 5000,
  })
  // Without a listener a connection that dies throws where nobody can catch it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATING])
    await client.query(
      'create table if not exists migration (id int primary key, name text not null)',
    )
    const { rows } = await client.query<{ id: number }>('select id from migration')
    const done = new Set(rows.map(({ id }) => id))
    for (const [id, { name, sql }] of migrationList.entries()) {
      if (done.has(id)) continue
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into migration (id, name) values ($1, $2)', [id, name])
      await client.query('commit')
    }
    return await keepRules(client)
  } finally {
    await client.end()
  }
}
