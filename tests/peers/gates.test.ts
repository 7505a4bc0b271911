import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConfirmationIdempotencyKey } from '#contract/checkin-pass-check'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { enrolStudents } from '../support/backend/students.ts'
import { createFaultyFetch, type FetchFault } from '../support/fakes/faulty-fetch.ts'
import { openOfflinePage, type OfflinePage } from '../support/offline/offline-page.ts'

let backend: Backend
let office: SignedInUser
let helper: SignedInUser
let other: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T4001')
  helper = await backend.signInAs('T3001')
  other = await backend.signInAs('T1001')
})
afterAll(() => backend.close())

/** A student who is expected at the stations. */
async function newcomer(): Promise<string> {
  const [student] = await enrolStudents(backend, 1)
  const code = student?.code ?? ''
  await backend.db
    .updateTable('student')
    .set({ checked_in_at: backend.clock.now() })
    .where('code', '=', code)
    .execute()
  return code
}
let stations = 0
/** A station at which these staff members scan, and a way to set who scans there from now on. */
async function openStation(...scanners: readonly SignedInUser[]) {
  const name = `站点${(stations += 1)}`
  const save = (id: string, version: string, codes: readonly SignedInUser[]) =>
    office.post('/api/manage/stations/save', {
      id,
      version,
      values: {
        name,
        nameEn: '',
        order: '1',
        comesAfter: '',
        repeats: '0',
        scanners: codes.map(({ code }) => code).join('\n'),
      },
    })
  const id: string = (await save('', '', scanners)).body.id
  const assign = async (...codes: readonly SignedInUser[]) => {
    const { body } = await office.post('/api/manage/stations/list', {})
    const stored = body.data.find((one: { id: string }) => one.id === id)
    expect((await save(id, stored.version, codes)).body).toMatchObject({ code: '0' })
  }
  return { id, assign }
}
/** A scanner's phone, with a network that follows the script. */
async function openScanner(who: SignedInUser, script: FetchFault[] = []) {
  const clock = { now: backend.clock.now().getTime() }
  const fetch = createFaultyFetch({ real: backend.fetch, script, clock })
  const page = openOfflinePage({ fetch, clock, echoesKeys: true })
  await page.bind(who.code, who.token)
  return { ...page, clock }
}
const minutesAgo = (minutes: number) =>
  new Date(backend.clock.now().getTime() - minutes * 60_000).toISOString()
const scanAt = async (
  page: Pick<OfflinePage, 'outbox'>,
  station: string,
  scanned: string,
  { by, at = minutesAgo(0) }: { by: SignedInUser; at?: string },
) =>
  page.outbox.add({
    form: 'station',
    subject: by.code,
    payload: { station, scanned, at },
    key: await createConfirmationIdempotencyKey({ scanned: `${station} ${scanned}`, at }),
  })
const visitsOf = (code: string) =>
  backend.db
    .selectFrom('station_visit')
    .select(['staff_code', 'scanned_at'])
    .where('student_code', '=', code)
    .where('removed_at', 'is', null)
    .execute()

describe('two gates without a network', () => {
  test('of two gates that scanned a student offline, the first to deliver counts, and the other one is told so without a refusal', async () => {
    const { id } = await openStation(helper, other)
    const student = await newcomer()
    const [early, late] = [await openScanner(helper), await openScanner(other)]
    await scanAt(early, id, student, { by: helper, at: minutesAgo(10) })
    await scanAt(late, id, student, { by: other, at: minutesAgo(5) })
    expect(await late.sendRound()).toEqual({ sent: 1 })
    expect(await early.sendRound()).toEqual({ sent: 1 })
    expect(await early.outbox.receipts(helper.code)).toMatchObject([{ message: '该学生已确认' }])
    expect(await visitsOf(student)).toMatchObject([{ staff_code: other.code }])
  })

  test('a scan is recorded with the time at which it was made, however late it is delivered', async () => {
    const { id } = await openStation(helper)
    const student = await newcomer()
    const phone = await openScanner(helper)
    const at = minutesAgo(180)
    phone.clock.now -= 180 * 60_000
    await scanAt(phone, id, student, { by: helper, at })
    phone.clock.now += 180 * 60_000
    expect(await phone.sendRound()).toEqual({ sent: 1 })
    const [visit] = await visitsOf(student)
    expect(visit?.scanned_at.toISOString()).toBe(at)
  })

  test('a student who has withdrawn since the list was downloaded is refused by name of the reason, and the other scans arrive', async () => {
    const { id } = await openStation(helper)
    const [gone, here] = [await newcomer(), await newcomer()]
    const phone = await openScanner(helper)
    await scanAt(phone, id, gone, { by: helper })
    await scanAt(phone, id, here, { by: helper })
    await backend.db
      .updateTable('student')
      .set({ withdrawn_at: backend.clock.now() })
      .where('code', '=', gone)
      .execute()
    expect(await phone.sendRound()).toEqual({ sent: 1 })
    expect(await phone.outbox.list(helper.code)).toMatchObject([
      { state: 'needs-you', lastProblem: { message: '该学生已退学，不能登记' } },
    ])
    expect(await visitsOf(here)).toHaveLength(1)
  })
})

describe('a scanner who leaves the gate while scans wait', () => {
  test('a recorded scan whose answer was lost is confirmed, although its scanner has been replaced since', async () => {
    const { id, assign } = await openStation(helper)
    const student = await newcomer()
    const phone = await openScanner(helper, ['reply lost'])
    await scanAt(phone, id, student, { by: helper })
    expect(await phone.sendRound()).toMatchObject({ sent: 0 })
    await assign(other)
    phone.clock.now += 60_000
    expect(await phone.sendRound()).toEqual({ sent: 1 })
    expect(await phone.outbox.list(helper.code)).toEqual([])
    expect(await visitsOf(student)).toMatchObject([{ staff_code: helper.code }])
  })

  test('a scan that arrives after its scanner was replaced stays with the reason, and is sent again once the office has put them back', async () => {
    const { id, assign } = await openStation(helper)
    const student = await newcomer()
    const phone = await openScanner(helper)
    await scanAt(phone, id, student, { by: helper, at: minutesAgo(30) })
    await assign(other)
    await phone.sendRound()
    const [item] = await phone.outbox.list(helper.code)
    expect(item).toMatchObject({
      state: 'needs-you',
      lastProblem: { message: expect.stringContaining('不负责') },
    })
    await assign(helper, other)
    expect(await phone.outbox.retry(item?.order ?? 0)).toBe(true)
    expect(await phone.sendRound()).toEqual({ sent: 1 })
    expect(await visitsOf(student)).toMatchObject([{ staff_code: helper.code }])
  })

  test('the scans of a scanner whose session was ended by the office wait for the next sign-in and are not lost', async () => {
    const { id } = await openStation(helper)
    const student = await newcomer()
    const phone = await openScanner(helper)
    await scanAt(phone, id, student, { by: helper })
    await phone.bind(helper.code, createIdempotencyKey())
    expect(await phone.sendRound()).toMatchObject({ sent: 0, expiredToken: expect.any(String) })
    expect(await phone.outbox.list(helper.code)).toMatchObject([{ state: 'signed-out' }])
    await phone.bind(helper.code, helper.token)
    phone.clock.now += 1_000
    expect(await phone.sendRound()).toEqual({ sent: 1 })
    expect(await visitsOf(student)).toHaveLength(1)
  })
})
