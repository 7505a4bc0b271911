import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { fromBase64url, toBase64url } from '#contract/bytes'
import { checkin } from '#contract/checkin'
import { identity } from '#contract/identity'
import { stations } from '#contract/stations'
import { DORMITORY } from '#server/features/stations/public'
import {
  createPassKeyPair,
  createSignedPassText,
  type PassKeyPair,
} from '../../support/offline/pass-keys.ts'
import type { Workspace } from '../drills/support/workspace.ts'
import {
  ARRIVAL_STATIONS,
  prepareArrivalDay,
  SCANNERS_A_STATION,
  scannerToken,
} from './arrival-campus.ts'
import { createCallCounts } from './call-counts.ts'
import { atLeast, atMost, type GoalResult } from './goals.ts'
import type { LoadTestCampus } from './load-campus.ts'
import { DASHBOARDS, type OfficeResult, startOfficeCrowd } from './office-crowd-process.ts'
import { printMeasurements } from './opening-hour.ts'
import { watchUsage } from './process-usage.ts'
import { createRequestSender, type RequestSender } from './sender.ts'
import { createSimulatedStudentPhone } from './student-phone.ts'
import type { LoadTestStudent } from './students.ts'

const SCANS_A_SECOND = 20
/** The way from one station to the next, seconds. */
const WAY_SECONDS = 12
/** Until students stand at every station. */
const RAMP_SECONDS = WAY_SECONDS * ARRIVAL_STATIONS.length
const WEBHOOK_TIMEOUT_MS = 120_000

/** A student who walks through the stations, with the phone that shows the pass. */
interface Walker {
  readonly student: LoadTestStudent
  readonly keys: PassKeyPair
  readonly credential: Uint8Array<ArrayBuffer>
}

interface PlannedScan {
  /** The seconds after the beginning. */
  readonly second: number
  readonly walker: Walker
  readonly station: number
}

/**
 * The arrival day: half of the students have arrived, and others walk through the four stations, where
 * 60 phones scan 20 passes a second together, while 50 browsers show the figures, tables are exported,
 * and another system is told of events. Every scan is sent at its planned time, whether or not others
 * were answered, and its time counts from there. Afterwards everything must be stored once, in order.
 */
export async function playArrivalDay(
  place: Workspace,
  campus: LoadTestCampus,
  { minutes }: { minutes: number },
): Promise<GoalResult[]> {
  const { cluster, students } = campus
  const seconds = RAMP_SECONDS + minutes * 60
  const arrived = Math.floor(students.length / 2)
  await prepareArrivalDay(cluster, arrived)
  const calls = createCallCounts()
  const sender = createRequestSender(campus.addresses, calls)
  const walking = students.slice(arrived, arrived + Math.ceil((seconds * SCANS_A_SECOND) / 4))
  const walkers = await issuePasses(sender, walking)
  const planned = planScans(walkers, seconds)
  place.print(
    `${arrived} of ${students.length} students have arrived; ${planned.length} scans of ${walkers.length} others within ${seconds} s`,
  )

  const office = startOfficeCrowd(place, { address: campus.addresses[0] ?? '', seconds })
  await office.ready
  await campus.statements.begin()
  const measured = createCallCounts()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const watched = watchUsage([...campus.processes, { name: 'office', pid: office.pid }])
  const begun = performance.now()
  const lateness = createHistogram()
  const acknowledged: AcknowledgedScan[] = []
  const refused: string[] = []
  const counters = new Map<Walker, number>()
  const going: Promise<unknown>[] = []
  for (const { second, walker, station } of planned) {
    const due = begun + second * 1000
    const early = due - performance.now()
    if (early > 1) await pause(early)
    const counter = (counters.get(walker) ?? 0) + 1
    counters.set(walker, counter)
    going.push(
      (async () => {
        // The student opens the app to show the pass.
        if (station === 0) going.push(openApp(sender, walker))
        const at = Date.now()
        const scanned = await createSignedPassText(walker.keys, { ...walker, at, counter })
        lateness.record(Math.max(1, Math.round((performance.now() - due) * 1000)))
        const answer = await sendScan(sender, { station, scanned, at, number: counters.size, due })
        const ms = performance.now() - due
        if (second >= RAMP_SECONDS) measured.record('a scan', ms, answer.fault)
        if (answer.fault === undefined)
          acknowledged.push({ student: walker.student.code, station, at: epochNow() })
        else refused.push(`${ARRIVAL_STATIONS[station]?.id}: ${answer.fault}`)
      })(),
    )
  }
  await Promise.all(going)
  const scansASecond = measured.count() / ((performance.now() - begun) / 1000 - RAMP_SECONDS)
  delay.disable()
  printMeasurements(place, calls, calls.count() / seconds, watched)
  for (const line of await campus.statements.costliest(12)) place.print(line)
  const undelivered = await awaitWebhooks(campus)
  const result = await office.finish()
  await sender.close()
  for (const kind of new Set(refused))
    place.print(`${refused.filter((one) => one === kind).length} × ${kind}`)
  place.print(
    `the sender: each scan left at most ${ms(lateness.max)} ms late (p99 ${ms(lateness.percentile(99))}), its event loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
  )
  place.print(
    `scans: p50 ${measured.percentile(50).toFixed(1)} ms, p90 ${measured.percentile(90).toFixed(1)}, p99 ${measured.percentile(99).toFixed(1)}, most ${measured.percentile(100).toFixed(1)}`,
  )
  for (const line of result.lines) place.print(line)
  const oldest = findOldestFigures(acknowledged, result, arrived)
  place.print(
    `dashboards: ${result.answers.length} counts of arrivals, at their oldest ${oldest.map((one) => one.toFixed(1)).join(' / ')} s (median / p99 / most)`,
  )
  return [
    atLeast('scans a second', SCANS_A_SECOND * 0.95, scansASecond),
    atMost('p99 of a scan, from its planned time', 100, measured.percentile(99), ' ms'),
    atMost(`what ${DASHBOARDS} dashboards show is at most so old`, 5, oldest[2] ?? 0, ' s'),
    atMost('scans that were not acknowledged', 0, refused.length),
    ...(await countRecords(campus, acknowledged)),
    atMost(
      'events that were not delivered',
      0,
      undelivered + Math.abs(result.events - (await countEvents(campus))),
    ),
    atMost('events with a wrong signature', 0, result.badSignatures),
    atMost('requests of the office that failed', 0, result.failures),
  ]
}

interface AcknowledgedScan {
  readonly student: string
  readonly station: number
  readonly at: number
}

const epochNow = () => performance.timeOrigin + performance.now()
const ms = (microseconds: number) => (microseconds / 1000).toFixed(1)

// Each student begins at a random moment, and comes to each next station after the same way.
function planScans(walkers: readonly Walker[], seconds: number): PlannedScan[] {
  const planned: PlannedScan[] = []
  let start = 0
  for (const walker of walkers) {
    start += (-Math.log(1 - Math.random()) * ARRIVAL_STATIONS.length) / SCANS_A_SECOND
    for (const station of ARRIVAL_STATIONS.keys())
      planned.push({ second: start + station * WAY_SECONDS, walker, station })
  }
  return planned
    .filter(({ second }) => second < seconds)
    .toSorted((one, next) => one.second - next.second)
}

const Registered = v.object({ pass: v.object({ credential: v.string() }) })

// As the app does when it is opened before the arrival day.
async function issuePasses(
  sender: RequestSender,
  students: readonly LoadTestStudent[],
): Promise<Walker[]> {
  const waiting = students.values()
  const walkers: Walker[] = []
  const lane = async () => {
    for (const student of waiting) {
      const keys = await createPassKeyPair()
      const { body } = await sender.send(
        identity.registration,
        { student: student.code, phoneKey: toBase64url(keys.point) },
        { token: student.token },
      )
      const credential = fromBase64url(v.parse(Registered, body).pass.credential)
      if (credential === undefined) throw new Error('a credential that is no base64url')
      walkers.push({ student, keys, credential })
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return walkers
}

function openApp(sender: RequestSender, { student }: Walker): Promise<unknown> {
  const phone = createSimulatedStudentPhone(sender, student)
  phone.wake()
  return phone.look()
}

function sendScan(
  sender: RequestSender,
  {
    station,
    scanned,
    at,
    number,
    due,
  }: { station: number; scanned: string; at: number; number: number; due: number },
) {
  const { id } = ARRIVAL_STATIONS[station] ?? { id: '' }
  const beside = {
    token: scannerToken(station, number % SCANNERS_A_STATION),
    key: crypto.randomUUID(),
    due,
  }
  const scan = { scanned, at: new Date(at).toISOString() }
  return id === DORMITORY
    ? sender.send(checkin.confirm, { ...scan, key: undefined }, beside)
    : sender.send(stations.confirm, { ...scan, station: id }, beside)
}

/**
 * How old the figures of the dashboards were just before the next ones came, seconds: since the first
 * acknowledged arrival that they lacked. Returns the median, the 99th percentile and the most.
 */
function findOldestFigures(
  acknowledged: readonly AcknowledgedScan[],
  { answers }: OfficeResult,
  arrivedBefore: number,
): number[] {
  const arrivals = acknowledged
    .filter(({ station }) => ARRIVAL_STATIONS[station]?.id === DORMITORY)
    .map(({ at }) => at)
    .toSorted((one, next) => one - next)
  const ages = answers
    .map(({ arrived, until }) => (until - (arrivals[arrived - arrivedBefore] ?? until)) / 1000)
    .map((age) => Math.max(0, age))
    .toSorted((one, next) => one - next)
  const at = (part: number) =>
    ages[Math.min(ages.length - 1, Math.floor(part * ages.length))] ?? Infinity
  return [at(0.5), at(0.99), at(1)]
}

/** Every acknowledged scan is stored once, and each student's in the order of the stations. */
async function countRecords(
  { cluster }: LoadTestCampus,
  acknowledged: readonly AcknowledgedScan[],
): Promise<GoalResult[]> {
  const rows = await cluster.query<{ station: string; student: string; at: Date }>(`
    select station_id as station, student_code as student, received_at as at from station_visit where removed_at is null
    union all select '${DORMITORY}', student_code, received_at from arrival where removed_at is null`)
  const stored = new Map<string, Date[]>()
  for (const { station, student, at } of rows) {
    const key = `${station} ${student}`
    stored.set(key, [...(stored.get(key) ?? []), at])
  }
  const timesOf = ({ student, station }: Pick<AcknowledgedScan, 'student' | 'station'>) =>
    stored.get(`${ARRIVAL_STATIONS[station]?.id} ${student}`) ?? []
  const isEarly = (scan: AcknowledgedScan) => {
    const [before] = timesOf({ ...scan, station: scan.station - 1 })
    const [own] = timesOf(scan)
    return scan.station > 0 && (before === undefined || own === undefined || before > own)
  }
  return [
    atMost(
      'acknowledged scans that are lost',
      0,
      acknowledged.filter((scan) => timesOf(scan).length === 0).length,
    ),
    atMost(
      'scans that are stored twice',
      0,
      [...stored.values()].filter(({ length }) => length > 1).length,
    ),
    atMost('scans before that of the station before', 0, acknowledged.filter(isEarly).length),
  ]
}

// Waits until no event is due. Returns how many are left.
async function awaitWebhooks({ cluster }: LoadTestCampus): Promise<number> {
  const until = Date.now() + WEBHOOK_TIMEOUT_MS
  for (;;) {
    const [row] = await cluster.query<{ left: string }>(
      `select count(*) as left from webhook_delivery where state <> 'delivered'`,
    )
    const left = Number(row?.left)
    if (left === 0 || Date.now() > until) return left
    await pause(200)
  }
}

async function countEvents({ cluster }: LoadTestCampus): Promise<number> {
  const [row] = await cluster.query<{ events: string }>(
    'select count(*) as events from webhook_event',
  )
  return Number(row?.events)
}
