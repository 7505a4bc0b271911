import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { createDatabaseClient } from '#server/platform/database/driver/host-selection'
import { findProgram, findPostgresProgram } from './support/programs.ts'
import { type TestCluster, startCluster, startStandby } from './support/test-cluster.ts'
import type { Workspace } from './support/workspace.ts'

export const description =
  'DATABASE_URL means the same to the product as to psql: special characters in passwords, every sslmode, several hosts.'

const PASSWORD = "p@s/s#w:o%r?d'"
const QUESTION =
  'select ssl, pg_is_in_recovery() as standby from pg_stat_ssl where pid = pg_backend_pid()'

/** Returns how many addresses the product and PostgreSQL's programs understand in the same way. */
export async function drill(place: Workspace): Promise<string> {
  const primary = await startCluster(place, 'primary')
  const standby = await startStandby(place, 'standby', primary)
  const plain = await startCluster(place, 'plain')
  const known = certificates(place, 'known')
  const other = certificates(place, 'other')
  for (const cluster of [primary, plain])
    await cluster.query(`create role someone login password '${PASSWORD.replaceAll("'", "''")}'`)
  for (const cluster of [primary, standby, plain]) await wantPasswords(cluster)
  await encrypt(primary, known)
  await encrypt(standby, known)

  const name = `someone:${encodeURIComponent(PASSWORD)}`
  const at = (where: string, query = '') => `postgres://${name}@${where}/postgres${query}`
  const here = `localhost:${primary.port}`
  const hosts = `localhost:${standby.port},${here}`
  const modes = [
    '',
    '?sslmode=disable',
    '?sslmode=prefer',
    '?sslmode=require',
    '?ssl=true',
    `?sslmode=require&sslrootcert=${known.ca}`,
    `?sslmode=require&sslrootcert=${other.ca}`,
    `?sslmode=verify-ca&sslrootcert=${known.ca}`,
    `?sslmode=verify-ca&sslrootcert=${other.ca}`,
    '?sslmode=verify-ca',
    `?sslmode=verify-full&sslrootcert=${known.ca}`,
    `?sslmode=verify-full&sslrootcert=${other.ca}`,
    '?sslmode=verify-full',
  ]
  const urls = [
    ...modes.map((query) => at(here, query)),
    // The certificate is not valid for this name of the same machine, which only verify-full
    // checks.
    at(`127.0.0.1:${primary.port}`, `?sslmode=verify-ca&sslrootcert=${known.ca}`),
    at(`127.0.0.1:${primary.port}`, `?sslmode=verify-full&sslrootcert=${known.ca}`),
    ...['', '?sslmode=require', '?sslmode=prefer'].map((query) =>
      at(`localhost:${plain.port}`, query),
    ),
    `postgres://someone:${PASSWORD}@${here}/postgres`,
    `postgres://someone:wrong@${here}/postgres`,
    at(hosts, '?target_session_attrs=read-write'),
    at(hosts, '?target_session_attrs=primary'),
    at(hosts, '?target_session_attrs=any'),
    at('localhost,localhost', `?port=${standby.port},${primary.port}&target_session_attrs=primary`),
    at(`localhost:${standby.port}`, '?target_session_attrs=read-write'),
    at(`localhost:1,${here}`, '?target_session_attrs=read-write'),
    at('', `?host=localhost&port=${primary.port}`),
  ]
  for (const url of urls) {
    const [theirs, ours] = [byPsql(url), await byUs(url)]
    place.print(`${ours.padEnd(18)} ${url.replace(/:[^@]*@/, ':…@').replaceAll(place.folder, '…')}`)
    if (theirs !== ours) throw new Error(`psql: ${theirs}, here: ${ours}, of ${url}`)
  }
  return `${urls.length} addresses mean the same to psql and here`
}

function byPsql(url: string): string {
  const program = findPostgresProgram('psql')
  const { status, stdout } = spawnSync(program, ['-XAt', '-F', ' ', '-d', url, '-c', QUESTION], {
    encoding: 'utf8',
    env: { PGCONNECT_TIMEOUT: '3', HOME: '/nowhere' },
  })
  const [ssl, standby] = stdout.trim().split(' ')
  return status === 0 ? described(ssl === 't', standby === 't') : 'refused'
}

async function byUs(url: string): Promise<string> {
  let client: pg.Client | undefined
  try {
    client = createDatabaseClient(url, {})
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ ssl: boolean; standby: boolean }>(QUESTION)
    return described(rows[0]?.ssl === true, rows[0]?.standby === true)
  } catch {
    return 'refused'
  } finally {
    await client?.end().catch(() => {})
  }
}

const described = (ssl: boolean, standby: boolean) =>
  `${ssl ? 'encrypted' : 'plain'}, ${standby ? 'standby' : 'primary'}`

/** Require a password of everybody except the drill itself. */
async function wantPasswords({ folder, query }: TestCluster): Promise<void> {
  const lines = ['host all someone all scram-sha-256', 'host all campus all trust']
  writeFileSync(join(folder, 'pg_hba.conf'), `${lines.join('\n')}\n`)
  await query('select pg_reload_conf()')
}

interface Certificates {
  readonly ca: string
  readonly key: string
  readonly certificate: string
}

/** A certificate authority of the drill, and a certificate that it has signed for `localhost`. */
function certificates(place: Workspace, name: string): Certificates {
  const openssl = (...args: string[]) =>
    execFileSync(findProgram('openssl', 'openssl'), args, { stdio: 'ignore' })
  const file = (part: string) => join(place.folder, `${name}-${part}`)
  const [ca, key, certificate] = [file('ca.crt'), file('server.key'), file('server.crt')]
  const make = ['req', '-new', '-nodes', '-newkey', 'rsa:2048', '-keyout']
  openssl(...make, file('ca.key'), '-x509', '-days', '9', '-subj', `/CN=${name}`, '-out', ca)
  openssl(...make, key, '-subj', '/CN=localhost', '-out', file('request'))
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost\n')
  const signed = ['-CA', ca, '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '9']
  openssl(
    'x509',
    '-req',
    '-in',
    file('request'),
    ...signed,
    '-extfile',
    file('names'),
    '-out',
    certificate,
  )
  return { ca, key, certificate }
}

async function encrypt(
  { folder, query }: TestCluster,
  { key, certificate }: Certificates,
): Promise<void> {
  const owner = ensurePostgresUser()
  for (const [from, to] of [
    [key, 'server.key'],
    [certificate, 'server.crt'],
  ] as const) {
    execFileSync('install', ['-m', '600', from, join(folder, to)])
    if (owner !== undefined) chownSync(join(folder, to), owner.uid, owner.gid)
  }
  await query('alter system set ssl = on')
  await query('select pg_reload_conf()')
}
