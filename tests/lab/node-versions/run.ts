import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePort } from '../../support/backend/free-port.ts'

// npm run nodes -- [20.19.0 22 24]: under each version of Node `npm start` until the server is
// ready, and the quick tests. The binaries come from the npm package `node`.
const VERSIONS = ['20.19.0', '22', '24']
const QUICK_TESTS = {
  contract: ['--project', 'contract'],
  offline: ['--project', 'offline', 'tests/offline/outbox', 'tests/offline/drain'],
  server: ['--project', 'server', 'server/server-process', 'server/travel', 'server/imports.test'],
  pictures: ['--project', 'server', 'server/picture-limits', 'server/platform/pictures'],
}
const START_TIMEOUT_MS = 300_000
const POLL_MS = 500

const { positionals } = parseArgs({ allowPositionals: true })
const results: string[] = []
for (const version of positionals.length > 0 ? positionals : VERSIONS)
  results.push(await tryVersion(version))
console.log(results.join('\n'))
if (results.some((result) => result.includes('failed'))) process.exitCode = 1

/** Tries one version of Node; returns a line with the exact version and what failed. */
async function tryVersion(wanted: string): Promise<string> {
  const prefix = resolve('.cache/node', wanted)
  const bin = join(prefix, 'node_modules/node/bin')
  if (!existsSync(join(bin, 'node')))
    execFileSync('npm', ['install', '--no-save', '--prefix', prefix, `node@${wanted}`])
  const env = { ...process.env, CI: 'true', PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  const version = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()
  console.log(`Node ${version}`)
  const failed = (await isStartReady(env)) ? [] : ['npm start']
  for (const [name, tests] of Object.entries(QUICK_TESTS)) {
    const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests]
    if (spawnSync('node', args, { env, stdio: 'inherit' }).status !== 0) failed.push(name)
  }
  return failed.length === 0
    ? `${version}: npm start and the tests of ${Object.keys(QUICK_TESTS).join(', ')} passed`
    : `${version}: failed: ${failed.join(', ')}`
}

/** Whether `npm start` with an empty data folder becomes ready. */
async function isStartReady(env: NodeJS.ProcessEnv): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baodao-node-'))
  const port = String(await findFreePort())
  const server = spawn('node', ['--import', 'tsx', 'scripts/start.ts'], {
    env: { ...env, DATA_DIR: dataDir, PORT: port },
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
  await rm(dataDir, { recursive: true, force: true })
  return isReady
}
