import { mkdtempSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createDatabaseClient,
  connectionConfigFor,
} from '#server/platform/database/driver/host-selection'
import { findFreePort } from '../../../support/backend/free-port.ts'
import { type FakePostgres, startFakePostgres } from '../../../support/database/fake-postgres.ts'
import { waitUntil } from '../../../support/setup/wait-until.ts'

let one: FakePostgres
let two: FakePostgres
beforeEach(async () => {
  ;[one, two] = await Promise.all([startFakePostgres(), startFakePostgres()])
  return () => Promise.all([one.close(), two.close()])
})
afterEach(() => void vi.unstubAllEnvs())

const PLAIN = 'sslmode=disable'
const at = (port: number) => `127.0.0.1:${port}`
const urlOf = (hosts: readonly (number | FakePostgres)[], query = PLAIN) =>
  `postgres://u:secret@${hosts.map((host) => at(typeof host === 'number' ? host : host.port)).join(',')}/db?${query}`

/** Connect and disconnect. Returns the error, if any. */
async function tried(url: string, wishes: pg.ClientConfig = {}): Promise<unknown> {
  const client = createDatabaseClient(url, { application_name: 'test', ...wishes })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return undefined
  } catch (error) {
    return error
  }
}
const LOOKS = 'baodao looks for the primary'
/** The purposes of the connections that the server received. */
const purposes = ({ receivedMessages }: FakePostgres) =>
  receivedMessages.flatMap(
    (said) => /^start .*application_name (.*?)( client_encoding|$)/.exec(said)?.[1] ?? [],
  )

describe('one database host', () => {
  test('a single host is connected to directly, without further queries', async () => {
    one.behavior.asksPassword = true
    expect(await tried(urlOf([one], `${PLAIN}&options=-c%20geqo=off`))).toBeUndefined()
    await waitUntil(() => expect(one.receivedMessages.at(-1)).toBe('end'))
    expect(one.receivedMessages).toEqual([
      expect.stringMatching(
        /^start user u database db application_name test .*options -c geqo=off/,
      ),
      'password secret',
      'end',
    ])
  })

  test.each([
    ['primary', 'select pg_is_in_recovery() as refuses'],
    ['read-write', "select current_setting('transaction_read_only')::boolean as refuses"],
  ])(
    'a host that must be %s is asked for its state, and skipped if it is in another state',
    async (target, question) => {
      const url = urlOf([one], `${PLAIN}&target_session_attrs=${target}`)
      expect(await tried(url)).toBeUndefined()
      one.behavior.readsOnly = [true]
      expect(await tried(url)).toMatchObject({ code: '25006' })
      await waitUntil(() =>
        expect(one.receivedMessages.filter((said) => said === 'end')).toHaveLength(2),
      )
      expect(one.receivedMessages.filter((said) => said === question)).toHaveLength(2)
    },
  )

  test('a missing host name comes from the environment', async () => {
    vi.stubEnv('PGHOST', '127.0.0.1')
    vi.stubEnv('PGPORT', String(one.port))
    expect(await tried(`postgres://u@/db?${PLAIN}`)).toBeUndefined()
    expect(purposes(one)).toEqual(['test'])
    vi.stubEnv('PGPORT', undefined)
    vi.stubEnv('PGHOST', undefined)
    const dialled = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('not meant to be reached')
    })
    onTestFinished(() => dialled.mockRestore())
    await tried(`postgres://u@/db?${PLAIN}`)
    expect(dialled.mock.calls).toEqual([[5432, 'localhost']])
  })

  test('an invalid host address is explained in a sentence', () => {
    expect(() => connectionConfigFor('mysql://h')).toThrow('DATABASE_URL must begin with')
  })
})

describe('encryption of a host’s connection', () => {
  test('encryption is used if the host offers it and nothing else is configured', async () => {
    expect(await tried(urlOf([one], ''))).toBeUndefined()
    expect(one.receivedMessages.slice(0, 2)).toEqual([
      'encryption?',
      expect.stringContaining('start'),
    ])
    two.behavior.encryption = 'S'
    const failing = tried(urlOf([two], ''))
    await waitUntil(() =>
      expect(two.receivedMessages).toEqual(['encryption?', 'encryption?', 'handshake']),
    )
    two.dropConnections()
    expect(await failing).toBeInstanceOf(Error)
  })

  test('required encryption is used even if the host does not offer it', async () => {
    expect(await tried(urlOf([one], 'sslmode=require'))).toMatchObject({
      message: 'The server does not support SSL connections',
    })
    expect(one.receivedMessages).toEqual(['encryption?'])
    const failing = tried(urlOf([two], 'sslmode=require&sslnegotiation=direct'))
    await waitUntil(() => expect(two.receivedMessages).toEqual(['handshake']))
    two.dropConnections()
    expect(await failing).toBeInstanceOf(Error)
  })

  test('a connection over a local socket is not encrypted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baodao-socket-'))
    const here = await startFakePostgres(join(folder, '.s.PGSQL.5432'))
    onTestFinished(async () => {
      await here.close()
      rmSync(folder, { recursive: true })
    })
    here.behavior.encryption = 'S'
    for (const mode of ['prefer', 'require'])
      expect(
        await tried(`postgres://u@/db?host=${folder}&port=5432&sslmode=${mode}`),
      ).toBeUndefined()
    expect(here.receivedMessages).not.toContain('encryption?')
    expect(purposes(here)).toHaveLength(2)
  })
})

describe('several database hosts', () => {
  test('the first suitable host is used, and the hosts after it are not asked', async () => {
    expect(await tried(urlOf([one, two]))).toBeUndefined()
    expect(purposes(one)).toEqual([LOOKS, 'test'])
    expect(two.receivedMessages).toEqual([])
  })

  test('a read-only host is skipped, and its connection is closed', async () => {
    one.behavior.readsOnly = [true]
    expect(await tried(urlOf([one, two]))).toBeUndefined()
    expect([purposes(one), purposes(two)]).toEqual([[LOOKS], [LOOKS, 'test']])
    await waitUntil(() => expect(one.receivedMessages.at(-1)).toBe('end'))
    await waitUntil(() =>
      expect(two.receivedMessages.filter((said) => said === 'end')).toHaveLength(2),
    )
  })

  test('a silent host is skipped, and a host that is promoted meanwhile is used', async () => {
    one.behavior.silent = true
    two.behavior.readsOnly = [true, true, false]
    expect(await tried(urlOf([one, two], `${PLAIN}&connect_timeout=60`))).toBeUndefined()
    expect(purposes(two)).toEqual([LOOKS, LOOKS, LOOKS, 'test'])
  })

  test('the selected host is used until a connection to it fails', async () => {
    one.behavior.readsOnly = [true]
    const { Client, ...config } = connectionConfigFor(urlOf([one, two]))
    const connect = async () => {
      const client = new Client({ ...config, application_name: 'test' })
      client.on('error', () => {})
      await client.connect()
      return client
    }
    await connect()
    await connect()
    expect(purposes(two)).toEqual([LOOKS, 'test', 'test'])
    const last = await connect()
    expect(purposes(two)).toHaveLength(4)
    const ended = new Promise((resolve) => last.once('error', resolve))
    two.dropConnections()
    await ended
    await (await connect()).end()
    expect(purposes(two).slice(4)).toEqual([LOOKS, 'test'])
  })

  test('the hosts are tried from the first one again when the selected host refuses a connection', async () => {
    const { Client, ...config } = connectionConfigFor(urlOf([one, two]))
    const connecting = () => new Client({ ...config, application_name: 'test' }).connect()
    await connecting()
    one.behavior.readsOnly = [true]
    await expect(connecting()).rejects.toMatchObject({ code: '25006' })
    await connecting()
    expect(purposes(two)).toEqual([LOOKS, 'test'])
  })

  test('when no host is suitable, the most specific reason is reported and the search starts from the first host again', async () => {
    const [gone, away] = [await findFreePort(), await findFreePort()]
    expect(await tried(urlOf([gone, away]))).toMatchObject({ code: 'ECONNREFUSED', port: gone })
    one.behavior.readsOnly = [true]
    expect(await tried(urlOf([gone, one]))).toMatchObject({ code: '25006' })
    two.behavior.refusal = '28P01'
    expect(await tried(urlOf([gone, one, two]))).toMatchObject({ code: '28P01' })
    for (const code of ['53300', 'XX428']) {
      two.behavior.refusal = code
      expect(await tried(urlOf([gone, one, two]))).toMatchObject({ code: '25006' })
    }
    const { Client, ...config } = connectionConfigFor(urlOf([gone, one]))
    await expect(new Client(config).connect()).rejects.toMatchObject({ code: '25006' })
    one.behavior.readsOnly = [false]
    await new Client(config).connect()
  })
})

describe('a pool with host selection', () => {
  const open = (hosts: (number | FakePostgres)[]) =>
    new pg.Pool({ ...connectionConfigFor(urlOf(hosts)), application_name: 'test' })

  test('a pool gets its connections from the selected host', async () => {
    const pool = open([one])
    const client = await pool.connect()
    expect((await client.query('select yes')).rows).toEqual([{ refuses: false }])
    client.release()
    await pool.end()
    expect(purposes(one)).toEqual(['test'])
  })

  test('a pool gets the reason why no host is suitable', async () => {
    const pool = open([await findFreePort()])
    await expect(pool.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await pool.end()
  })
})
