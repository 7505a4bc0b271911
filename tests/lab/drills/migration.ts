import { strict as assert } from 'node:assert'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { loanFormBody } from '../../support/backend/form-bodies.ts'
import { listLoadTestStudents, type LoadTestStudent } from '../load/students.ts'
import { type CampusProcess, startCampusProcess } from './support/campus-process.ts'
import { preparePreviousRelease } from './support/earlier-release.ts'
import { playFirstDay } from './support/first-day.ts'
import { fillCampus, openStations, publishFormOf } from './support/full-campus.ts'
import { holdForms, holdScans } from './support/held-items.ts'
import { watchLocks } from './support/lock-watch.ts'
import { startProxy } from './support/proxy.ts'
import {
  loadOutboxOf,
  openReleasePhone,
  type ReleaseOutbox,
  type ReleasePhone,
} from './support/release-phone.ts'
import { assertStoredOnce } from './support/stored-once.ts'
import { startCluster } from './support/test-cluster.ts'
import type { Workspace } from './support/workspace.ts'
import {
  assertNothingLost,
  postJson,
  signInStudents,
  startTraffic,
} from './support/write-traffic.ts'

export const description =
  'A database of 100,000 students goes from the release before to this one while phones hold items of every form; both serve side by side (MINUTES, 1 by default), then the release before serves again.'

const MINUTES = Number(process.env['MINUTES'] ?? 1)
const STUDENTS = Number(process.env['STUDENTS'] ?? 100_000)
/** The pause between two students who come while both releases serve. */
const PACE_MS = Number(process.env['PACE_MS'] ?? 3000)
const LONGEST_WAIT_MS = 2000

/** Students whose phones hold items before the upgrade. */
const HOLDING = 60
/** Students who have done nothing before the upgrade. */
const FRESH = 8000
const SCANNERS = 5
const SCANS = 12
const WRITERS = 10
const LATER_MS = 1000
const PICTURE = { create: { width: 400, height: 300, channels: 3 as const, background: 'white' } }

/** Returns figures of the migration and of what arrived. */
export async function drill(place: Workspace): Promise<string> {
  const old = preparePreviousRelease(place)
  const newest = process.cwd()
  const cluster = await startCluster(place, 'database', { shared_buffers: '256MB' })
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
      cluster.url(),
      { ...env, ...(port !== undefined && { PORT: port }) },
      { as: { cwd: release }, quiet: true },
    )
  const processes: CampusProcess[] = [await start(old.folder), await start(old.folder)]
  await fillCampus(cluster, STUDENTS, FRESH)
  const picture = (await sharp(PICTURE).jpeg().toBuffer()).toString('base64')
  const hasForms = await publishFormOf(cluster, old.folder)
  await openStations(cluster, SCANNERS)
  place.print(`two processes of ${old.name}, ${STUDENTS} students`)
  const proxy = await startProxy(place, {
    kind: 'nginx',
    processes: processes.map(({ url }) => url),
    filesDir: join(dataDir, 'files'),
  })
  const url = proxy.plainUrl
  const outboxes = {
    old: await loadOutboxOf(old.folder, 'the earlier release'),
    newest: await loadOutboxOf(newest, 'the newest release'),
  }
  const students = listLoadTestStudents(FRESH)[Symbol.iterator]()
  const takeStudent = (): LoadTestStudent => {
    const next = students.next()
    if (next.done === true) throw new Error('more fresh students are needed')
    return next.value
  }
  const phones: ReleasePhone[] = []
  const takeItems = async (by: ReleaseOutbox) => {
    const phone = openReleasePhone(url, { role: 'student', ...takeStudent() })
    phones.push(phone)
    await holdForms(phone, by, hasForms)
    return phone
  }

  // Before the upgrade: each phone has tried without a network, and every fourth one has lost its
  // network between two requests.
  const holding: ReleasePhone[] = []
  for (let n = 0; n < HOLDING; n++) {
    const phone = await takeItems(outboxes.old)
    await phone.sendSome(outboxes.old, n % 4 === 0 ? 1 + (n % 10) : 0)
    holding.push(phone)
  }
  const scanned = listLoadTestStudents(FRESH).slice(-SCANNERS * SCANS)
  for (let n = 0; n < SCANNERS; n++)
    holding.push(await holdScans(url, outboxes.old, scanned.slice(n * SCANS, (n + 1) * SCANS), n))
  phones.push(...holding.slice(HOLDING))
  place.print(
    `${holding.length} phones hold ${countItems(holding)} items of ${countForms(holding)} forms`,
  )

  const writers = startTraffic([url], await signInStudents(url, cluster.url(), WRITERS), {
    thinkMs: 2000,
  })
  const endWatch = await watchLocks(cluster.url())
  const replace = async (which: number, release: string) => {
    const campus = processes[which]
    if (campus === undefined) return
    await proxy.drainProcess(campus.url)
    await campus.stop()
    const begun = Date.now()
    processes[which] = await start(release, new URL(campus.url).port)
    const ms = Date.now() - begun
    await proxy.drainProcess()
    place.print(
      `process ${which + 1} is ${release === newest ? 'the newest' : 'the earlier'}, ready after ${ms} ms`,
    )
  }
  const seen = { visits: 0, firstDays: 0 }
  // Students come at their pace, with the app of one release or the other, and each phone that
  // holds items gets its network at some moment.
  const live = async (seconds: number, due: readonly ReleasePhone[]) => {
    const begun = Date.now()
    const visits = Math.max(due.length, Math.ceil((seconds * 1000) / PACE_MS))
    for (let n = 0; n < visits; n++) {
      const by = n % 2 === 0 ? outboxes.old : outboxes.newest
      await due[n]?.sendAll(by)
      const arriving = await takeItems(by)
      await arriving.sendAll(by)
      await applyForMoney(url, arriving, { picture, hasForms })
      if (seen.visits % 20 === 0) {
        await playFirstDay([url], takeStudent()).then(
          () => (seen.firstDays += 1),
          (error: unknown) => {
            // A busy machine tells some to come later.
            if (!String(error).includes('status 503')) throw error
          },
        )
      }
      seen.visits += 1
      const early = begun + ((n + 1) * seconds * 1000) / visits - Date.now()
      if (early > 0) await pause(early)
    }
  }

  await live(5, [])
  await replace(0, newest)
  const [first = [], second = [], rest = []] = [0, 1, 2].map((part) =>
    holding.filter((_phone, at) => at % 3 === part),
  )
  await live(MINUTES * 60, first)
  place.print(
    `side by side for ${MINUTES} minutes: ${seen.visits} students came, ${writers.acknowledged()} further forms`,
  )
  await replace(1, newest)
  await live(10, second)
  await replace(0, old.folder)
  await replace(1, old.folder)
  place.print('the earlier release serves the newest tables')
  await live(10, rest)
  await replace(0, newest)
  await replace(1, newest)
  await live(5, [])
  const { transactions, longestWaitMs, waited } = await endWatch()
  for (const { ms, statement } of transactions)
    place.print(`a migration's transaction took ${ms.toFixed(0)} ms: ${statement}`)
  place.print(
    longestWaitMs === 0
      ? 'no statement was seen waiting for a migration'
      : `a statement waited ${longestWaitMs.toFixed(0)} ms for a migration: ${waited}`,
  )
  const figures = assertNothingLost(await writers.settle(cluster.url()))
  for (const phone of phones) await phone.assertSent(outboxes.newest)
  await assertStoredOnce(cluster, phones, SCANNERS * SCANS)
  const failed = proxy
    .logs()
    .split('\n')
    .filter((line) => / 50[^3] \d+ /.test(line))
  assert.deepEqual(failed, [], 'nobody was answered 5xx, but to come later')
  assert(longestWaitMs <= LONGEST_WAIT_MS, `a statement waited ${longestWaitMs} ms: ${waited}`)
  return `${old.name}, ${STUDENTS} students, side by side for ${MINUTES} minutes, and back: ${countItems(phones)} items of ${phones.length} phones and ${countForms(phones)} forms stored once, each with its receipt; ${seen.firstDays} first days with a payment; longest wait ${longestWaitMs.toFixed(0)} of ${LONGEST_WAIT_MS} ms; ${figures}`
}

/** The applications, which are online-only: a loan, a deferral; and a subscription to messages. */
async function applyForMoney(
  url: string,
  { subject }: ReleasePhone,
  { picture, hasForms }: { picture: string; hasForms: boolean },
): Promise<void> {
  const authorization = `load-${subject.split(':')[1]}`
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await postJson(url, path, body, { authorization })
    if (answer.status === 503) {
      await pause(LATER_MS)
      return post(path, body)
    }
    if (answer.status !== 200 || answer.body['code'] === 1)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  await post('/api/greenchannel/saveStuLoanMsg', loanFormBody(picture))
  await post('/api/greenchannel/saveStuJdlkMsg', {
    applyMoney: '7800',
    stuCode: '',
    applyHouseholderBaese64: picture,
    applyOneselfBaese64: picture,
    idCard: '',
  })
  if (hasForms)
    await post('/api/messageChannels/subscribe', {
      endpoint: `https://fcm.googleapis.com/fcm/send/${createHash('sha256').update(subject).digest('hex')}`,
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    })
}

const countItems = (phones: readonly ReleasePhone[]) =>
  phones.reduce((sum, { held }) => sum + held.length, 0)

const countForms = (phones: readonly ReleasePhone[]) =>
  new Set(phones.flatMap(({ held }) => held.map(({ form }) => form))).size
