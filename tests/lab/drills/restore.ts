import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { startPostgres } from '#server/platform/database/cluster/private-postgres'
import { runCampusCommand } from './support/campus-command.ts'
import { startCampusProcess } from './support/campus-process.ts'
import { queryOnce } from './support/query.ts'
import { openReceiptPhone } from './support/receipt-phone.ts'
import { startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'
import { assertNothingLost, signInStudents, startTraffic } from './support/write-traffic.ts'

export const description =
  'A backup made while 40 students submit is restored on another PostgreSQL; phones with newer receipts detect what was lost.'

const WRITERS = 40
const PHONES = 5
const REMARKS = `select words ->> 'remark' as remark from form_history where form = 'travel'`
const COUNTS = `select (select count(*) from student) as students, (select count(*) from charge) as charges,
  (select count(*) from idempotency) as keys, (select string_agg(id, ' ' order by id) from pass_key) as "passKeys"`
const EPOCHS = `select (select json_agg(epoch) from epoch) as epochs,
  (select count(*) from session where ended_at is null) as sessions`

/** Returns how many submissions were acknowledged, restored, lost and sent again. */
export async function drill(place: Workspace): Promise<string> {
  const cluster = await startCluster(place, 'database')
  const first = await startCampusProcess(place, cluster.url())
  const students = await signInStudents(first.url, cluster.url(), WRITERS + PHONES)
  const owners = students.slice(WRITERS)
  const phones = await Promise.all(owners.map((owner) => openReceiptPhone(first.url, owner)))
  await Promise.all(phones.map((phone, at) => phone.submitTravel(`before-${at}`)))
  await cluster.query(
    `insert into pass_key values ('00ff', 'point', '\\x00', now(), now()) on conflict do nothing`,
  )
  const writers = startTraffic([first.url], students.slice(0, WRITERS))
  await waitForResult('the students write', () => writers.acknowledged() > WRITERS)

  const folder = join(place.folder, 'archives')
  const keys = join(place.folder, 'key')
  await runCampusCommand(place, ['backup-key', keys], {})
  const before = await remarks(cluster.url())
  const from = { DATABASE_URL: cluster.url(), DATA_DIR: join(place.folder, `data`) }
  mkdirSync(join(place.folder, 'data', 'public'), { recursive: true })
  writeFileSync(join(place.folder, 'data', 'public', 'MP_verify_1.txt'), 'proof')
  place.print(await runCampusCommand(place, ['backup', folder, '--key-file', `${keys}.pub`], from))
  const after = await remarks(cluster.url())
  const [name = ''] = readdirSync(folder)
  const archive = join(folder, name)
  const many = writers.acknowledged()
  await waitForResult('the students go on', () => writers.acknowledged() > many + WRITERS)
  await Promise.all(phones.map((phone, at) => phone.submitTravel(`after-${at}`)))
  const figures = assertNothingLost(await writers.settle(cluster.url()))
  const source = await queryOnce(cluster.url(), COUNTS)
  await first.stop()

  place.print(
    await runCampusCommand(place, ['restore', archive, '--check', '--key-file', keys], {}),
  )
  await refusals(place, { archive, keys })
  await failsWhole(place, { archive, keys, url: cluster.url() })

  const home = { DATABASE_URL: '', DATA_DIR: join(place.folder, 'new') }
  place.print(await runCampusCommand(place, ['restore', archive, '--key-file', keys], home))
  if (readFileSync(join(home.DATA_DIR, 'public', 'MP_verify_1.txt'), 'utf8') !== 'proof')
    throw new Error('the public file did not come back')
  // The private PostgreSQL has another version than Debian's.
  const postgres = await startPostgres({ dataDir: home.DATA_DIR })
  place.onClose(postgres.release)
  const there = postgres.connectionString
  const kept = await remarks(there)
  const missing = [...before].filter((remark) => !kept.has(remark))
  const strange = [...kept].filter((remark) => !after.has(remark))
  if (missing.length + strange.length > 0)
    throw new Error(`${missing.length} of before the backup are missing, ${strange.length} strange`)
  const second = await startCampusProcess(place, '', home)
  const [counted] = await queryOnce(there, COUNTS)
  if (counted?.['students'] !== source[0]?.['students'] || counted?.['passKeys'] !== '00ff')
    throw new Error(`came back as ${JSON.stringify(counted)} of ${JSON.stringify(source[0])}`)

  for (const [at, phone] of phones.entries()) {
    phone.moveTo(second.url)
    const lost = await phone.findLostReceipts()
    if (lost.length !== 1 || lost[0]?.includes(`after-${at}`) !== true)
      throw new Error(`phone ${at} found ${lost.join(', ') || 'nothing'} lost`)
    await phone.resendLost()
    if ((await phone.findLostReceipts()).length > 0)
      throw new Error(`phone ${at} still finds something lost`)
  }
  const again = await remarks(there)
  for (const at of phones.keys())
    if (!again.has(`after-${at}`)) throw new Error(`what phone ${at} sent again is not there`)
  place.print(`${PHONES} phones found out what was lost, and sent it again`)

  // Then the opposite direction: back up the private database while it runs, and restore it into a
  // database beside the first.
  const more = join(place.folder, 'more')
  place.print(await runCampusCommand(place, ['backup', more, '--key-file', `${keys}.pub`], home))
  await cluster.query('create database again')
  const other = { DATABASE_URL: cluster.url('again'), DATA_DIR: join(place.folder, 'again') }
  const [newest = ''] = readdirSync(more)
  const said = ['restore', join(more, newest), '--key-file', keys]
  place.print(await runCampusCommand(place, said, other))
  const back = await remarks(cluster.url('again'))
  if (back.size !== again.size) throw new Error(`${back.size} came back of ${again.size}`)
  return `${figures}; backup of one moment between ${before.size} and ${after.size} of ${many} and more, ${kept.size} brought back; lost on ${PHONES} phones: ${PHONES} found, ${PHONES} sent again`
}

const remarks = async (url: string) =>
  new Set((await queryOnce(url, REMARKS)).map(({ remark }) => String(remark)))

// Each of these restores is refused with one sentence, and creates nothing.
async function refusals(place: Workspace, { archive, keys }: { archive: string; keys: string }) {
  const other = join(place.folder, 'other-key')
  await runCampusCommand(place, ['backup-key', other], {})
  const cut = join(place.folder, 'cut.age')
  copyFileSync(archive, cut)
  writeFileSync(cut, readFileSync(archive).subarray(0, -1))
  const tries = [
    { file: archive, key: other, says: /^This passphrase or key does not open the archive\.$/ },
    { file: cut, key: keys, says: /^\S+ is no archive, or it is damaged or cut off \(.*\)\.$/ },
  ]
  for (const { file, key, says } of tries) {
    const said = await runCampusCommand(
      place,
      ['restore', file, '--check', '--key-file', key],
      {},
      1,
    )
    if (!says.test(said.trim())) throw new Error(`it should have been refused, and said: ${said}`)
    place.print(said.trim())
  }
}

// A file that cannot be written fails the restore after its last row. Rows and files must be as
// before.
async function failsWhole(
  place: Workspace,
  { archive, keys, url }: { archive: string; keys: string; url: string },
) {
  const dataDir = join(place.folder, 'closed')
  mkdirSync(join(dataDir, 'public', 'MP_verify_1.txt'), { recursive: true })
  const before = [await remarks(url), await queryOnce(url, COUNTS), await queryOnce(url, EPOCHS)]
  const said = await runCampusCommand(
    place,
    ['restore', archive, '--replace', '--end-sessions', '--key-file', keys],
    { DATABASE_URL: url, DATA_DIR: dataDir },
    1,
  )
  if (!said.startsWith('A folder stands at ')) throw new Error(`it should have failed: ${said}`)
  const after = [await remarks(url), await queryOnce(url, COUNTS), await queryOnce(url, EPOCHS)]
  if (!isDeepStrictEqual(after, before) || existsSync(join(dataDir, 'secrets.key')))
    throw new Error('a restore that failed changed something')
  place.print(`${said.trim()} Nothing was changed.`)
}
