import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../../support/backend/free-port.ts'

// npm run nodes -- [20.19.0 22 24] [--all]: under each version of Node, in a clean clone of the last
// commit, README's two commands with their times: `npm ci`, `npm start` until the server is ready,
// and the quick tests, or `npm test` with `--all`. The binaries come from the npm package `node`.
const VERSIONS = ['20.19.0', '22', '24']
const QUICK_TESTS = {
  contract: ['--project', 'contract'],
  offline: ['--project', 'offline', 'tests/offline/outbox', 'tests/offline/drain'],
  server: ['--project', 'server', 'server/server-process', 'server/travel', 'server/imports.test'],
  pictures: ['--project', 'server', 'server/picture-limits', 'server/platform/pictures'],
}
const START_TIMEOUT_MS = 300_000
const POLL_MS = 500

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
})
const TESTS = values.all ? { all: [] } : QUICK_TESTS
const results: string[] = []
for (const version of positionals.length > 0 ? positionals : VERSIONS)
  results.push(await tryVersion(version))
console.log(results.join('\n'))
if (results.some((result) => result.includes('failed'))) process.exitCode = 1

/** Tries one version of Node; returns a line with the exact version, the times and what failed. */
async function tryVersion(wanted: string): Promise<string> {
  const prefix = resolve('.cache/node', wanted)
  const bin = join(prefix, 'node_modules/node/bin')
  if (!existsSync(join(bin, 'node')))
    execFileSync('npm', ['install', '--no-save', '--prefix', prefix, `node@${wanted}`])
  const env = { ...process.env, CI: 'true', PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  const version = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()
  const clone = await mkdtemp(join(tmpdir(), 'baodao-node-'))
  try {
    execFileSync('git', ['clone', '--quiet', '.', clone])
    console.log(`Node ${version} in ${clone}`)
    const place = { cwd: clone, env }
    const seconds = createStopwatch()
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], place)
    const times = [`npm ci ${seconds()} s`]
    const failed = (await isStartReady(place)) ? [] : ['npm start']
    times.push(`npm start ${seconds()} s`)
    for (const [name, tests] of Object.entries(TESTS)) {
      const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests]
      const { status } = spawnSync('node', args, { ...place, stdio: 'inherit' })
      if (status !== 0) failed.push(name)
    }
    times.push(`tests (${Object.keys(TESTS).join(', ')}) ${seconds()} s`)
    return `${version}: ${times.join(', ')}; ${failed.length === 0 ? 'passed' : `failed: ${failed.join(', ')}`}`
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}

/** Returns the whole seconds since its last call. */
function createStopwatch(): () => number {
  let last = Date.now()
  return () => {
    const seconds = Math.round((Date.now() - last) / 1000)
    last = Date.now()
    return seconds
  }
}

/** Whether `npm start` with an empty data folder becomes ready. */
async function isStartReady(place: { cwd: string; env: NodeJS.ProcessEnv }): Promise<boolean> {
  const port = String(await findFreePort())
  const server = spawn('node', ['--import', 'tsx', 'scripts/start.ts'], {
    ...place,
    env: { ...place.env, PORT: port },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exit = once(server, 'exit')
  const startedAt = Date.now()
  let isReady = false
  while (!isReady && server.exitCode === null && Date.now() - startedAt < START_TIMEOUT_MS) {
    await new Promise((next) => setTimeout(next, POLL_MS))
    isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  server.kill('SIGTERM')
  await exit
  return isReady
}
