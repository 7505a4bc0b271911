import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { arrivals } from '#contract/arrivals'
import { exports } from '#contract/exports'
import { officeDay } from '#contract/office-day'
import { stationFigures } from '#contract/station-figures'
import { stations } from '#contract/stations'
import { WEBHOOK_EVENTS, webhooks } from '#contract/webhooks'
import { toChinaDay } from '#server/platform/clock'
import {
  ARRIVAL_STATIONS,
  officeToken,
  SCANNERS_A_STATION,
  scannerToken,
} from './arrival-campus.ts'
import { createCallCounts } from './call-counts.ts'
import { DASHBOARDS, OfficeTask, type OfficeResult } from './office-crowd-process.ts'
import { createRequestSender } from './sender.ts'

// The office of the arrival day: browsers that show figures, and fetch them as their pages do; exports;
// scanners that open their page again; and another system that is told of events.

const { address, seconds, file } = v.parse(
  OfficeTask,
  JSON.parse(process.env['OFFICE_TASK'] ?? '{}'),
)

// The intervals of the pages: `useArrivalOverview`, `ScanningDevices`, `StationFiguresScreen`,
// `WaitingList`, `DayPictures`.
const FIGURES_MS = 3000
const DEVICES_MS = 15_000
const DAY_MS = 60_000
const EXPORT_PAUSE_MS = 10_000
const REOPEN_MS = 5000
const NEW_STUDENTS = { cohort: 'new', department: '', building: '' } as const

const counts = createCallCounts()
const sender = createRequestSender([address], counts)
const answers: { arrived: number; until: number }[] = []
let isOver = false
const epochNow = () => performance.timeOrigin + performance.now()

const Overview = v.object({ data: v.object({ all: v.object({ arrived: v.number() }) }) })

// The timer of a query starts whether or not the answer before has come, and a query that is being
// fetched is not fetched a second time.
function poll(everyMs: number, work: () => Promise<unknown>): Promise<unknown> {
  let running: Promise<unknown> | undefined
  const start = () => {
    running ??= work().finally(() => (running = undefined))
  }
  start()
  const timer = setInterval(() => {
    if (isOver) clearInterval(timer)
    else start()
  }, everyMs)
  return pause(seconds * 1000).then(() => running)
}

async function openArrivals(token: string): Promise<void> {
  let shown: number | undefined
  await Promise.all([
    poll(FIGURES_MS, async () => {
      const { body, fault } = await sender.send(arrivals.overview, NEW_STUDENTS, { token })
      if (fault !== undefined) return
      const { arrived } = v.parse(Overview, body).data.all
      if (shown !== undefined) answers.push({ arrived: shown, until: epochNow() })
      shown = arrived
    }),
    poll(DEVICES_MS, () => sender.send(arrivals.devices, {}, { token })),
    sender.send(arrivals.choices, {}, { token }),
    sender.send(arrivals.list, { ...NEW_STUDENTS, state: 'missing', after: '' }, { token }),
  ])
}

const openStationFigures = (token: string) =>
  poll(FIGURES_MS, () => sender.send(stationFigures.overview, {}, { token }))

const openDay = (token: string) =>
  Promise.all([
    poll(DAY_MS, () => sender.send(officeDay.waiting, {}, { token })),
    poll(DAY_MS, () => sender.send(officeDay.pictures, { day: toChinaDay(new Date()) }, { token })),
  ])

const PAGES = [openArrivals, openArrivals, openArrivals, openStationFigures, openDay]

// Files and rosters are read to their end, and not parsed.
async function download<I>(
  call: { readonly path: string; readonly input: { readonly encode: (input: I) => unknown } },
  input: I,
  token: string,
): Promise<void> {
  const begun = performance.now()
  const answer = await fetch(address + call.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(call.input.encode(input)),
  })
  const bytes = (await answer.arrayBuffer()).byteLength
  const isGood = answer.status === 200 && bytes > 1000
  counts.record(
    call.path,
    performance.now() - begun,
    isGood ? undefined : `status ${answer.status}, ${bytes} bytes`,
  )
}

const repeat = async (pauseMs: number, work: (turn: number) => Promise<unknown>) => {
  for (let turn = 0; !isOver; turn++) {
    await work(turn)
    await pause(pauseMs)
  }
}

const runExports = () => {
  const token = officeToken(DASHBOARDS)
  return Promise.all([
    repeat(EXPORT_PAUSE_MS, () =>
      download(exports.arrivals, { ...NEW_STUDENTS, format: 'xlsx' }, token),
    ),
    repeat(EXPORT_PAUSE_MS, () =>
      download(exports.notArrived, { ...NEW_STUDENTS, format: 'csv' }, token),
    ),
    repeat(EXPORT_PAUSE_MS, () => download(stationFigures.export, { format: 'xlsx' }, token)),
  ])
}

const reopenScanners = () =>
  repeat(REOPEN_MS, async (turn) => {
    const station = [0, 2, 3][turn % 3] ?? 0
    const token = scannerToken(station, turn % SCANNERS_A_STATION)
    await sender.send(stations.mine, {}, { token })
    await download(stations.roster, { station: ARRIVAL_STATIONS[station]?.id ?? '' }, token)
  })

// A receiver as docs/webhooks.md describes it. It answers after the time that another campus system
// takes.
const ANSWER_MS = 20
const events = new Set<string>()
let [badSignatures, repeated, secret] = [0, 0, '']
const receiver = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => void parts.push(part))
  request.on('end', () => {
    const {
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': given,
    } = request.headers
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const body = Buffer.concat(parts).toString()
    const own = createHmac('sha256', key)
      .update(`${String(id)}.${String(at)}.${body}`)
      .digest('base64')
    if (given !== `v1,${own}`) badSignatures += 1
    if (events.has(String(id))) repeated += 1
    events.add(String(id))
    setTimeout(() => response.writeHead(204).end(), ANSWER_MS)
  })
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const listening = receiver.address()
const port = typeof listening === 'object' ? listening?.port : undefined
const created = await sender.send(
  webhooks.create,
  { name: '一卡通', url: `http://127.0.0.1:${port}/events`, events: [...WEBHOOK_EVENTS] },
  { token: officeToken(0) },
)
secret = v.parse(v.object({ secret: v.string() }), created.body).secret
process.stdout.write('ready\n')

process.once('SIGTERM', () => {
  const result: OfficeResult = {
    answers,
    events: events.size,
    badSignatures,
    failures: [...counts.faults().values()].reduce((sum, one) => sum + one, 0),
    lines: [
      `office: ${counts.count()} requests; ${events.size} events received, ${repeated} of them again`,
      ...counts.lines(),
      ...[...counts.faults()].map(([kind, count]) => `${count} × ${kind}`),
    ],
  }
  writeFileSync(file, JSON.stringify(result))
  process.exit(0)
})
// Browsers are opened one after the other within the time of a poll.
const browsers = Array.from({ length: DASHBOARDS }, async (_, number) => {
  await pause((number * FIGURES_MS) / DASHBOARDS)
  await PAGES[number % PAGES.length]?.(officeToken(number))
})
setTimeout(() => (isOver = true), seconds * 1000)
await Promise.all([...browsers, runExports(), reopenScanners()])
