import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toChinaDay, toChinaMinute } from '#server/platform/clock'
import type { StudentRow } from '#server/platform/database/schema/schema'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { enrolStudents } from '../support/backend/students.ts'

let backend: Backend
let office: SignedInUser
let day: string
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T5001')
  day = `${toChinaDay(backend.clock.now()).slice(0, 4)}-08-29`
})
beforeEach(() => backend.db.deleteFrom('travel').execute())
afterAll(() => backend.close())

const EVERYBODY = { cohort: 'new', department: '', building: '' }
interface Trip {
  readonly time: string
  readonly mode?: string
  readonly companions?: string
  readonly city?: string
}

/** Announces a student's arrival, as a form of the student at `at`. */
async function announce(
  student: StudentRow | undefined,
  { time, mode = '火车', companions = '1', city = '广东省,东莞市' }: Trip,
  { at = backend.clock.now(), version = 1 } = {},
) {
  const code = student?.code ?? ''
  const trip = { start_city: city, start_date: day, arrival_date: day, arrival_time: time }
  const row = { ...trip, mode, companions, remark: '有大件行李', open: false, step: '2' }
  await backend.db
    .insertInto('travel')
    .values({ student_code: code, ...row, version, updated_at: at })
    .onConflict((conflict) => conflict.column('student_code').doUpdateSet({ ...row, version }))
    .execute()
  await backend.db
    .insertInto('form_history')
    .values({
      student_code: code,
      form: 'travel',
      version,
      at,
      origin: 'phone',
      by_code: code,
      words: JSON.stringify({
        startCity: city,
        arrivalDate: day,
        arrivalTime: time,
        mode,
        companions,
      }),
    })
    .execute()
}

const plan = async () =>
  (await office.post('/api/manage/arrivalplan/plan', { ...EVERYBODY, day })).body
/** Downloads a table as CSV. */
const download = async (name: string, filter: object = {}) => {
  const answer = await backend.fetch(`http://campus/api/manage/exports/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: office.token },
    body: JSON.stringify({ ...EVERYBODY, ...filter, format: 'csv' }),
  })
  return answer.text()
}
const list = async (filter: object = {}) =>
  (
    await office.post('/api/manage/arrivalplan/list', {
      ...EVERYBODY,
      day,
      hour: '',
      mode: '',
      after: '',
      ...filter,
    })
  ).body
const changes = async (since: string) =>
  (await office.post('/api/manage/arrivalplan/changes', { ...EVERYBODY, since, after: '' })).body

test('announced arrivals are grouped by hour, means of travel and start city, with companions', async () => {
  const [one, two, three, four, gone] = await enrolStudents(backend, 5)
  await announce(one, { time: '09:10', companions: '2' })
  await announce(two, { time: '09:50', companions: '0' })
  await announce(three, { time: '09:20', mode: '飞机' })
  await announce(four, { time: '10:00', city: '湖南省,长沙市', companions: '约两人' })
  await announce(gone, { time: '10:30' })
  await backend.db
    .updateTable('student')
    .set({ withdrawn_at: backend.clock.now() })
    .where('code', '=', gone?.code ?? '')
    .execute()
  const { days, data } = await plan()
  expect(days).toEqual([{ day, students: 4, companions: 3 }])
  const group = { city: '广东省,东莞市', arrived: 0 }
  expect(data).toEqual([
    { ...group, hour: '09', mode: '火车', students: 2, companions: 2 },
    { ...group, hour: '09', mode: '飞机', students: 1, companions: 1 },
    { hour: '10', mode: '火车', city: '湖南省,长沙市', students: 1, companions: 0, arrived: 0 },
  ])
})

test('the plan of a day has as many people as the exported arrival plan', async () => {
  const [one, two] = await enrolStudents(backend, 2)
  await announce(one, { time: '09:10', companions: '3' })
  await announce(two, { time: '21:50' })
  const { data } = await plan()
  const people = data.reduce(
    (sum: number, group: { students: number; companions: number }) =>
      sum + group.students + group.companions,
    0,
  )
  const [, ...rows] = (await download('arrivalPlan')).trim().split(/\r?\n/)
  const exported = rows.map((row) => Number(row.split(',')[5])).reduce((sum, each) => sum + each, 0)
  expect(people).toBe(6)
  expect(exported).toBe(people)
})

test('the list for drivers is sorted by time, filtered by hour and means, and contains no phone numbers', async () => {
  const [one, two, three] = await enrolStudents(backend, 3)
  await announce(one, { time: '14:30' })
  await announce(two, { time: '09:50' })
  await announce(three, { time: '14:05', mode: '飞机' })
  const all = await list()
  expect(all.data.map(({ time }: { time: string }) => time)).toEqual(['09:50', '14:05', '14:30'])
  expect(all.next).toBe('')
  expect(JSON.stringify(all)).not.toContain('13800000000')
  const filtered = await list({ hour: '14', mode: '火车' })
  expect(filtered.data.map(({ student }: { student: string }) => student)).toEqual([one?.code])
  expect((await list({ hour: '24' })).code).not.toBe(0)
})

test('the pages of the list for drivers together contain each student once, also at equal times', async () => {
  const students = await enrolStudents(backend, 130)
  for (const student of students) await announce(student, { time: '11:00' })
  const first = await list()
  const second = await list({ after: first.next })
  const codes = [...first.data, ...second.data].map(({ student }: { student: string }) => student)
  expect(first.data).toHaveLength(100)
  expect(codes.toSorted()).toEqual(students.map(({ code }) => code).toSorted())
})

test('changes since a minute show the announcement before and now, but no version that changes only the remark', async () => {
  const [moved, same, added, early] = await enrolStudents(backend, 4)
  const now = backend.clock.now()
  const yesterday = new Date(now.getTime() - 24 * 3_600_000)
  await announce(moved, { time: '09:00' }, { at: yesterday })
  await announce(moved, { time: '12:00' }, { version: 2 })
  await announce(moved, { time: '15:00' }, { version: 3 })
  await announce(same, { time: '09:00' }, { at: yesterday })
  await announce(same, { time: '09:00' }, { version: 2 })
  await announce(added, { time: '10:00' })
  await announce(early, { time: '10:00' }, { at: yesterday })
  const since = toChinaMinute(new Date(now.getTime() - 3_600_000))
  const { data } = await changes(since)
  const seen = new Map(data.map((row: { student: string }) => [row.student, row]))
  expect([...seen.keys()].toSorted()).toEqual([moved?.code, added?.code].toSorted())
  expect(seen.get(moved?.code ?? '')).toMatchObject({
    before: { day, time: '09:00', mode: '火车' },
    now: { day, time: '15:00', mode: '火车' },
  })
  expect(seen.get(added?.code ?? '')).toMatchObject({ before: null, now: { time: '10:00' } })
  expect(
    (
      await office.post('/api/manage/arrivalplan/changes', {
        ...EVERYBODY,
        since: '今天',
        after: '',
      })
    ).status,
  ).toBe(422)
})

test('the exported list for drivers has phone numbers and remarks, and stands in the audit log', async () => {
  const [one] = await enrolStudents(backend, 1)
  await announce(one, { time: '14:30' })
  const text = await download('announcedArrivals', { day, hour: '', mode: '' })
  expect(text).toContain('13800000000')
  expect(text).toContain('有大件行李')
  const { details } = await backend.db
    .selectFrom('office_log')
    .select('details')
    .where('action', '=', 'exports.announcedArrivals')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(details).toMatchObject({ rows: 1, filter: { day } })
})

test('the overview of the arrival day counts today’s announced students by hour', async () => {
  const today = toChinaDay(backend.clock.now())
  const [one, two] = await enrolStudents(backend, 2)
  await announce(one, { time: '14:30' })
  await announce(two, { time: '随时' })
  await backend.db.updateTable('travel').set({ arrival_date: today }).execute()
  const { data } = (await office.post('/api/manage/arrivals/overview', EVERYBODY)).body
  expect(data.announced).toEqual([{ hour: `${today}T06:00:00.000Z`, students: 1 }])
})
