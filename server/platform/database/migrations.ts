import type pg from 'pg'
import { clientOf } from './addresses.ts'
import { keepRules } from './keeping-rules.ts'
import { migrationList } from './migration-list.ts'
import { inTurn } from './turns.ts'

/**
 * Bring the database up to date. Several processes may start at once: each change is made by one of
 * them while the others wait. Answers a sentence for each rule that rows of an older database break.
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
    const done = await known(client)
    for (const [id, { name, sql }] of migrationList.entries()) {
      if (done.has(id)) continue
      await inTurn(client, async () => {
        const { rows } = await client.query('select from migration where id = $1', [id])
        if (rows.length > 0) return
        await client.query(sql)
        await client.query('insert into migration (id, name) values ($1, $2)', [id, name])
      })
    }
    return await keepRules(client)
  } finally {
    await client.end()
  }
}

const known = (client: pg.Client): Promise<Set<number>> =>
  inTurn(client, async () => {
    await client.query(
      'create table if not exists migration (id int primary key, name text not null)',
    )
    const { rows } = await client.query<{ id: number }>('select id from migration')
    return new Set(rows.map(({ id }) => id))
  })
