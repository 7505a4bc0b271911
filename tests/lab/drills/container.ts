import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from './support/programs.ts'
import { startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'
import { assertNothingLost, signInStudents, startTraffic } from './support/write-traffic.ts'

export const description =
  'The image of samples/Dockerfile is built by podman, and a container of it serves, as a user of its own, on a read-only disk, and stops in order.'

const DOCKERFILE = 'docs/operations/samples/Dockerfile'
const [, OFFICIAL = ''] = /^ARG BASE=(\S+)/m.exec(readFileSync(DOCKERFILE, 'utf8')) ?? []
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
// A container must not ask for more than a drill's own shell has.
const LIMITS = '--ulimit nofile=4096:4096 --ulimit nproc=4096:4096'
const NAME = 'baodao-drill'
const OWN_BASE = 'localhost/baodao-drill-base'

/** Returns how large the image is, and how many submissions its server acknowledged. */
export async function drill(place: Workspace): Promise<string> {
  findProgram('runc', 'runc')
  const podman = findProgram('podman', 'podman')
  const ask = (args: readonly string[]) =>
    execFileSync(podman, [...args], { encoding: 'utf8' }).trim()
  const known = [OFFICIAL, OWN_BASE].find(
    (image) => spawnSync(podman, ['image', 'exists', image]).status === 0,
  )
  const base = known ?? makeBase(place, ask)
  place.print(`building the image on ${base}`)
  // Only Docker's format has a health check.
  const build = `build --format docker --layers=false --isolation chroot --network host ${LIMITS}`
  ask([...build.split(' '), '--build-arg', `BASE=${base}`, '-f', DOCKERFILE, '-t', NAME, '.'])
  place.onClose(() => void spawnSync(podman, ['rmi', '--force', NAME]))
  const size = Number(ask(['image', 'inspect', '--format', '{{.Size}}', NAME]))

  const cluster = await startCluster(place, 'database')
  await cluster.query('create database shown')
  const port = String(await place.port())
  const url = `http://127.0.0.1:${port}`
  const run =
    `--runtime runc run --rm --name ${NAME} --network host ${LIMITS} --read-only --tmpfs /tmp` +
    ` --cap-drop ALL --security-opt no-new-privileges --env PORT=${port} --env DEMO=1` +
    ` --env HOST=127.0.0.1 --env DATABASE_URL=${cluster.url('shown')} ${NAME}`
  const container = place.run(podman, run.split(' '))
  place.onClose(() => void spawnSync(podman, ['rm', '--force', NAME]))
  await waitForResult('the container is ready', async () => {
    if (!container.isAlive()) throw new Error(`the container ended: ${container.output()}`)
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  const user = ask(['exec', NAME, 'id', '--user', '--name'])
  if (user !== 'node') throw new Error(`the server runs as ${user}`)
  const health = ask(['healthcheck', 'run', NAME])
  if (health !== '') throw new Error(`health: ${health}`)

  const writers = startTraffic([url], await signInStudents(url, cluster.url('shown'), 10))
  await waitForResult('two hundred submissions', () => writers.acknowledged() >= 200)
  const figures = assertNothingLost(await writers.settle(cluster.url('shown')))
  ask(['stop', '--time', '40', NAME])
  const status = await container.ended
  if (status !== 0) throw new Error(`the container ended with ${status}: ${container.output()}`)
  return `an image of ${Math.round(size / 1e6)} MB; ${figures}`
}

/**
 * Makes an image in place of the official one, where no registry of images can be reached: Debian's
 * base system, and Node.js from npm's packages. It stays for the next drill.
 */
function makeBase(place: Workspace, ask: (args: readonly string[]) => string): string {
  const [, node = '', suite = ''] = /:(\d+)-(\w+)-slim$/.exec(OFFICIAL) ?? []
  const root = join(place.folder, 'root')
  place.print(`making a base of Debian ${suite} and Node.js ${node}, in place of ${OFFICIAL}`)
  execFileSync(findProgram('debootstrap', 'debootstrap'), ['--variant=minbase', suite, root])
  const tools = join(place.folder, 'tools')
  execFileSync('npm', ['install', '--silent', '--prefix', tools, `node@${node}`, 'npm@11'])
  const local = join(root, 'usr/local')
  cpSync(join(tools, 'node_modules/node/bin/node'), join(local, 'bin/node'))
  cpSync(join(tools, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  // A machine whose network has certificates of its own.
  if (existsSync(CERTIFICATES)) {
    cpSync(CERTIFICATES, join(local, 'ca.crt'), { dereference: true })
    writeFileSync(join(local, 'etc/npmrc'), 'cafile=/usr/local/ca.crt\n')
  }
  execFileSync('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node'])
  const archive = join(place.folder, 'root.tar')
  execFileSync('tar', ['-C', root, '-cf', archive, '.'])
  ask(['import', archive, OWN_BASE])
  return OWN_BASE
}
