import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { provinceOf } from '#server/features/arrivals/provinces'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let office: SignedInUser
let supervisor: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T7001')
  supervisor = await backend.signInAs('T2001')
})
afterAll(() => backend.close())

const EVERYBODY = { cohort: 'all', department: '', building: '' }
const overview = async (who: SignedInUser, body: object = {}) =>
  (await who.post('/api/manage/arrivals/overview', { ...EVERYBODY, ...body })).body.data
const list = async (who: SignedInUser, body: object = {}) =>
  (
    await who.post('/api/manage/arrivals/list', {
      ...EVERYBODY,
      state: 'missing',
      after: '',
      ...body,
    })
  ).body.data
const sum = (countLists: { arrived: number }[]) =>
  countLists.reduce((all, { arrived }) => all + arrived, 0)
const sumExpected = (countLists: { expected: number }[]) =>
  countLists.reduce((all, { expected }) => all + expected, 0)

test('every statistic of arrivals counts the same arrivals', async () => {
  const { all, buildings, floors, departments, provinces, hours } = await overview(office)
  expect(all.arrived).toBe(12)
  for (const countLists of [buildings, floors, departments, provinces, hours])
    expect(sum(countLists)).toBe(12)
  for (const countLists of [buildings, floors, departments, provinces])
    expect(sumExpected(countLists)).toBe(all.expected)
  // Students without a bed are counted under an empty building name, which comes last.
  expect(buildings.findIndex(({ name }: { name: string }) => name === '')).toBe(
    buildings.length - 1,
  )
  expect(floors).toContainEqual(expect.objectContaining({ name: '紫荆苑3号楼', floor: '2' }))
  expect(provinces).toContainEqual(expect.objectContaining({ name: '北京市' }))
})

test('an arrival is counted at once, as unverified if only a number was typed, and no longer after its reversal', async () => {
  const before = await overview(supervisor)
  const [missing] = await list(supervisor)
  const number: string = missing.number
  const said = await supervisor.post('/api/stuEnter/add', { stuCode: number })
  expect(said.body.code).toBe(0)
  const now = await overview(supervisor)
  expect([now.all.arrived, now.all.unverified]).toEqual([
    before.all.arrived + 1,
    before.all.unverified + 1,
  ])
  expect(await list(supervisor, { state: 'unverified' })).toContainEqual(
    expect.objectContaining({ number, verified: '0', confirmedBy: expect.stringMatching(/./) }),
  )
  const { id } = await backend.db
    .selectFrom('arrival')
    .select('id')
    .where('student_code', '=', missing.student)
    .executeTakeFirstOrThrow()
  await supervisor.post('/api/stuEnter/delete', { id })
  expect((await overview(supervisor)).all).toEqual(before.all)
})

test('withdrawn students are not counted as expected, and continuing students only when the request includes them', async () => {
  const before = await overview(office, { cohort: 'new' })
  const [missing] = await list(office, { cohort: 'new' })
  await backend.db
    .updateTable('student')
    .set({ withdrawn_at: backend.clock.now() })
    .where('code', '=', missing.student)
    .execute()
  const after = await overview(office, { cohort: 'new' })
  expect(after.all.expected).toBe(before.all.expected - 1)
  expect((await overview(office)).all.expected).toBeGreaterThan(after.all.expected)
})

test('a supervisor sees the arrivals of their own buildings without phone numbers; a supervisor without buildings sees nothing', async () => {
  const { buildings } = await overview(supervisor)
  expect(buildings.map(({ name }: { name: string }) => name)).toEqual([
    '紫荆苑3号楼',
    '紫荆苑4号楼',
  ])
  const [foreign] = await list(office, { building: '海棠苑1号楼' })
  const [own] = await list(supervisor)
  const students = [foreign.student, own.student]
  const said = await supervisor.post('/api/manage/arrivals/phones', { students })
  expect(said.body.data).toEqual([{ student: own.student, phone: expect.stringMatching(/^1\d+$/) }])
  await backend.db.deleteFrom('staff_building').execute()
  expect((await overview(supervisor)).all.expected).toBe(0)
})

test('the list of arrivals has no phone numbers; showing them is logged once, with the students concerned', async () => {
  const found = await list(office)
  expect(JSON.stringify(found)).not.toMatch(/"phone"/)
  const students = found.slice(0, 3).map((one: { student: string }) => one.student)
  await office.post('/api/manage/arrivals/phones', { students })
  await list(office)
  const auditEntries = await backend.db
    .selectFrom('office_log')
    .select(['action', 'details'])
    .where('staff_code', '=', 'T7001')
    .where('action', '=', 'arrivals.phones')
    .execute()
  expect(auditEntries).toEqual([{ action: 'arrivals.phones', details: { students } }])
})

test('a long list of arrivals continues on a next page', async () => {
  const first = await office.post('/api/manage/arrivals/list', {
    ...EVERYBODY,
    state: 'missing',
    after: '',
  })
  expect(first.body.data).toHaveLength(100)
  const next = await list(office, { after: first.body.next })
  expect(next[0].student > first.body.data[99].student).toBe(true)
})

test('the arrivals of ten thousand students are counted in one statement', async () => {
  await sql`
    insert into student select 'X' || n, 'X' || n, null, '110101200801010015', '学生', '1', '13912345678', '专业', '001', '学院' || n % 20,
      '一班', '2020', '2020', '2', '2', '在籍', null from generate_series(1, 10000) as n`.execute(
    backend.db,
  )
  await sql`
    insert into dorm_place select 'X' || n, '四人间', '楼' || n % 30, (100 + n / 30)::text, '1'
    from generate_series(1, 10000) as n`.execute(backend.db)
  await sql`
    insert into arrival (student_code, building, room, scanned_at, received_at, staff_code, verified)
    select 'X' || n, '楼', '1', now() - n * interval '1 second', now(), 'T2001', true
    from generate_series(1, 6000) as n`.execute(backend.db)
  await sql`analyze`.execute(backend.db)
  expect((await overview(office)).all.expected).toBeGreaterThan(10_000)
})

test('a province has the name that was said, or that of the first digits of an ID number', () =>
  expect(['浙江省', '33', '99', 'constructor', ''].map(provinceOf)).toEqual([
    '浙江省',
    '浙江省',
    '',
    'constructor',
    '',
  ]))
