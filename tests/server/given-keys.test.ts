import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { toChinaDay } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { DEMO_USER_BY_ROLE } from '../support/backend/permissions-table.ts'
import { enrolStudents } from '../support/backend/students.ts'

const ADD = '/api/stuEnter/add'
const OWN = '紫荆苑3号楼'
const RECORDED = { code: 0, msg: '登记成功；钥匙发放已登记' }

let backend: Backend
let supervisor: SignedInUser
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  supervisor = await backend.signInAs('T2001')
  office = await backend.signInAs(DEMO_USER_BY_ROLE.administrator)
})
afterAll(() => backend.close())
afterEach(async () => {
  await backend.db.deleteFrom('campus_rule').execute()
})

/** A checked student with a bed in the supervisor's building. */
async function resident() {
  const [student] = await enrolStudents(backend, 1)
  if (student === undefined) throw new Error('no student')
  const { code } = student
  await backend.db
    .updateTable('student')
    .set({ checked_in_at: backend.clock.now() })
    .where('code', '=', code)
    .execute()
  await backend.db
    .insertInto('dorm_place')
    .values({ student_code: code, type_name: '四人间', building: OWN, room: code, bed: '1' })
    .execute()
  return code
}
/** A second supervisor of the building, with the password that all demo accounts have. */
async function openColleague(code: string): Promise<SignedInUser> {
  const { db } = backend
  const model = await db
    .selectFrom('staff')
    .selectAll()
    .where('code', '=', 'T2001')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('staff')
    .values({ ...model, code, id: `U${code}`, name: '陈同事' })
    .execute()
  await db.insertInto('staff_building').values({ staff_code: code, building: OWN }).execute()
  const said = await backend.post('/api/sys/login', {
    userCode: code,
    openId: '',
    password: 'campus-T2001',
  })
  const token: string = said.body.token
  return {
    token,
    code,
    post: (path, body, headers) => backend.post(path, body, { authorization: token, ...headers }),
  }
}
const instant = () => backend.clock.now().toISOString()
const scan = async (
  student: string,
  keyGiven?: string,
  by: SignedInUser = supervisor,
  headers: Record<string, string> = {},
) => (await by.post(ADD, { stuCode: student, scanTime: instant(), keyGiven }, headers)).body
const arrivalsOf = (student: string) =>
  backend.db
    .selectFrom('arrival')
    .selectAll()
    .where('student_code', '=', student)
    .orderBy('received_at')
    .execute()
const nameOf = async (code: string) =>
  (
    await backend.db
      .selectFrom('staff')
      .select('name')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).name

test('phones record keys only where the campus has switched it on in its rules', async () => {
  const roster = async () => (await supervisor.post('/api/stuEnter/roster')).body.data
  expect((await roster()).recordsKeys).toBeUndefined()
  const saved = await office.post('/api/manage/rules/save', {
    rule: 'keys',
    value: JSON.stringify({ recorded: true }),
    firstDay: toChinaDay(backend.clock.now()),
    seen: '',
    reason: '今年由宿管发钥匙',
  })
  expect(saved.body).toEqual({ code: '0' })
  expect((await roster()).recordsKeys).toBe('1')
})

test('a key ticked with the confirmation is stored with its time and supervisor, and shown in the roster and the list of arrivals', async () => {
  const code = await resident()
  const at = instant()
  expect(await scan(code, 'now')).toEqual(RECORDED)
  expect(await arrivalsOf(code)).toMatchObject([
    { key_given_at: new Date(at), key_given_by: 'T2001', verified: false },
  ])
  const by = await nameOf('T2001')
  const { students } = (await supervisor.post('/api/stuEnter/roster')).body.data
  expect(students.find((one: { stuCode: string }) => one.stuCode === code)).toMatchObject({
    keyTime: at,
    keyBy: by,
  })
  const latest = (await supervisor.post('/api/stuEnter/selectStuEnterInfos')).body.data
  expect(latest.find((one: { stuCode: string }) => one.stuCode === code)).toMatchObject({
    keyTime: at,
    keyBy: by,
  })
})

test('the second supervisor who hands over a key is told when and by whom it was handed over', async () => {
  const code = await resident()
  const colleague = await openColleague('T2091')
  await scan(code, 'now', colleague)
  const [first] = await arrivalsOf(code)
  backend.clock.advance(120)
  const told = await scan(code, 'now')
  expect(told).toEqual({
    code: 0,
    msg: expect.stringMatching(
      /^该学生已确认；钥匙已由陈同事于 \d{4}-\d\d-\d\d \d\d:\d\d 发放，请勿重复发放$/,
    ),
  })
  expect(await arrivalsOf(code)).toEqual([first])
})

test('of two supervisors who record the key of one student at the same moment, one is told of the other', async () => {
  const code = await resident()
  const colleague = await openColleague('T2092')
  await scan(code)
  const told = await Promise.all([scan(code, 'later'), scan(code, 'later', colleague)])
  const texts = told.map(({ msg }) => msg)
  expect(texts.filter((msg) => msg === '钥匙发放已登记')).toHaveLength(1)
  expect(texts.filter((msg) => msg.includes('请勿重复发放'))).toHaveLength(1)
})

test('a key recorded later needs an arrival and confirms none, with a number also where arrivals need a pass', async () => {
  const own = await startBackend({ env: { PASS_REQUIRED: '1' } })
  try {
    const by = await own.signInAs('T2001')
    const later = async (code: string) =>
      (
        await by.post(ADD, {
          stuCode: code,
          scanTime: own.clock.now().toISOString(),
          keyGiven: 'later',
        })
      ).body
    await own.db.deleteFrom('arrival').where('student_code', '=', 'S990002').execute()
    expect(await later('S990002')).toEqual({
      code: -1,
      msg: '该学生还没有登记入住，请先扫码确认',
    })
    const found = () =>
      own.db.selectFrom('arrival').selectAll().where('student_code', '=', 'S990002').execute()
    expect(await found()).toEqual([])
    await own.db
      .insertInto('arrival')
      .values({
        student_code: 'S990002',
        building: OWN,
        room: '402',
        scanned_at: own.clock.now(),
        received_at: own.clock.now(),
        staff_code: 'T2001',
        verified: true,
      })
      .execute()
    expect(await later('S990002')).toEqual({ code: 0, msg: '钥匙发放已登记' })
    expect(await found()).toMatchObject([{ key_given_by: 'T2001' }])
  } finally {
    await own.close()
  }
})

test('a repeated submission whose answer was lost records the key once, and does not warn its own supervisor', async () => {
  const code = await resident()
  const headers = { 'idempotency-key': 'a'.repeat(64) }
  const body = { stuCode: code, scanTime: instant(), keyGiven: 'now' }
  const send = async () => (await supervisor.post(ADD, body, headers)).body
  expect(await send()).toEqual(RECORDED)
  const [first] = await arrivalsOf(code)
  backend.clock.advance(60)
  expect([RECORDED, { code: 0, msg: '该学生已确认；钥匙发放已登记' }]).toContainEqual(await send())
  expect(await arrivalsOf(code)).toEqual([first])
})

test('a revoked arrival takes its key along, and a key recorded before the reversal does not reach the next arrival', async () => {
  const code = await resident()
  await scan(code)
  const stale = instant()
  backend.clock.advance(60)
  const [row] = await arrivalsOf(code)
  await supervisor.post('/api/stuEnter/delete', { id: row?.id, reason: '扫错人' })
  backend.clock.advance(60)
  expect(await scan(code)).toEqual({ code: 0, msg: '登记成功' })
  const late = await supervisor.post(
    ADD,
    { stuCode: code, scanTime: stale, keyGiven: 'later' },
    { 'words-age': '120' },
  )
  expect(late.body).toEqual({ code: -1, msg: '该登记已被撤销，请重新扫码' })
  expect(await scan(code, 'later')).toEqual({ code: 0, msg: '钥匙发放已登记' })
  expect((await arrivalsOf(code)).map(({ key_given_by }) => key_given_by)).toEqual([null, 'T2001'])
})

test('a scan with a key that a colleague left is stored in the name of the colleague who scanned', async () => {
  const code = await resident()
  const colleague = await openColleague('T2093')
  const forwarded = { stuCode: code, scanTime: instant(), scannedBy: 'T2001', keyGiven: 'now' }
  expect((await colleague.post('/api/stuEnter/handOver', forwarded)).body.msg).toBe(RECORDED.msg)
  expect(await arrivalsOf(code)).toMatchObject([
    { staff_code: 'T2001', delivered_by: 'T2093', key_given_by: 'T2001' },
  ])
})

test('any other value of a key is refused, and nothing is stored', async () => {
  const code = await resident()
  for (const keyGiven of ['yes', '', true, 1, null, {}, ['now'], 'n'.repeat(5000)])
    expect([
      keyGiven,
      (await supervisor.post(ADD, { stuCode: code, scanTime: instant(), keyGiven })).status,
    ]).toEqual([keyGiven, 422])
  expect(await arrivalsOf(code)).toEqual([])
})

test('the page of a student, the rooms and the exports of arrivals and beds show who handed over the key and when', async () => {
  const code = await resident()
  await scan(code, 'now')
  const [row] = await arrivalsOf(code)
  const by = await nameOf('T2001')
  const page = (await office.post('/api/manage/students/open', { student: code })).body
  expect(JSON.stringify(page)).toContain(`"keyBy":"${by}"`)
  const [student] = await backend.db
    .selectFrom('student')
    .select(['exam_number'])
    .where('code', '=', code)
    .execute()
  for (const table of ['arrivals', 'beds']) {
    const response = await backend.fetch(`/api/manage/exports/${table}`, {
      method: 'POST',
      headers: { authorization: office.token, 'content-type': 'application/json' },
      body: JSON.stringify({ cohort: 'all', department: '', building: OWN, format: 'csv' }),
    })
    const [head = '', ...rows] = (await response.text()).split('\r\n')
    expect(head).toMatch(/钥匙发放时间,钥匙发放人/)
    const line = rows.find((text) => text.includes(student?.exam_number ?? '-'))
    expect(line).toContain(by)
    expect(line).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/)
  }
  await backend.db
    .insertInto('dorm_room')
    .values({ building: OWN, room: code, type_name: '四人间', beds: ['1'], gender: null })
    .execute()
  const { rooms } = (await office.post('/api/manage/dormRooms/list', { building: OWN })).body
  const beds = rooms.flatMap((room: { beds: object[] }) => room.beds)
  expect(beds.find((bed: { student?: string }) => bed.student === code)).toMatchObject({
    keyAt: row?.key_given_at?.toISOString(),
  })
})
