import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { findProgram, findPostgresProgram } from './programs.ts'
import { waitForResult, type Workspace, type RunningProgram } from './workspace.ts'

/** A database server that Patroni manages. */
export interface PatroniNode {
  readonly name: string
  readonly host: string
  readonly start: () => void
  /** Kill the server's database, and leave Patroni running. */
  readonly killDatabase: () => void
  /** Kill all processes of the server, as when it loses its power. */
  readonly killAll: () => Promise<void>
}

/**
 * Two database servers, the three nodes of etcd that agree on the primary, and the proxy to the
 * primary.
 */
export interface PatroniSite {
  readonly nodes: readonly [PatroniNode, PatroniNode]
  /** The configuration file for `patronictl -c`. */
  readonly config: string
  /** The address at which HAProxy forwards to the primary. */
  readonly proxy: { readonly host: string; readonly port: number }
  /** Wait until one server is the primary and the other its synchronous standby. Returns both. */
  readonly waitForSyncPair: () => Promise<{ primary: PatroniNode; standby: PatroniNode }>
}

const SAMPLES = join(import.meta.dirname, '../../../../docs/operations/samples')
const PROXY_PORT = 5433

/** Start the samples unchanged, except for addresses on this machine and folders of the drill. */
export async function startPatroni(place: Workspace): Promise<PatroniSite> {
  // Loopback addresses that no other program uses, so that the ports can be those of the samples.
  const net = `127.${80 + (process.pid % 100)}.${1 + Math.floor(Math.random() * 250)}`
  const owner = ensurePostgresUser()
  const folderOf = (name: string) => {
    const path = join(place.folder, name)
    mkdirSync(path, { mode: 0o700 })
    if (owner !== undefined) chownSync(path, owner.uid, owner.gid)
    return path
  }
  const sample = (file: string, folder: string) =>
    readFileSync(join(SAMPLES, file), 'utf8')
      // Connections from this machine come from 127.0.0.1, whichever address they go to.
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', `${net}.`)
      .replaceAll('127.0.0.1:5433', `${net}.21:${PROXY_PORT}`)
      .replaceAll('/usr/lib/postgresql/15/bin', dirname(findPostgresProgram('postgres')))
      .replaceAll('/var/lib/etcd', folder)
      .replaceAll('/var/lib/postgresql/15', folder)
      .replaceAll('/var/lib/postgresql', folder)
      .replaceAll('/var/run/postgresql', folder)

  for (const [index, name] of ['etcd1', 'etcd2', 'etcd3'].entries()) {
    const lines = sample('etcd.env', folderOf(name))
      .split('\n')
      .filter((line) => line.startsWith('ETCD_'))
      .map((line) =>
        line.startsWith('ETCD_INITIAL_CLUSTER=')
          ? line
          : line.replace('etcd1', name).replaceAll(`${net}.11`, `${net}.1${index + 1}`),
      )
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)))
    place.run(findProgram('etcd', 'etcd-server'), [], { env })
  }

  const configOf = (name: string) => join(place.folder, `${name}.yml`)
  const nodeOf = (name: string, index: number): PatroniNode => {
    const folder = folderOf(name)
    const text = sample('patroni.yml', folder)
      .replace('name: db1', `name: ${name}`)
      .replace(/^( *(?:connect_address|listen): \S+\.)11:/gm, `$11${index + 1}:`)
    writeFileSync(configOf(name), text)
    return node(place, { name, folder, host: `${net}.1${index + 1}`, config: configOf(name) })
  }
  const nodes = [nodeOf('db1', 0), nodeOf('db2', 1)] as const
  nodes[0].start()
  await waitForResult('the first server is the primary', () => isPrimary(nodes[0]))
  nodes[1].start()
  const proxyFile = join(place.folder, 'haproxy.cfg')
  writeFileSync(proxyFile, sample('haproxy-database.cfg', place.folder))
  place.run(findProgram('haproxy', 'haproxy'), ['-f', proxyFile])
  return {
    nodes: [...nodes],
    config: configOf('db1'),
    proxy: { host: `${net}.21`, port: PROXY_PORT },
    waitForSyncPair: () => whole(nodes),
  }
}

// A smaller number would address whole process groups.
const Pid = v.pipe(v.number(), v.integer(), v.minValue(2))

function node(
  place: Workspace,
  { name, host, folder, config }: { name: string; host: string; folder: string; config: string },
): PatroniNode {
  let patroni: RunningProgram | undefined
  // The first line of the pid file is the process id of the database.
  const killDatabase = () => {
    try {
      const [line] = readFileSync(join(folder, 'campus/postmaster.pid'), 'utf8').split('\n')
      const pid = v.parse(Pid, Number(line))
      for (const one of [pid, ...childrenOf(pid)]) process.kill(one, 'SIGKILL')
    } catch {
      // The process has already ended.
    }
  }
  const killAll = async () => {
    patroni?.child.kill('SIGKILL')
    killDatabase()
    await patroni?.ended
  }
  return {
    name,
    host,
    start: () => {
      patroni = place.run(findProgram('patroni', 'patroni'), [config], { ...ensurePostgresUser() })
      place.onClose(killAll)
    },
    killDatabase,
    killAll,
  }
}

const childrenOf = (pid: number): number[] =>
  (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number)

const asked = (url: string) => fetch(url, { signal: AbortSignal.timeout(3000) })

/** Whether Patroni reports that this server is the primary. */
export const isPrimary = ({ host }: PatroniNode): Promise<boolean> =>
  asked(`http://${host}:8008/primary`).then(
    ({ ok }) => ok,
    () => false,
  )

const Cluster = v.object({
  members: v.array(v.object({ name: v.string(), role: v.string(), state: v.string() })),
})

function whole([one, two]: readonly [PatroniNode, PatroniNode]): Promise<{
  primary: PatroniNode
  standby: PatroniNode
}> {
  const look = async () => {
    const primary = (await isPrimary(one)) ? one : two
    const standby = primary === one ? two : one
    const told = await asked(`http://${primary.host}:8008/cluster`)
      .then((response) => response.json())
      .catch(() => undefined)
    const found = v.safeParse(Cluster, told)
    const roles = found.success ? found.output.members : []
    const isThere = roles.some(({ name, role }) => name === standby.name && role === 'sync_standby')
    return isThere && (await isPrimary(primary)) ? { primary, standby } : undefined
  }
  return waitForResult('both servers are there, one the synchronous standby', look, {
    patienceMs: 180_000,
    everyMs: 250,
  })
}
