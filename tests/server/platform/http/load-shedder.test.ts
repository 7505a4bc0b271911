import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLoadShedder, type AdmitResult } from '#server/platform/http/load-shedder'
import { type Backend, startBackend } from '../../../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const secondsOf = (entry: AdmitResult) => (entry.type === 'rejected' ? entry.seconds : 0)
const leave = (entry: AdmitResult) => entry.type === 'admitted' && entry.release()

/** A simulated campus that answers `perSecond` requests a second, in the order of their arrival. */
function slowCampus(perSecond: number) {
  let time = 0
  let free = 0
  const admission = createLoadShedder(() => time)
  const row: { entry: AdmitResult; at: number }[] = []
  return {
    /**
     * Let another request arrive at this moment, after the admitted requests due until then were
     * answered.
     */
    enterAt: (ms: number, urgent = false) => {
      for (let [first] = row; first !== undefined; [first] = row) {
        const done = Math.max(free, first.at) + 1000 / perSecond
        if (done > ms) break
        time = free = done
        leave(first.entry)
        row.shift()
      }
      time = ms
      const entry = admission.admit(urgent)
      if (entry.type === 'admitted') row.push({ entry, at: ms })
      return entry
    },
  }
}

test('the load shedder spreads a simultaneous crowd over time by Retry-After, and refuses nobody twice', () => {
  for (const perSecond of [200, 400, 800]) {
    const campus = slowCampus(perSecond)
    // During the ten seconds before the crowd, the service rate is measured.
    const days = 10_000
    for (let n = 0; n < 40; n++) campus.enterAt(0)
    for (let at = 0; at < days; at += 1000 / perSecond) campus.enterAt(at)
    const comesBack: number[] = []
    for (let n = 0; n < 5000; n++) {
      const entry = campus.enterAt(days + n / 5)
      if (entry.type === 'rejected') comesBack.push(days + n / 5 + entry.seconds * 1000)
    }
    expect(comesBack.length).toBeGreaterThan(2500)
    const again = comesBack
      .toSorted((one, other) => one - other)
      .map((at) => secondsOf(campus.enterAt(at)))
    expect(again.filter((seconds) => seconds > 0)).toHaveLength(0)
    expect(Math.max(...comesBack) - days).toBeLessThan((1.3 * 5_000_000) / perSecond + 3000)
  }
})

test('the load shedder refuses nobody of a first crowd twice, even if the process is a little slower than assumed', () => {
  const campus = slowCampus(282) // Retry-After is calculated for 297 requests a second.
  const comesBack: number[] = []
  for (let n = 0; n < 4000; n++) {
    const entry = campus.enterAt(n / 2)
    if (entry.type === 'rejected') comesBack.push(n / 2 + entry.seconds * 1000)
  }
  expect(comesBack.length).toBeGreaterThan(2000)
  const again = comesBack
    .toSorted((one, other) => one - other)
    .map((at) => secondsOf(campus.enterAt(at)))
  expect(again.filter((seconds) => seconds > 0)).toHaveLength(0)
})

test('a time in which only forms are sent does not slow down the announced queue', () => {
  const [perSecond, days] = [400, 12_000]
  const campus = slowCampus(perSecond)
  for (let n = 0; n < 100; n++) campus.enterAt(0)
  // Phones that are admitted together read together, and then send their forms together.
  const isDelivering = (at: number) => Math.floor(at / 2000) % 2 === 1
  for (let at = 0; at < days; at += 1000 / perSecond) campus.enterAt(at, isDelivering(at))
  const told = Array.from({ length: 3000 }, () => secondsOf(campus.enterAt(days)))
  const row = told.filter((seconds) => seconds > 0)
  expect(row.length).toBeGreaterThan(1500)
  const inSeconds = Math.max(...row) - Math.min(...row)
  // Half of the answered requests are reads, and a tenth of the capacity is reserved for first
  // requests.
  expect(inSeconds).toBeLessThan((1.2 * row.length) / (perSecond * 0.5 * 0.9))
  expect(inSeconds).toBeGreaterThan((0.9 * row.length) / (perSecond * 0.5 * 0.9))
})

test('the load shedder does not count refusals as answered requests', () => {
  const campus = slowCampus(1)
  const secondsUntilThen = (at: number) => {
    const entry = campus.enterAt(at)
    return entry.type === 'rejected' ? at / 1000 + entry.seconds : 0
  }
  // Thousands of requests are refused, and almost none is answered.
  const told = Array.from({ length: 5000 }, (_, n) => secondsUntilThen(n / 100))
  expect(Math.max(...told)).toBeLessThan(25)
})

test('after a long time in which only forms are sent, reads are not told to wait for days', () => {
  const campus = slowCampus(400)
  for (let n = 0; n < 100; n++) campus.enterAt(0, true)
  for (let at = 0; at < 100_000; at += 1000 / 400) campus.enterAt(at, true)
  for (let n = 0; n < 2500; n++) campus.enterAt(100_000)
  const soonest = (at: number) =>
    Math.min(
      ...Array.from({ length: 2500 }, () => secondsOf(campus.enterAt(at))).filter((one) => one > 0),
    )
  expect(soonest(220_000)).toBeLessThan(50)
})

test('the service rate is measured only while requests wait, from the moment at which the first one waits', () => {
  const campus = slowCampus(400)
  const letIn = (at: number) => {
    for (let n = 0; ; n++) if (campus.enterAt(at).type === 'rejected') return n
  }
  // Ten requests a second, each answered before the next arrives.
  for (let at = 0; at < 60_000; at += 100) campus.enterAt(at)
  for (let n = 0; n < 100; n++) campus.enterAt(60_000)
  for (let at = 60_000; at < 61_000; at += 1000 / 400) campus.enterAt(at)
  const most = letIn(61_000)
  // The estimate falls halfway from 600 a second to 400. Requests for two seconds are admitted, less
  // those already admitted.
  expect(most).toBeGreaterThan(2 * 480 - 100)
  expect(most).toBeLessThan(2 * 560)
})

test('many answers in one moment are not measured as an infinite service rate', () => {
  let time = 0
  const admission = createLoadShedder(() => time)
  const all = Array.from({ length: 100 }, () => admission.admit(false))
  time = 1000
  for (const entry of all) leave(entry)
  const crowd = Array.from({ length: 3000 }, () => admission.admit(false))
  expect(crowd.some(({ type }) => type === 'rejected')).toBe(true)
})

test('while a crowd is admitted and refused, the service rate is not measured', () => {
  const campus = slowCampus(100)
  const told = Array.from({ length: 5000 }, (_, n) => secondsOf(campus.enterAt(n / 2.5)))
  const row = told.filter((seconds) => seconds > 0)
  expect(row.length).toBeGreaterThan(3000)
  // Retry-After is calculated for the assumed rate of two cores.
  expect(Math.max(...row)).toBeLessThan(20)
})

test('a moment without answered requests is not measured as a service rate of zero', () => {
  let time = 0
  const admission = createLoadShedder(() => time)
  const crowd = Array.from({ length: 1500 }, () => admission.admit(false))
  // While the process is busy, it reports answered requests late, and new arrivals after them.
  for (const [n, at] of [250, 1000, 1750].entries()) {
    time = at
    for (const entry of crowd.slice(2 * n, 2 * n + 2)) leave(entry)
  }
  const told = Array.from({ length: 1500 }, () => secondsOf(admission.admit(false)))
  // Retry-After is calculated for the assumed rate of two cores.
  expect(Math.max(...told)).toBeLessThan(11)
})

test('the load shedder admits a phone that has begun to send its forms when it refuses others', () => {
  const campus = slowCampus(1)
  const until = (urgent: boolean) => {
    for (let n = 0; ; n++) if (campus.enterAt(0, urgent).type === 'rejected') return n
  }
  const patient = until(false)
  expect(until(true)).toBe(patient)
  expect(campus.enterAt(0)).toMatchObject({ type: 'rejected' })
})

test('requests beyond what can be answered soon are refused with Retry-After, and all others are answered', async () => {
  const student = await backend.signInAs('990001')
  const ask = () => student.post('/api/proces/findProcess', { stuCode: '', enrollType: '2' })
  const asked = await backend.db.transaction().execute(async (tx) => {
    await sql`lock table flow_step in access exclusive mode`.execute(tx)
    const all = Array.from({ length: 3000 }, ask)
    const first = await Promise.race(all)
    expect(first.status).toBe(503)
    return { all }
  })
  const answers = await Promise.all(asked.all)
  const sentAway = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200).length + sentAway.length).toBe(3000)
  expect(sentAway.length).toBeGreaterThan(50)
  const seconds = sentAway.map(({ headers }) => Number(headers.get('retry-after')))
  // The refused requests come back after the admitted ones can be answered, and not all at once.
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(2)
  expect(Math.max(...seconds)).toBeGreaterThan(Math.min(...seconds))
  expect((await ask()).status).toBe(200)
})

test('a half-sent body blocks nobody, since it takes a slot only when it has arrived [security 12]', async () => {
  const admission = createLoadShedder()
  const entries: AdmitResult[] = []
  for (
    let entry = admission.admit(false);
    entry.type === 'admitted';
    entry = admission.admit(false)
  )
    entries.push(entry)
  expect(entries.length).toBeGreaterThan(100)
  expect(admission.admit(false).type).toBe('rejected')
  let finish = () => {}
  const halfSent = new Promise<void>((resolve) => (finish = resolve))
  const waiting = entries.flatMap((entry) =>
    entry.type === 'admitted' ? entry.waitWithoutSlot(() => halfSent) : [],
  )
  await expect.poll(() => admission.admit(false).type).toBe('admitted')
  // New requests take the free slots first, and then as many of the waiting ones as there are slots
  // left.
  finish()
  const back = await Promise.all(waiting)
  expect(back.filter((entry) => entry.type === 'admitted').length).toBeLessThan(entries.length)
  expect(back.filter((entry) => entry.type === 'rejected').length).toBeLessThan(5)
})

test('a client that has sent its whole request keeps its slot until it is answered', async () => {
  const admission = createLoadShedder()
  const entry = admission.admit(false)
  if (entry.type !== 'admitted') throw new Error('nobody is in')
  while (admission.admit(false).type === 'admitted');
  expect(await entry.waitWithoutSlot(async () => 'a body')).toEqual({
    type: 'admitted',
    value: 'a body',
  })
  entry.release()
  expect(admission.admit(false).type).toBe('admitted')
})
