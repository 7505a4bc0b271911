import { strict as assert } from 'node:assert'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type CampusProcess, startCampusProcess } from './support/campus-process.ts'
import { prepareEarlierRelease } from './support/earlier-release.ts'
import { startProxy } from './support/proxy.ts'
import { startCluster } from './support/test-cluster.ts'
import type { Workspace } from './support/workspace.ts'
import {
  assertNothingLost,
  signInStudents,
  startTraffic,
  readTravelVersions,
} from './support/write-traffic.ts'

export const description =
  'The server is upgraded from a release 100 commits ago (or the built release in RELEASE) to this one, downgraded and upgraded again, behind nginx while 20 students submit.'

const COMMITS = 100
const STUDENTS = 20
const TOGETHER_MS = 5000

/** Returns figures of the requests and of the files. */
export async function drill(place: Workspace): Promise<string> {
  const old = prepareEarlierRelease(place, COMMITS)
  const cluster = await startCluster(place, 'database')
  const databaseUrl = cluster.url()
  const dataDir = join(place.folder, 'data')
  const env = {
    DATA_DIR: dataDir,
    PROXY_HOPS: '1',
    REQUESTS_PER_MINUTE: '0',
    ANONYMOUS_PER_MINUTE: '0',
  }
  const start = (release: string, port?: string) =>
    startCampusProcess(
      place,
      databaseUrl,
      { ...env, ...(port !== undefined && { PORT: port }) },
      { as: { cwd: release }, quiet: true },
    )
  const processes: CampusProcess[] = [await start(old.folder), await start(old.folder)]
  place.print(`two processes of ${old.name} on a database of their own`)
  const proxy = await startProxy(place, {
    kind: 'nginx',
    processes: processes.map(({ url }) => url),
    filesDir: join(dataDir, 'files'),
  })
  const students = await signInStudents(proxy.plainUrl, databaseUrl, STUDENTS)
  const before = await readTravelVersions(databaseUrl)
  const writers = startTraffic([proxy.plainUrl], students)
  const replace = async (which: number, release: string) => {
    const campus = processes[which]
    if (campus === undefined) return
    // The proxy is drained first, so that no request notices when the earlier release stops and
    // closes its port.
    await proxy.drainProcess(campus.url)
    await campus.stop()
    processes[which] = await start(release, new URL(campus.url).port)
    await proxy.drainProcess()
    await pause(TOGETHER_MS)
    place.print(
      `process ${which + 1} is ${release === old.folder ? 'the earlier' : 'the newest'}: ${writers.acknowledged()} acknowledged`,
    )
  }
  const newest = process.cwd()
  const files = [...filesOf(old.folder), ...filesOf(newest)]
  await replace(0, newest)
  await allAreFound(proxy.plainUrl, files)
  await allAreFound(processes[0]?.url ?? '', files)
  place.print(`side by side: ${files.length} files of both releases are found, whoever is asked`)
  await replace(1, newest)
  await replace(0, old.folder)
  await replace(1, old.folder)
  place.print('back on the earlier release, with the newest tables')
  await allAreFound(proxy.plainUrl, files)
  await replace(0, newest)
  await replace(1, newest)
  const outcome = await writers.settleByVersion(databaseUrl, before)
  const figures = assertNothingLost(outcome)
  assert.deepEqual(
    proxy
      .logs()
      .split('\n')
      .filter((line) => / 50\d \d+ /.test(line)),
    [],
    'nobody was answered 5xx',
  )
  return `${old.name} and back: ${figures}; ${files.length} files found`
}

const filesOf = (release: string) =>
  readdirSync(join(release, 'dist/app/assets')).filter((name) => /\.(js|css)$/.test(name))

// Each file is requested twice, because the proxy uses the processes in turn and must find the file
// at both.
async function allAreFound(url: string, files: readonly string[]): Promise<void> {
  const missing: string[] = []
  for (const name of [...files, ...files]) {
    const answer = await fetch(`${url}/assets/${name}`)
    await answer.arrayBuffer()
    if (answer.status !== 200) missing.push(`${name}: ${answer.status}`)
  }
  assert.deepEqual(missing, [], `files that are not found at ${url}`)
}
