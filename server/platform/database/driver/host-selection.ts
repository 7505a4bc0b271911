import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type HostAddress, type DatabaseUrl, readDatabaseUrl } from './database-url.ts'
import { checkTlsSupport } from './tls-support.ts'

/** The address and encryption of one host. */
interface HostRoute {
  readonly host: string
  readonly port: number
  readonly ssl: false | DatabaseUrl['tls']['options']
}

const CONNECT_MS = 3000
/**
 * The delay after which the next host is tried in parallel, ms (as in RFC 8305, Happy Eyeballs).
 */
const HEAD_START_MS = 250

/**
 * The configuration of a pool or client of the driver for a `DATABASE_URL`, together with the
 * `Client` class that the driver has to use. If there are several hosts, each new connection goes
 * to a host that matches `target_session_attrs`; after a failover that is the new primary.
 */
export function connectionConfigFor(
  url: string,
): pg.ClientConfig & { Client: new (config?: pg.ClientConfig) => pg.Client } {
  const to = readDatabaseUrl(url)
  if (typeof to === 'string') throw new Error(to)
  const config = configOf(to)
  const { target } = to
  const ways = createHostSelector(to, config)

  class Client extends pg.Client {
    override connect(): Promise<this>
    override connect(callback: Parameters<pg.Client['connect']>[0]): void
    override connect(callback?: Parameters<pg.Client['connect']>[0]) {
      const connected = this.#connect()
      if (callback === undefined) return connected
      // The pool passes a callback in the style of Node.js.
      const tell = (...said: unknown[]) => void Reflect.apply(callback, undefined, said)
      connected.then(
        () => tell(null, this),
        (error: unknown) => tell(error),
      )
      return undefined
    }

    async #connect(): Promise<this> {
      const way = await ways.choose()
      // The driver was constructed with another address, but it connects only after this change.
      Object.assign(this, way)
      Object.assign(this.connection, { ssl: way.ssl })
      this.on('error', ways.forget)
      try {
        await super.connect()
        await assertSessionTarget(target, this)
      } catch (error) {
        ways.forget()
        throw error
      }
      return this
    }
  }

  return { ...config, Client }
}

/** Creates a client for a `DATABASE_URL` without connecting it. */
export function createDatabaseClient(url: string, wishes: pg.ClientConfig): pg.Client {
  const { Client, ...config } = connectionConfigFor(url)
  return new Client({ ...config, ...wishes })
}

const configOf = (to: DatabaseUrl) => ({
  user: to.user,
  password: to.password,
  database: to.database,
  options: to.options,
  // The driver's constructor reads these two, before an address is chosen.
  ssl: to.tls.requirement === 'disabled' ? false : to.tls.options,
  sslnegotiation: to.tls.direct ? ('direct' as const) : undefined,
  enableChannelBinding: to.channelBinding,
})

// Caches the selected host until a connection fails.
function createHostSelector(to: DatabaseUrl, config: pg.ClientConfig) {
  let known: Promise<HostRoute> | undefined
  const forget = () => {
    known = undefined
  }
  const choose = () => {
    known ??= find(to, config).catch((error: unknown) => {
      forget()
      throw error
    })
    return known
  }
  return { choose, forget }
}

async function find(to: DatabaseUrl, config: pg.ClientConfig): Promise<HostRoute> {
  const { addresses, target } = to
  const [only, ...others] = addresses
  if (only !== undefined && others.length === 0) return wayTo(only, to)
  let isFound = false
  const failed = new Set<HostAddress>()
  let turn: Promise<unknown> = Promise.resolve()
  const tries = addresses.map((address) => {
    const ask = async () => {
      if (isFound) throw new Error('another host was found')
      const way = await wayTo(address, to)
      await probeHost({ ...config, ...way, connectionTimeoutMillis: connectTimeoutMs(to) }, target)
      isFound = true
      return way
    }
    // A failed host is tried again while another host does not answer, because it might be promoted
    // in the meantime.
    const askAgain = async (error: unknown): Promise<HostRoute> => {
      failed.add(address)
      if (isFound || failed.size === addresses.length) throw error
      await pause(HEAD_START_MS)
      return ask().catch(askAgain)
    }
    const begin = turn
    const first = begin.then(ask)
    turn = Promise.race([first.catch(() => {}), begin.then(() => pause(HEAD_START_MS))])
    return first.catch(askAgain)
  })
  return Promise.any(tries).catch((error: unknown) => {
    throw error instanceof AggregateError ? mostTelling(error.errors) : error
  })
}

async function wayTo({ host, port }: HostAddress, to: DatabaseUrl): Promise<HostRoute> {
  const place = {
    host: host ?? process.env['PGHOST'] ?? 'localhost',
    port: port ?? Number(process.env['PGPORT'] ?? 5432),
  }
  // A Unix domain socket needs no encryption.
  const isSocket = place.host.startsWith('/')
  const encrypts =
    !isSocket &&
    (to.tls.requirement === 'required' ||
      (to.tls.requirement === 'preferred' && (await checkTlsSupport(place, connectTimeoutMs(to)))))
  return { ...place, ssl: encrypts && to.tls.options }
}

const connectTimeoutMs = ({ connectMs }: DatabaseUrl) => connectMs ?? CONNECT_MS

async function probeHost(config: pg.ClientConfig, target: DatabaseUrl['target']): Promise<void> {
  const client = new pg.Client({ ...config, application_name: 'baodao looks for the primary' })
  client.on('error', () => {})
  try {
    await client.connect()
    await assertSessionTarget(target, client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Thrown for a server that is read-only and therefore does not match the target. */
class ReadOnlyHostError extends Error {
  readonly code = '25006'
}

async function assertSessionTarget(
  target: DatabaseUrl['target'],
  client: pg.Client,
): Promise<void> {
  if (target === 'any') return
  const question =
    target === 'primary'
      ? 'select pg_is_in_recovery() as refuses'
      : "select current_setting('transaction_read_only')::boolean as refuses"
  const { rows } = await client.query<{ refuses: boolean }>(question)
  if (rows[0]?.refuses === false) return
  await client.end()
  throw new ReadOnlyHostError('This host of DATABASE_URL only reads at the moment.')
}

// The most useful error: that of a server that answered has precedence over those of unreachable
// hosts.
function mostTelling(errors: readonly unknown[]): unknown {
  const codeOf = (error: unknown) =>
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return (
    errors.find((error) => /^(28|3D|42)/.test(codeOf(error))) ??
    errors.find((error) => error instanceof ReadOnlyHostError) ??
    errors[0]
  )
}
