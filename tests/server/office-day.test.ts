import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSeconds, DAY_SECONDS, startOfDay, toChinaDay } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { enrolStudents } from '../support/backend/students.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

interface Waiting {
  readonly kind: string
  readonly count: number
  readonly overOneDay: number
  readonly overThreeDays: number
  readonly oldestAt: string
}
const waiting = async (who: SignedInUser): Promise<Waiting[]> =>
  (await who.post('/api/manage/day/waiting', {})).body.data
const kindsOf = async (work: string) =>
  (await waiting(await backend.signInAs(work))).map(({ kind }) => kind)
const pictures = async (who: SignedInUser, day: string) =>
  (await who.post('/api/manage/day/pictures', { day })).body.data
const countOf = async (who: SignedInUser, kind: string) =>
  (await waiting(who)).find((one) => one.kind === kind)

test('each role is told only of the waiting work whose list the role can open', async () => {
  expect(await kindsOf('T4001')).toEqual([
    'transfers',
    'late-arrivals',
    'complaints',
    'refused-rows',
    'payment-incidents',
    'held-scans',
    'without-bed',
  ])
  expect(await kindsOf('T5001')).toEqual([
    'transfers',
    'late-arrivals',
    'complaints',
    'refused-rows',
    'held-scans',
  ])
  expect(await kindsOf('T6001')).toEqual(['complaints', 'refused-rows', 'payment-incidents'])
  expect(await kindsOf('T7001')).toEqual([
    'complaints',
    'refused-rows',
    'held-scans',
    'without-bed',
  ])
  expect(await kindsOf('T3001')).toEqual(['loans', 'households'])
  expect(await kindsOf('T2001')).toEqual([])
  expect(await kindsOf('T8501')).toEqual(['late-arrivals'])
})

test('each role gets only the pictures whose figures the role can read elsewhere', async () => {
  const day = toChinaDay(backend.clock.now())
  const shown = async (work: string) =>
    Object.keys(await pictures(await backend.signInAs(work), day)).toSorted()
  expect(await shown('T4001')).toEqual(['arrivals', 'beds', 'payments', 'steps'])
  expect(await shown('T5001')).toEqual(['arrivals', 'steps'])
  expect(await shown('T6001')).toEqual(['payments'])
  expect(await shown('T7001')).toEqual(['arrivals', 'beds'])
  expect(await shown('T2001')).toEqual(['arrivals'])
  expect(await shown('T3001')).toEqual([])
})

test('waiting applications are counted by age, and a decided one no longer waits', async () => {
  const reviewer = await backend.signInAs('T3001')
  const now = backend.clock.now()
  const before = await countOf(reviewer, 'loans')
  const students = await enrolStudents(backend, 3)
  const [first] = students
  await backend.db
    .insertInto('green_application')
    .values(
      students.map(({ code }, index) => ({
        id: `day-${code}`,
        review_id: `day-${code}`,
        student_code: code,
        type: '1',
        year: Number(toChinaDay(now).slice(0, 4)),
        amount_fen: 100_000,
        status: '0',
        reason: '',
        contract_number: '',
        receipt_code: '',
        picture: '',
        picture2: '',
        audit_amount_fen: null,
        offset_status: '0',
        version: 1,
        applied_at: addSeconds(now, -(index * 2 + 0.5) * DAY_SECONDS),
      })),
    )
    .execute()
  const after = await countOf(reviewer, 'loans')
  expect(after).toMatchObject({
    count: (before?.count ?? 0) + 3,
    overOneDay: (before?.overOneDay ?? 0) + 2,
    overThreeDays: (before?.overThreeDays ?? 0) + 1,
  })
  await backend.db
    .updateTable('green_application')
    .set({ status: '1' })
    .where('student_code', '=', first?.code ?? '')
    .execute()
  expect((await countOf(reviewer, 'loans'))?.count).toBe((before?.count ?? 0) + 2)
})

test('a counsellor is told of requests for a late arrival of the counsellor’s own classes', async () => {
  const counsellor = await backend.signInAs('T8501')
  const [own, other] = await enrolStudents(backend, 2)
  const { class_name: className } = await backend.db
    .selectFrom('staff_class')
    .select('class_name')
    .where('staff_code', '=', 'T8501')
    .executeTakeFirstOrThrow()
  const before = (await countOf(counsellor, 'late-arrivals'))?.count ?? 0
  const now = backend.clock.now()
  const ask = (code: string, name: string) =>
    Promise.all([
      backend.db
        .updateTable('student')
        .set({ class_name: name })
        .where('code', '=', code)
        .execute(),
      backend.db
        .insertInto('late_arrival_request')
        .values({
          id: `day-${code}`,
          student_code: code,
          reason: '家里有事',
          expected_on: toChinaDay(addSeconds(now, 5 * DAY_SECONDS)),
          requested_at: addSeconds(now, -2 * DAY_SECONDS),
        })
        .execute(),
    ])
  await ask(other?.code ?? '', '别的班')
  expect((await countOf(counsellor, 'late-arrivals'))?.count).toBe(before)
  await ask(own?.code ?? '', className)
  expect(await countOf(counsellor, 'late-arrivals')).toMatchObject({
    count: before + 1,
    oldestAt: addSeconds(now, -2 * DAY_SECONDS).toISOString(),
  })
})

test('finance is told only of complaints that are assigned to finance', async () => {
  const finance = await backend.signInAs('T6001')
  const before = (await countOf(finance, 'complaints'))?.count ?? 0
  const insert = (role: string | null) =>
    backend.db
      .insertInto('advice')
      .values({
        subject: 'student:S880001',
        content: '测试投诉',
        created_at: backend.clock.now(),
        assigned_role: role,
      })
      .execute()
  await insert(null)
  expect((await countOf(finance, 'complaints'))?.count).toBe(before)
  await insert('finance')
  expect((await countOf(finance, 'complaints'))?.count).toBe(before + 1)
})

test('the newest import of a kind says how many refused rows wait; a later file replaces it', async () => {
  const office = await backend.signInAs('T6001')
  const insert = (id: string, refused: number, secondsAgo: number) =>
    backend.db
      .insertInto('import')
      .values({
        id,
        kind: 'charges',
        file_name: `${id}.csv`,
        sha256: id,
        bytes: 1,
        staff_code: 'T6001',
        at: addSeconds(backend.clock.now(), -secondsAgo),
        state: 'applied',
        beat_at: backend.clock.now(),
        refused,
        skipped: '[]',
      })
      .execute()
  const before = (await countOf(office, 'refused-rows'))?.count ?? 0
  await insert('day-first', 7, 600)
  expect((await countOf(office, 'refused-rows'))?.count).toBe(before + 7)
  await insert('day-second', 2, 300)
  expect((await countOf(office, 'refused-rows'))?.count).toBe(before + 2)
  // The dormitory office cannot import charges.
  expect((await countOf(await backend.signInAs('T7001'), 'refused-rows'))?.count).toBe(0)
})

test('students without a bed are counted, and are the list of the filter by building', async () => {
  const office = await backend.signInAs('T7001')
  const before = (await countOf(office, 'without-bed'))?.count ?? 0
  await enrolStudents(backend, 2)
  expect((await countOf(office, 'without-bed'))?.count).toBe(before + 2)
  const { all } = (
    await office.post('/api/manage/arrivals/overview', {
      cohort: 'new',
      department: '',
      building: '-',
    })
  ).body.data
  expect(all.expected).toBe(before + 2)
})

test('a day’s arrivals are counted by hour in China beside the hours that travel forms announce', async () => {
  const office = await backend.signInAs('T5001')
  const day = `${toChinaDay(backend.clock.now()).slice(0, 4)}-08-30`
  const [one, other, third] = await enrolStudents(backend, 3)
  const announce = (code: string | undefined, time: string) =>
    backend.db
      .insertInto('travel')
      .values({
        student_code: code ?? '',
        step: '2',
        start_city: '广东省,东莞市',
        start_date: day,
        arrival_date: day,
        arrival_time: time,
        mode: '火车',
        companions: '1',
        remark: '',
        open: false,
        version: 1,
        updated_at: backend.clock.now(),
      })
      .execute()
  const arrive = (code: string | undefined, at: Date) =>
    backend.db
      .insertInto('arrival')
      .values({
        student_code: code ?? '',
        building: '紫荆苑3号楼',
        room: '601',
        scanned_at: at,
        received_at: at,
        staff_code: 'T2001',
        verified: true,
      })
      .execute()
  await announce(one?.code, '09:40')
  await announce(other?.code, '09:05')
  await announce(third?.code, '下午')
  await arrive(one?.code, addSeconds(startOfDay(day), 9 * 3600 + 59 * 60))
  // The last second of the day before, and the first of the next, are not of this day.
  await arrive(other?.code, addSeconds(startOfDay(day), -1))
  await arrive(third?.code, startOfDay(day, 1))
  const { arrivals } = await pictures(office, day)
  expect(arrivals).toEqual([{ hour: '09', announced: 2, arrived: 1 }])
})

test('the payments of fourteen days are summed by the day in China, less what was taken back', async () => {
  const office = await backend.signInAs('T6001')
  const insert = (reference: string, amount: number, at: string, more: object = {}) =>
    backend.db
      .insertInto('payment_credit')
      .values({
        transaction: reference,
        order_number: null,
        student_code: 'S880001',
        year: 2023,
        way: 'bank',
        amount_fen: amount,
        surplus_fen: 0,
        credited_at: new Date(at),
        kind: 'outside',
        paid_on: '2023-05-01',
        recorded_by: 'T6001',
        reverses: null,
        ...more,
      })
      .execute()
  await insert('DAY-1', 10_000, '2023-05-01T15:59:59Z')
  await insert('DAY-2', 2_500, '2023-05-01T16:00:00Z')
  await insert('DAY-2-BACK', -2_500, '2023-05-02T01:00:00Z', { reverses: 'DAY-2' })
  await insert('DAY-3', 900, '2023-05-02T02:00:00Z')
  await insert('DAY-4', 77, '2023-05-02T02:00:00Z', { kind: 'offset', way: 'loan' })
  const { payments } = await pictures(office, '2023-05-02')
  expect(payments).toHaveLength(14)
  expect(payments.slice(-2)).toEqual([
    { day: '2023-05-01', count: 1, amount: 10_000 },
    { day: '2023-05-02', count: 2, amount: 900 },
  ])
})

test('the beds of a building are those of its rooms, and taken are those with a student', async () => {
  const { beds } = await pictures(await backend.signInAs('T7001'), toChinaDay(backend.clock.now()))
  const rooms = await backend.db
    .selectFrom('dorm_room')
    .select(['building', 'beds'])
    .where('withdrawn_at', 'is', null)
    .execute()
  const places = await backend.db.selectFrom('dorm_place').select('building').execute()
  const buildings = [...new Set(rooms.map(({ building }) => building))]
  expect(beds).toHaveLength(buildings.length)
  for (const building of buildings)
    expect(beds).toContainEqual({
      building,
      beds: rooms
        .filter((room) => room.building === building)
        .reduce((sum, room) => sum + room.beds.length, 0),
      taken: places.filter((place) => place.building === building).length,
    })
})

test('the pictures of a text that is no day are refused with a sentence', async () => {
  const office = await backend.signInAs('T4001')
  const { status, body } = await office.post('/api/manage/day/pictures', { day: '2026-02-31' })
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('内容填写有误')
})
