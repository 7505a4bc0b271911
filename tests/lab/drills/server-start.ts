import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { type TestCluster, startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace, type RunningProgram } from './support/workspace.ts'

export const description =
  'The server starts under difficult conditions: no database yet, another user’s database, a misspelled setting, as root, two starts at once.'

const NONE = { HOST_PROVIDER: 'none', PAYMENT_PROVIDER: 'none', SMS_PROVIDER: 'none' }
const SERVER = join(process.cwd(), 'dist/server')
/** Folders that are not part of the project's source. */
const MADE = new Set(['node_modules', 'dist', '.git', '.data', '.cache', 'coverage'])

/** Returns what the drill has checked. */
export async function drill(place: Workspace): Promise<string> {
  const cluster = await startCluster(place, 'database')
  const real = { ...NONE, DATABASE_URL: cluster.url() }
  refused(place, { DATABSE_URL: cluster.url() }, /^DATABSE_URL is no setting; DATABASE_URL is one/)
  refused(place, { ...real, BASE_PATH: '/elsewhere' }, /^BASE_PATH is \/elsewhere, but the app/)
  refused(place, { ...NONE, DATABASE_URL: cluster.url('missing') }, /does not exist; create it/)
  usedByRoot(place, real)
  await somebodyElses(place, cluster)
  await reachedFromHereOnly(place)
  await waitsForTheDatabase(place, cluster, real)
  await twoInOneFolder(place, cluster)
  return 'each start worked, or said in one sentence why not'
}

function refused(
  place: Workspace,
  env: Record<string, string>,
  why: RegExp,
  as: object = {},
): void {
  const { status, stderr } = spawnSync(process.execPath, [join(SERVER, 'main.js')], {
    ...as,
    encoding: 'utf8',
    timeout: 60_000,
    env: { DATA_DIR: join(place.folder, 'data'), ...env },
  })
  place.print(stderr.trim())
  if (status !== 1 || stderr.trim().includes('\n') || !why.test(stderr))
    throw new Error(`it ended with ${status}, not with 1 and ${why}`)
}

function usedByRoot(place: Workspace, real: Record<string, string>): void {
  const owner = ensurePostgresUser()
  if (owner === undefined)
    return place.print('not tried as root: this drill was not started by root')
  const folder = join(place.folder, 'used')
  mkdirSync(join(folder, 'builds'), { recursive: true })
  refused(place, { ...real, DATA_DIR: folder }, /used belongs to root, who started/, owner)
}

async function somebodyElses(place: Workspace, { query, url }: TestCluster): Promise<void> {
  await query('create role owner login')
  await query('create role someone login')
  const of = (user: string, database: string) => url(database).replace('campus@', `${user}@`)
  const works = (user: string, database: string) =>
    execFileSync(process.execPath, [join(SERVER, 'campus.js'), 'retention', '--dry-run'], {
      env: { ...NONE, DATABASE_URL: of(user, database), DATA_DIR: join(place.folder, 'data') },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const isRefused = (database: string) =>
    refused(place, { ...NONE, DATABASE_URL: of('someone', database) }, /belong to somebody else/)
  for (const database of ['empty', 'filled']) await query(`create database ${database} owner owner`)
  works('owner', 'filled')
  for (const database of ['empty', 'filled']) {
    isRefused(database)
    await query(`alter database ${database} owner to someone`)
    await query('alter schema public owner to someone', database)
  }
  works('someone', 'empty')
  isRefused('filled')
  await query('reassign owned by owner to someone', 'filled')
  works('someone', 'filled')
  place.print('the owner gave both databases away, as docs/operations/install.md says')
}

async function reachedFromHereOnly(place: Workspace): Promise<void> {
  const port = await place.port()
  const demo = run(place, { DATA_DIR: join(place.folder, 'demo'), DEMO_STUDENTS: '10' }, port)
  await isReady(demo, port)
  const others = await fetch(`http://127.0.0.2:${port}/`).then(
    () => true,
    () => false,
  )
  if (others) throw new Error('a demo that nobody asked for is open to others')
  place.print('a demo that nobody asked for is reached at 127.0.0.1 only')
  await demo.stop()
}

async function waitsForTheDatabase(
  place: Workspace,
  cluster: TestCluster,
  real: Record<string, string>,
): Promise<void> {
  await cluster.stop('fast')
  const port = await place.port()
  const early = run(
    place,
    { ...real, LOGLEVEL: 'debug', DATA_DIR: join(place.folder, 'data') },
    port,
  )
  await waitForResult('it waits', () =>
    early.output().includes('waiting for it, at most 300 seconds'),
  )
  await cluster.start()
  await isReady(early, port)
  for (const sentence of [
    'LOGLEVEL is no setting and has no effect; LOG_LEVEL is one.',
    ...(ensurePostgresUser() === undefined ? [] : ['This process runs as root']),
  ])
    if (!early.output().includes(sentence)) throw new Error(`it did not say: ${sentence}`)
  place.print('a start waited for its database')
  await early.stop()
}

async function twoInOneFolder(place: Workspace, cluster: TestCluster): Promise<void> {
  const folder = join(place.folder, 'copy')
  cpSync('.', folder, { recursive: true, filter: (path) => !MADE.has(basename(path)) })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  await cluster.query('create database shown')
  const starts = await Promise.all(
    [1, 2].map(async () => {
      const port = await place.port()
      const env = { DATABASE_URL: cluster.url('shown'), DEMO: '1', PORT: String(port) }
      // The program that `npm start` runs. npm itself would outlive the signal that ends the
      // program.
      const program = ['--import', 'tsx', 'scripts/start.ts']
      const started = place.run(process.execPath, program, { cwd: folder, env })
      return { started, port }
    }),
  )
  for (const { started, port } of starts) await isReady(started, port, 300_000)
  const said = starts.map(({ started }) => started.output()).join('\n')
  const times = said.split('Building the app').length - 1
  if (times !== 1 || !said.includes('Another start is building the app; waiting for it.'))
    throw new Error(`${times} builds: ${said}`)
  place.print('two starts in one folder shared one build')
}

const run = (place: Workspace, env: Record<string, string>, port: number) =>
  place.run(process.execPath, [join(SERVER, 'main.js')], { env: { ...env, PORT: String(port) } })

async function isReady(program: RunningProgram, port: number, patienceMs = 60_000): Promise<void> {
  const ask = async () => {
    if (!program.isAlive()) throw new Error(`it ended: ${program.output()}`)
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  await waitForResult('it is ready', ask, { patienceMs, everyMs: 200 })
}
