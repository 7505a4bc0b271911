import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { findProgram, findPostgresProgram } from './programs.ts'
import { waitForResult, type Workspace, type RunningProgram } from './workspace.ts'

/** A database server that Patroni looks after. */
export interface PatroniNode {
  readonly name: string
  readonly host: string
  readonly start: () => void
  /** Kill its database and leave Patroni alone. */
  readonly killDatabase: () => void
  /** Kill everything that runs on it, as when it loses its power. */
  readonly killAll: () => Promise<void>
}

/** Two database servers, the three that agree on the primary, and the way to it. */
export interface PatroniSite {
  readonly nodes: readonly [PatroniNode, PatroniNode]
  /** The file that `patronictl -c` takes. */
  readonly config: string
  /** Where HAProxy leads to the primary. */
  readonly proxy: { readonly host: string; readonly port: number }
  /** Who is the primary; answers when the other one is its synchronous standby. */
  readonly waitForSyncPair: () => Promise<{ primary: PatroniNode; standby: PatroniNode }>
}

const SAMPLES = join(import.meta.dirname, '../../../../docs/operations/samples')
const PROXY_PORT = 5433

/** Start the samples as they are, with addresses of this machine and folders of the drill. */
export async function startPatroni(place: Workspace): Promise<PatroniSite> {
  // Addresses that only this machine knows, so that the ports can be those of the samples.
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
      // What comes from this machine comes from 127.0.0.1, whichever address it goes to.
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

// Any less would be whole groups of processes.
const Pid = v.pipe(v.number(), v.integer(), v.minValue(2))

function node(
  place: Workspace,
  { name, host, folder, config }: { name: string; host: string; folder: string; config: string },
): PatroniNode {
  let patroni: RunningProgram | undefined
  // The first line of its file is its process.
  const killDatabase = () => {
    try {
      const [line] = readFileSync(join(folder, 'campus/postmaster.pid'), 'utf8').split('\n')
      const pid = v.parse(Pid, Number(line))
      for (const one of [pid, ...childrenOf(pid)]) process.kill(one, 'SIGKILL')
    } catch {
      // It has ended already.
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

/** Does Patroni say that this server is the primary? */
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
