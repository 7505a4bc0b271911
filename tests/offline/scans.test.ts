import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '#contract/bytes'
import type { Resident } from '#contract/checkin'
import { confirmationKey } from '#contract/checkin-pass-check'
import { newKey } from '#offline/fingerprint'
import { propertyRun } from '#tests/support/property.ts'
import { type Backend, type SignedIn, startBackend } from '../support/backend.ts'
import { faulty, type Fault, FAULTS } from '../support/faulty-fetch.ts'
import { mortal } from '../support/mortal.ts'
import { newSigner, shownBy } from '../support/passes.ts'
import { json, openPage, type Page, scripted, type VirtualClock } from '../support/phone.ts'

const STAFF = 'T2001'

const COLLEAGUE = 'T2002'

let backend: Backend
let supervisor: SignedIn
let colleague: string
beforeAll(async () => {
  backend = await startBackend()
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
  const said = await backend.post('/api/sys/login', {
    userCode: COLLEAGUE,
    openId: '',
    password: 'campus-T2001',
  })
  colleague = said.body.token
})
afterAll(() => backend.close())

async function residents(): Promise<Pick<Resident, 'student'>[]> {
  const { body } = await supervisor.post('/api/stuEnter/roster')
  return body.data.students
    .filter(({ isEnter }: { isEnter: string }) => isEnter === '0')
    .map(({ stuCode }: { stuCode: string }) => ({ student: stuCode }))
}

const instant = () => backend.clock.now().toISOString()

/** Scan a student at the door, as the scanner does. */
async function scan(page: Page, scanned: string, { at = instant(), subject = STAFF } = {}) {
  const payload = {
    scanned,
    at,
    shown: { name: '林知遥', number: '990001', building: '海棠苑3栋', room: '412' },
  }
  return page.outbox.add({ form: 'scan', subject, payload, key: await confirmationKey(payload) })
}

const standing = async () => {
  const rows = await backend.db
    .selectFrom('arrival')
    .select('student_code')
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ student_code }) => student_code)
}

/** A corridor of an evening: a pair of keys, and the pass of 990002. */
async function passOf(number: string) {
  const student = await backend.signInAs(number)
  const phone = await newSigner()
  const said = await student.post('/api/binding/checkStuRegStatus', {
    key: toBase64url(phone.point),
  })
  const credential = fromBase64url(said.body.pass.credential) ?? new Uint8Array()
  return shownBy(phone, { credential, at: backend.clock.now().getTime() })
}

describe('confirmations that wait', () => {
  test('what is shown of a scan stays on the phone; the wire has the scanned text and its moment [SCN-10]', async () => {
    const campus = scripted(() => json({ code: 0, msg: '登记成功' }))
    const page = openPage({ fetch: campus.fetch })
    await page.bind(STAFF, 'token')
    await scan(page, 'S990002', { at: '2026-09-01T02:00:00.000Z' })
    expect(await page.round()).toEqual({ sent: 1 })
    expect(campus.seen).toMatchObject([{ path: '/api/stuEnter/add', token: 'token' }])
    expect(campus.seen[0]?.body).toEqual({
      stuCode: 'S990002',
      scanTime: '2026-09-01T02:00:00.000Z',
    })
  })

  test('what the campus said goes into the receipt, if it said anything [SCN-07]', async () => {
    const said = ['登记成功', '该学生已确认', '']
    const page = openPage({
      fetch: scripted((_seen, count) => json({ code: 0, msg: said[count - 1] })).fetch,
    })
    await page.bind(STAFF, 'token')
    for (const student of ['S990001', 'S990002', 'S990003']) await scan(page, student)
    await page.round()
    const receipts = (await page.outbox.receipts(STAFF)).sort(
      (one, other) => one.order - other.order,
    )
    expect(receipts.map(({ message }) => message)).toEqual(['登记成功', '该学生已确认', undefined])
  })

  test('scans never take each other’s place, and the same one tapped twice is one for the campus [D-104 OFF-17]', async () => {
    const page = openPage({ fetch: backend.fetch })
    await page.bind(STAFF, supervisor.token)
    const text = await passOf('990002')
    const at = instant()
    for (const scanned of [text, text, 'S990003', 'S990003']) await scan(page, scanned, { at })
    expect(await page.outbox.list(STAFF)).toHaveLength(4)
    await page.round()
    const receipts = (await page.outbox.receipts(STAFF)).map(({ receipt }) => receipt)
    expect(receipts).toHaveLength(2)
    expect(new Set(receipts).size).toBe(1)
    // Who lives elsewhere is refused, and the refusal stays with its reason (D-98).
    expect(await page.outbox.list(STAFF)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        state: 'needs-you',
        lastProblem: { message: '该学生不住在您管理的楼栋' },
      })),
    )
    expect((await standing()).filter((code) => code === 'S990002')).toHaveLength(1)
  })

  test('50 scans in a row without a signal, one of them poison: 50 arrive, one is told [OFF-28]', async () => {
    const page = openPage({ fetch: backend.fetch })
    await page.bind(STAFF, supervisor.token)
    const corridor = (await residents()).slice(0, 50)
    for (const [index, { student }] of corridor.entries()) {
      await scan(page, student)
      if (index === 10) await scan(page, 'BD:POISON')
    }
    expect(await page.outbox.list(STAFF)).toHaveLength(51)
    await page.round()
    expect(await page.outbox.list(STAFF)).toMatchObject([
      { state: 'needs-you', lastProblem: { message: '这不是报到码，请重新扫码' } },
    ])
    expect(await standing()).toEqual(expect.arrayContaining(corridor.map(({ student }) => student)))
  })

  test('two supervisors in one corridor, under any order of faults and deaths: nobody lost, nobody twice [D-98]', async () => {
    const fault = fc.constantFrom(...FAULTS)
    const step = fc.record({
      phone: fc.nat(1),
      who: fc.array(fc.nat(5), { maxLength: 3 }),
      faults: fc.array(fault, { maxLength: 6 }),
      lifespan: fc.option(fc.integer({ min: 0, max: 24 })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => corridor(steps)),
      propertyRun(15),
    )
  })
})

interface Step {
  readonly phone: number
  readonly who: readonly number[]
  readonly faults: readonly Fault[]
  readonly lifespan: number | null
}

async function corridor(steps: readonly Step[]): Promise<void> {
  await backend.db.deleteFrom('arrival').execute()
  const people = (await residents()).slice(0, 6)
  const clock: VirtualClock = { now: backend.clock.now().getTime() }
  const script: Fault[] = []
  const network = faulty({ real: backend.fetch, script, clock })
  const storages = [newKey(), newKey()]
  const open = (index: number, mortality = mortal()) =>
    openPage({
      fetch: mortality.fetch(network),
      clock,
      storage: storages[index] ?? '',
      around: mortality.around,
    })
  const phones = [open(0), open(1)]
  const subjects = [STAFF, COLLEAGUE]
  await phones[0]?.bind(STAFF, supervisor.token)
  await phones[1]?.bind(COLLEAGUE, colleague)
  const scanned = new Set<string>()
  for (const { phone, who, faults, lifespan } of steps) {
    for (const index of who) {
      const student = people[index]?.student ?? ''
      scanned.add(student)
      await scan(phones[phone] ?? open(phone), student, { subject: subjects[phone] ?? '' })
    }
    script.splice(0, script.length, ...faults)
    const mortality = mortal(lifespan ?? Infinity)
    await Promise.race([open(phone, mortality).round({ urge: 'hand' }), mortality.died])
  }
  script.length = 0
  for (const [index, phone] of phones.entries())
    for (let turn = 0; (await phone.outbox.list(subjects[index] ?? '')).length > 0; turn++) {
      expect(turn, 'the outbox never becomes empty').toBeLessThan(20)
      clock.now += 301_000
      await phone.round({ urge: 'hand' })
    }
  expect((await standing()).sort()).toEqual([...scanned].sort())
}
