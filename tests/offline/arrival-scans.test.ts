import * as fc from 'fast-check'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '#contract/bytes'
import { type DormResident, scanForm } from '#contract/checkin'
import { createConfirmationIdempotencyKey } from '#contract/checkin-pass-check'
import { corridorCheckin as corridorCalls } from '#contract/corridor-checkin'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { forwardItem, findItemsOfOthers } from '#offline/outbox/forward-item'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { exchangeCall } from '#offline/transport/exchange-call'
import {
  PROPERTY_TIMEOUT_MS,
  formatTraceRow,
  GENEROUS_DATABASE_TIMEOUTS,
  runProperty,
  type PropertyRunRecorder,
} from '#tests/support/properties/property-run.ts'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createFaultyFetch, type FetchFault, FETCH_FAULTS } from '../support/fakes/faulty-fetch.ts'
import { createKillableSteps } from '../support/offline/killable-steps.ts'
import {
  jsonResponse,
  openOfflinePage,
  type OfflinePage,
  createScriptedFetch,
  type VirtualClock,
} from '../support/offline/offline-page.ts'
import { createPassKeyPair, createSignedPassText } from '../support/offline/pass-keys.ts'

const STAFF = 'T2001'

const COLLEAGUE = 'T2002'

let backend: Backend
let supervisor: SignedInUser
let colleague: string
beforeAll(async () => {
  backend = await startBackend(GENEROUS_DATABASE_TIMEOUTS)
  supervisor = await backend.signInAs(STAFF)
  const { db } = backend
  const model = await db
    .selectFrom('staff')
    .selectAll()
    .where('code', '=', STAFF)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('staff')
    .values({ ...model, code: COLLEAGUE, id: `U${COLLEAGUE}` })
    .execute()
  await db
    .insertInto('staff_building')
    .expression(
      db
        .selectFrom('staff_building')
        .select([sql.lit(COLLEAGUE).as('staff_code'), 'building'])
        .where('staff_code', '=', STAFF),
    )
    .execute()
  const said = await backend.post('/api/sys/login', {
    userCode: COLLEAGUE,
    openId: '',
    password: 'campus-T2001',
  })
  colleague = said.body.token
})
afterAll(() => backend.close())

async function residents(): Promise<Pick<DormResident, 'student'>[]> {
  const { body } = await supervisor.post('/api/stuEnter/roster')
  return body.data.students
    .filter(({ isEnter }: { isEnter: string }) => isEnter === '0')
    .map(({ stuCode }: { stuCode: string }) => ({ student: stuCode }))
}

const instant = () => backend.clock.now().toISOString()

/** Submit the scan of a student as the scanner page does. */
async function scan(page: OfflinePage, scanned: string, { at = instant(), subject = STAFF } = {}) {
  const payload = {
    scanned,
    at,
    shown: { name: '林知遥', number: '990001', building: '海棠苑3栋', room: '412' },
  }
  return page.outbox.add({
    form: 'scan',
    subject,
    payload,
    key: await createConfirmationIdempotencyKey(payload),
  })
}

const standing = async () => {
  const rows = await backend.db
    .selectFrom('arrival')
    .select('student_code')
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ student_code }) => student_code)
}

/** Issue a pass to a student and return the text of its code. */
async function passOf(number: string) {
  const student = await backend.signInAs(number)
  const phone = await createPassKeyPair()
  const said = await student.post('/api/binding/checkStuRegStatus', {
    key: toBase64url(phone.point),
  })
  const credential = fromBase64url(said.body.pass.credential) ?? new Uint8Array()
  return createSignedPassText(phone, { credential, at: backend.clock.now().getTime() })
}

describe('arrival confirmations in the outbox', () => {
  test('sending a scan sends only the scanned text and its time, not the displayed details of the student [SCN-10]', async () => {
    const campus = createScriptedFetch(() => jsonResponse({ code: 0, msg: '登记成功' }))
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind(STAFF, 'token')
    await scan(page, 'S990002', { at: '2026-09-01T02:00:00.000Z' })
    expect(await page.sendRound()).toEqual({ sent: 1 })
    expect(campus.seen).toMatchObject([{ path: '/api/stuEnter/add', token: 'token' }])
    expect(campus.seen[0]?.body).toEqual({
      stuCode: 'S990002',
      scanTime: '2026-09-01T02:00:00.000Z',
    })
  })

  test('the receipt of a scan contains the campus’s message, if the response has one [SCN-07]', async () => {
    const said = ['登记成功', '该学生已确认', '']
    const page = openOfflinePage({
      fetch: createScriptedFetch((_seen, count) => jsonResponse({ code: 0, msg: said[count - 1] }))
        .fetch,
    })
    await page.bind(STAFF, 'token')
    for (const student of ['S990001', 'S990002', 'S990003']) await scan(page, student)
    await page.sendRound()
    const receipts = (await page.outbox.receipts(STAFF)).sort(
      (one, other) => one.order - other.order,
    )
    expect(receipts.map(({ message }) => message)).toEqual(['登记成功', '该学生已确认', undefined])
  })

  test('scans do not replace each other in the outbox, and the campus stores a repeated scan once [D-104 OFF-17]', async () => {
    const page = openOfflinePage({ fetch: backend.fetch })
    await page.bind(STAFF, supervisor.token)
    const text = await passOf('990002')
    const at = instant()
    for (const scanned of [text, text, 'S990003', 'S990003']) await scan(page, scanned, { at })
    expect(await page.outbox.list(STAFF)).toHaveLength(4)
    await page.sendRound()
    const receipts = (await page.outbox.receipts(STAFF)).map(({ receipt }) => receipt)
    expect(receipts).toHaveLength(2)
    expect(new Set(receipts).size).toBe(1)
    // A student of another building is refused, and the refused scans stay with the reason (D-98).
    expect(await page.outbox.list(STAFF)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        state: 'needs-you',
        lastProblem: { message: expect.stringContaining('该学生') },
      })),
    )
    expect((await standing()).filter((code) => code === 'S990002')).toHaveLength(1)
  })

  test('when one of 51 offline scans is always refused, 50 arrive and one is reported [OFF-28]', async () => {
    const page = openOfflinePage({ fetch: backend.fetch })
    await page.bind(STAFF, supervisor.token)
    const corridor = (await residents()).slice(0, 50)
    for (const [index, { student }] of corridor.entries()) {
      await scan(page, student)
      if (index === 10) await scan(page, 'BD:POISON')
    }
    expect(await page.outbox.list(STAFF)).toHaveLength(51)
    await page.sendRound()
    expect(await page.outbox.list(STAFF)).toMatchObject([
      { state: 'needs-you', lastProblem: { message: '这不是报到码，请重新扫码' } },
    ])
    expect(await standing()).toEqual(expect.arrayContaining(corridor.map(({ student }) => student)))
  })

  test('a scan that was refused because the supervisor had no building can be retried and then arrives once [D-98]', async () => {
    const page = openOfflinePage({ fetch: backend.fetch })
    await page.bind(STAFF, supervisor.token)
    const [first] = await residents()
    const student = first?.student ?? ''
    const { db } = backend
    const buildings = await db
      .deleteFrom('staff_building')
      .where('staff_code', '=', STAFF)
      .returningAll()
      .execute()
    await scan(page, student)
    await page.sendRound()
    const [refused] = await page.outbox.list(STAFF)
    expect(refused).toMatchObject({
      state: 'needs-you',
      lastProblem: { message: '尚未为您分配楼栋，请联系管理员' },
    })
    expect(await page.outbox.retry(refused?.order ?? 0)).toBe(true)
    await page.sendRound()
    expect((await page.outbox.list(STAFF))[0]?.state).toBe('needs-you')
    await db.insertInto('staff_building').values(buildings).execute()
    expect(await page.outbox.retry(refused?.order ?? 0)).toBe(true)
    await page.sendRound()
    expect(await page.outbox.list(STAFF)).toEqual([])
    expect((await standing()).filter((code) => code === student)).toHaveLength(1)
  })

  test('a supervisor delivers a colleague’s waiting scans in the colleague’s name, and a refused one stays unchanged [D-98]', async () => {
    await backend.db.deleteFrom('arrival').execute()
    const page = openOfflinePage({ fetch: backend.fetch })
    const [one] = await residents()
    const own = one?.student ?? ''
    await page.bind(COLLEAGUE, colleague)
    await scan(page, own, { subject: COLLEAGUE })
    await scan(page, 'S990003', { subject: COLLEAGUE })
    await page.bind(STAFF, supervisor.token)
    expect(await page.sendRound()).toEqual({ sent: 0 })
    const left = await findItemsOfOthers(page.database, { form: 'scan', subject: STAFF })
    const ended = []
    for (const item of left) ended.push((await deliverFor(page, item, backend.fetch)).type)
    expect(ended).toEqual(['delivered', 'needs-you'])
    expect(await page.outbox.list(COLLEAGUE)).toEqual([left[1]])
    expect(await page.outbox.receipts(COLLEAGUE)).toMatchObject([{ receipt: expect.any(String) }])
    const rows = await backend.db
      .selectFrom('arrival')
      .select(['student_code', 'staff_code', 'delivered_by'])
      .execute()
    expect(rows).toEqual([{ student_code: own, staff_code: COLLEAGUE, delivered_by: STAFF }])
  })

  test(
    'with two supervisors scanning under any order of faults and crashes, no student is lost or confirmed twice [D-98]',
    async () => {
      const fault = fc.constantFrom(...FETCH_FAULTS)
      const step = fc.record({
        phone: fc.nat(1),
        who: fc.array(fc.nat(5), { maxLength: 3 }),
        faults: fc.array(fault, { maxLength: 6 }),
        lifespan: fc.option(fc.integer({ min: 0, max: 24 })),
        /** Whether the other supervisor binds on this phone and delivers the scans left on it. */
        handsOver: fc.boolean(),
      })
      const histories = fc.array(step, { minLength: 1, maxLength: 8 })
      const tell = (steps: readonly Step[]) =>
        steps.map((one) => formatTraceRow({ type: one.handsOver ? 'hand over' : 'round', ...one }))
      await runProperty({ name: 'scans', runs: histories, describeRun: tell, check: corridor })
    },
    PROPERTY_TIMEOUT_MS,
  )
})

interface Step {
  readonly phone: number
  readonly who: readonly number[]
  readonly faults: readonly FetchFault[]
  readonly lifespan: number | null
  readonly handsOver: boolean
}

/** Deliver a colleague's scan as the arrivals page does. */
async function deliverFor(page: OfflinePage, item: OutboxItem, fetch: typeof globalThis.fetch) {
  const { scanned, at } = v.parse(v.object({ scanned: v.string(), at: v.string() }), item.payload)
  return forwardItem(
    { database: page.database, exchange: (request) => exchangeCall({ ...request, fetch }) },
    item,
    {
      call: corridorCalls.handOver,
      input: { by: item.subject, scanned, at, key: undefined },
      form: scanForm,
    },
  )
}

async function corridor(
  steps: readonly Step[],
  { recordEvent, recordTrace }: PropertyRunRecorder,
): Promise<void> {
  await backend.db.deleteFrom('arrival').execute()
  const people = (await residents()).slice(0, 6)
  const clock: VirtualClock = { now: backend.clock.now().getTime() }
  const script: FetchFault[] = []
  const network = createFaultyFetch({ real: backend.fetch, script, clock })
  const storages = [createIdempotencyKey(), createIdempotencyKey()]
  const open = (index: number, mortality = createKillableSteps()) =>
    openOfflinePage({
      fetch: mortality.fetch(network),
      clock,
      storage: storages[index] ?? '',
      echoesKeys: true,
      around: mortality.around,
    })
  const phones = [open(0), open(1)]
  const subjects = [STAFF, COLLEAGUE]
  const tokens = [supervisor.token, colleague]
  const bind = (index: number, who = index) =>
    phones[index]?.bind(subjects[who] ?? '', tokens[who] ?? '')
  await bind(0)
  await bind(1)
  const scanned = new Map<string, Set<string>>()
  for (const { phone, who, faults, lifespan, handsOver } of steps) {
    const waiting = await phones[phone]?.outbox.list(subjects[phone] ?? '')
    recordEvent(handsOver ? 'hand over' : 'round', waiting?.[0]?.state ?? 'empty')
    recordTrace(waiting?.map(({ state, attempts }) => [state, attempts]))
    for (const index of who) {
      const student = people[index]?.student ?? ''
      scanned.set(student, (scanned.get(student) ?? new Set()).add(subjects[phone] ?? ''))
      await scan(phones[phone] ?? open(phone), student, { subject: subjects[phone] ?? '' })
    }
    script.splice(0, script.length, ...faults)
    const mortality = createKillableSteps(lifespan ?? Infinity)
    const page = open(phone, mortality)
    if (handsOver) {
      await bind(phone, 1 - phone)
      const left = await findItemsOfOthers(phones[phone]?.database ?? page.database, {
        form: 'scan',
        subject: subjects[1 - phone] ?? '',
      })
      const all = async () => {
        for (const item of left) await deliverFor(page, item, mortality.fetch(network))
      }
      await Promise.race([all(), mortality.killed])
      await bind(phone)
    } else await Promise.race([page.sendRound({ trigger: 'manual' }), mortality.killed])
  }
  script.length = 0
  for (const [index, phone] of phones.entries())
    for (let turn = 0; (await phone.outbox.list(subjects[index] ?? '')).length > 0; turn++) {
      expect(turn, 'the outbox never becomes empty').toBeLessThan(20)
      clock.now += 301_000
      await phone.sendRound({ trigger: 'manual' })
    }
  const rows = await backend.db
    .selectFrom('arrival')
    .select(['student_code', 'staff_code'])
    .where('removed_at', 'is', null)
    .execute()
  expect(rows.map((row) => row.student_code).sort()).toEqual([...scanned.keys()].sort())
  for (const row of rows)
    expect(scanned.get(row.student_code)?.has(row.staff_code), 'under another name').toBe(true)
}
