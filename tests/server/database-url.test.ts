import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database'
import { readDatabaseUrl } from '#server/platform/database/database-url'
import { databaseTroubleOf } from '#server/platform/database/errors'
import { migrate } from '#server/platform/database/migrations'
import { freePort } from '../support/free-port.ts'
import { freshDatabase } from '../support/postgres.ts'

describe('DATABASE_URL is read as PostgreSQL’s own programs read it', () => {
  const read = (url: string) => readDatabaseUrl(`postgres://${url}`)

  const meant: [string, object][] = [
    ['u:p%40%2F%23%3A@h/db', { user: 'u', password: 'p@/#:', database: 'db' }],
    ['u:p#w?d@h/db', { password: 'p#w?d' }],
    ['h', { addresses: [{ host: 'h', port: undefined }], user: undefined, target: 'any' }],
    ['u@[::1]:5/db', { addresses: [{ host: '::1', port: 5 }] }],
    ['/db?host=/run/pg&port=6', { addresses: [{ host: '/run/pg', port: 6 }], database: 'db' }],
    ['u@%2Frun%2Fpg/db', { addresses: [{ host: '/run/pg', port: undefined }] }],
    [
      'u@a:1,b/db',
      {
        addresses: [
          { host: 'a', port: 1 },
          { host: 'b', port: undefined },
        ],
        target: 'read-write',
      },
    ],
    ['u@a,b/db?target_session_attrs=any&connect_timeout=2', { target: 'any', connectMs: 2000 }],
    ['h', { tls: { wanted: 'if offered', options: { rejectUnauthorized: false } } }],
    ['h?sslmode=disable', { tls: { wanted: 'no' } }],
    ['h?ssl=true', { tls: { wanted: 'yes', options: { rejectUnauthorized: false } } }],
    ['h?sslmode=require', { tls: { wanted: 'yes', options: { rejectUnauthorized: false } } }],
  ]
  for (const [url, what] of meant)
    test(`is understood: ${url}`, () => {
      expect(read(url)).toMatchObject(what)
    })

  test('only verify-full asks who answers', () => {
    expect(read('h?sslmode=verify-full&sslrootcert=system')).toMatchObject({
      tls: { wanted: 'yes', options: {} },
    })
    expect(JSON.stringify(read('h?sslmode=verify-full'))).not.toContain('rejectUnauthorized')
  })

  const code =
    'DATABASE_URL is not understood; in its name and password write @ as %40, / as %2F, : as %3A, # as %23, ? as %3F and % as %25.'
  const wrong: [string, string][] = [
    ['u:p@ss@h/db', code],
    ['u:p/ss@h/db', code],
    ['u:1/ss@h/db', code],
    ['u:p:w@h:x/db', code],
    [
      'u:50%off@h/db',
      'DATABASE_URL has a % that begins no code of two digits; write % itself as %25.',
    ],
    [
      'h:x',
      'DATABASE_URL: each host must be a name or an address, with a port between 1 and 65535 if any.',
    ],
    ['a,b,c?port=1,2', 'DATABASE_URL: there must be one port, or as many as hosts.'],
    ['h?schema=campus', 'DATABASE_URL has a parameter that is not known here: schema.'],
    [
      'a,b?target_session_attrs=standby',
      'DATABASE_URL: target_session_attrs must be read-write or primary or any here.',
    ],
    [
      'h?sslmode=allow',
      'DATABASE_URL: sslmode must be disable or prefer or require or verify-ca or verify-full or no-verify here.',
    ],
    [
      'h?sslmode=verify-ca',
      'DATABASE_URL: sslmode=verify-ca needs sslrootcert, the file of the certificate to believe.',
    ],
    [
      'h?sslmode=verify-full&sslrootcert=/nowhere',
      'DATABASE_URL: sslrootcert must name a readable file in PEM form.',
    ],
    [
      'h?sslmode=require&sslrootcert=system',
      'DATABASE_URL: sslrootcert=system needs sslmode=verify-full.',
    ],
  ]
  for (const [url, sentence] of wrong)
    test(`one sentence for ${url}`, () => {
      expect(read(url)).toBe(sentence)
    })
})

describe('several hosts', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>
  let silent: { port: number; close: () => void }
  beforeAll(async () => {
    ;[fresh, silent] = await Promise.all([freshDatabase(), silence()])
  })
  afterAll(async () => {
    silent.close()
    await fresh.drop()
  })

  const severalHosts = async () => {
    const url = new URL(fresh.connectionString)
    const hosts = [await freePort(), silent.port, url.port].map((port) => `127.0.0.1:${port}`)
    return url.href.replace(url.host, hosts.join(',')).replace(/$/, '&connect_timeout=1')
  }

  test('the first that answers serves, for migrations too, whoever refuses or is silent', async () => {
    const connectionString = await severalHosts()
    const { db, close } = openDatabase({ connectionString, onError: () => {} })
    await migrate(connectionString)
    expect((await sql`select from migration limit 1`.execute(db)).rows).toHaveLength(1)
    await close()
  })

  test('a server that only reads is away, and serves as soon as it writes', async () => {
    const { db, close } = openDatabase({
      connectionString: await severalHosts(),
      onError: () => {},
    })
    const one = openDatabase({ connectionString: fresh.connectionString, onError: () => {} })
    const name = sql.ref(new URL(fresh.connectionString).pathname.slice(1))
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(one.db)
    const failed: unknown = await sql`select 1`.execute(db).catch((error: unknown) => error)
    expect(databaseTroubleOf(failed)).toBe('away')
    expect(failed).toMatchObject({ code: '25006' })
    await sql`alter database ${name} reset default_transaction_read_only`.execute(one.db)
    expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
    await Promise.all([close(), one.close()])
  })
})

/** A host that takes connections and says nothing. */
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
