import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database'
import { classifyDatabaseError } from '#server/platform/database/errors'
import { migrate } from '#server/platform/database/migrations/migrations'
import { findFreePort } from '../../../support/backend/free-port.ts'
import { createFreshDatabase } from '../../../support/database/test-postgres.ts'

describe('several database hosts', () => {
  let fresh: Awaited<ReturnType<typeof createFreshDatabase>>
  let silent: { port: number; close: () => void }
  beforeAll(async () => {
    ;[fresh, silent] = await Promise.all([createFreshDatabase(), silence()])
  })
  afterAll(async () => {
    silent.close()
    await fresh.drop()
  })

  const severalHosts = async () => {
    const url = new URL(fresh.connectionString)
    const hosts = [await findFreePort(), silent.port, url.port].map((port) => `127.0.0.1:${port}`)
    return url.href.replace(url.host, hosts.join(',')).replace(/$/, '&connect_timeout=1')
  }

  test('the first host that answers is used, for migrations too, even if other hosts refuse or are silent', async () => {
    const connectionString = await severalHosts()
    const { db, close } = openDatabase({ connectionString, onError: () => {} })
    await migrate(connectionString)
    expect((await sql`select from migration limit 1`.execute(db)).rows).toHaveLength(1)
    await close()
  })

  test('a read-only server counts as unavailable, and is used as soon as it accepts writes', async () => {
    const { db, close } = openDatabase({
      connectionString: await severalHosts(),
      onError: () => {},
    })
    const one = openDatabase({ connectionString: fresh.connectionString, onError: () => {} })
    const name = sql.ref(new URL(fresh.connectionString).pathname.slice(1))
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(one.db)
    const failed: unknown = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(classifyDatabaseError(failed)).toBe('unavailable')
    expect(failed).toMatchObject({ code: '25006' })
    await sql`alter database ${name} reset default_transaction_read_only`.execute(one.db)
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
    await Promise.all([close(), one.close()])
  })
})

/** A host that accepts connections and never answers. */
async function silence() {
  const open = new Set<Socket>()
  const server = createServer((socket) => open.add(socket.on('error', () => {})))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => {
      open.forEach((socket) => socket.destroy())
      server.close()
    },
  }
}
