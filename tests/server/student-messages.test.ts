import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindWaitingPhones } from '#server/features/student-messages/waiting-reminders'
import { EVERY_STUDENT } from '../../src/contract/audiences.ts'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { postFile } from '../support/backend/post-file.ts'
import { recordStatements } from '../support/backend/recorded-statements.ts'

let backend: Backend
let office: SignedInUser
let counsellor: SignedInUser
let ownClasses: string[] = []
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T5001')
  const rows = await backend.db.selectFrom('staff_class').selectAll().execute()
  ownClasses = rows.flatMap(({ staff_code, class_name }) =>
    staff_code === rows[0]?.staff_code ? [class_name] : [],
  )
  counsellor = await backend.signInAs(rows[0]?.staff_code ?? '')
})
afterAll(() => backend.close())

const preview = async (as: SignedInUser, audience: object) =>
  (await as.post('/api/manage/reach/preview', { audience: { ...EVERY_STUDENT, ...audience } })).body
const send = (as: SignedInUser, audience: object, seen: number, more: object = {}) =>
  as.post('/api/manage/reach/send', {
    title: '班会时间',
    content: '周三晚七点在教一楼开班会',
    titleEn: '',
    contentEn: '',
    audience: { ...EVERY_STUDENT, ...audience },
    important: '0',
    seen,
    ...more,
  })
const countWhere = async (
  column: 'class_name' | 'department' | 'major' | 'enrolment',
  value: string,
) => {
  const { n } = await backend.db
    .selectFrom('student')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where(column, '=', value)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

test('each condition of an audience narrows it, and conditions are combined with and', async () => {
  const all = Number((await preview(office, {})).count)
  const { data } = (await office.post('/api/manage/reach/choices', {})).body
  const [college] = data.colleges
  const [oneClass] = data.classes
  expect(Number((await preview(office, { colleges: [college.value] })).count)).toBe(
    await countWhere('department', college.value),
  )
  expect(Number((await preview(office, { classes: [oneClass.value] })).count)).toBe(
    await countWhere('class_name', oneClass.value),
  )
  const [fresh, old] = await Promise.all([
    preview(office, { cohort: 'new' }),
    preview(office, { cohort: 'continuing' }),
  ])
  expect(Number(fresh.count) + Number(old.count)).toBe(all)
  const step = data.steps[0].value
  const open = Number((await preview(office, { cohort: 'new', step, stepState: 'open' })).count)
  const done = Number((await preview(office, { cohort: 'new', step, stepState: 'done' })).count)
  expect(open + done).toBe(Number(fresh.count))
  const station = 'dormitory'
  const there = Number((await preview(office, { station, stationState: 'recorded' })).count)
  const missing = Number((await preview(office, { station, stationState: 'missing' })).count)
  expect(there + missing).toBe(all)
  const building = data.buildings[0].value
  const both = Number((await preview(office, { buildings: [building], cohort: 'new' })).count)
  expect(both).toBeLessThanOrEqual(Number((await preview(office, { buildings: [building] })).count))
})

test('a preview shows twenty students at most, with masked names and numbers', async () => {
  const { count, data, students } = await preview(office, {})
  const shown = students ?? data
  expect(Number(count)).toBeGreaterThan(20)
  expect(shown).toHaveLength(20)
  for (const { name, number } of shown) {
    expect(name).toMatch(/^.\*+$/)
    expect(number).toMatch(/^..\*+..$/)
  }
})

test('a message to a class reaches its students, in their notices, and is in the log with its audience', async () => {
  const { data } = (await office.post('/api/manage/reach/choices', {})).body
  const reader = await backend.signInAs('990001')
  const own = await backend.db
    .selectFrom('student')
    .select('class_name')
    .where('code', '=', reader.code)
    .executeTakeFirstOrThrow()
  expect(data.classes.map(({ value }: { value: string }) => value)).toContain(own.class_name)
  const audience = { classes: [own.class_name] }
  const { count } = await preview(office, audience)
  const answer = await send(office, audience, Number(count))
  expect(answer.body).toMatchObject({ code: '0', told: Number(count) })
  const read = await reader.post('/api/notice/findNotice', { pageNum: 1, pageSize: 20 })
  const found = read.body.results.records.find(
    ({ title }: { title: string }) => title === '班会时间',
  )
  expect(found).toMatchObject({ isRead: '0' })
  await reader.post('/api/notice/findNoticeDetail', { id: found.id })
  const other = await backend.signInAs('880001')
  const theirs = await other.post('/api/notice/findNotice', { pageNum: 1, pageSize: 50 })
  expect(JSON.stringify(theirs.body)).not.toContain('班会时间')
  expect((await other.post('/api/notice/findNoticeDetail', { id: found.id })).body.code).toBe('-1')
  const listed = (await office.post('/api/manage/reach/list', { after: '' })).body.data[0]
  expect(listed).toMatchObject({ title: '班会时间', count: Number(count), read: 1 })
  const logged = await backend.db
    .selectFrom('office_log')
    .select(['about', 'details'])
    .where('action', '=', 'reach.send')
    .executeTakeFirstOrThrow()
  expect(logged).toMatchObject({ about: `notice:${found.id}`, details: { told: Number(count) } })
  expect(JSON.stringify(logged.details)).toContain(own.class_name)
  const page = await office.post('/api/manage/reach/student', { student: reader.code, after: '' })
  expect(page.body.data[0]).toMatchObject({ title: '班会时间', topic: 'message', waiting: '1' })
})

test('the statements of a message do not grow with its students', async () => {
  const statementsOf = async (audience: object) => {
    const { count } = await preview(office, audience)
    const statements = await recordStatements(() => send(office, audience, Number(count)))
    return { students: Number(count), statements: statements.length }
  }
  const { data } = (await office.post('/api/manage/reach/choices', {})).body
  const few = await statementsOf({ classes: [data.classes[0].value] })
  const all = await statementsOf({})
  expect(all.students).toBeGreaterThan(5 * few.students)
  expect(all.statements).toBe(few.statements)
})

test('a message is refused if the number of students is not the one in the preview', async () => {
  const { count } = await preview(office, { cohort: 'new' })
  const answer = await send(office, { cohort: 'new' }, Number(count) - 1)
  expect(answer.body.code).toBe('-1')
  expect(answer.body.msg).toContain(String(count))
})

test('a counsellor reaches students of their own classes only, by whatever condition', async () => {
  const everybody = await preview(counsellor, {})
  const own = await backend.db
    .selectFrom('student')
    .select(['class_name', 'department'])
    .where('withdrawn_at', 'is', null)
    .execute()
  const expected = own.filter(
    ({ class_name, department }) =>
      ownClasses.includes(class_name) || ownClasses.includes(`${department}/${class_name}`),
  ).length
  expect(Number(everybody.count)).toBe(expected)
  const { data } = (await office.post('/api/manage/reach/choices', {})).body
  const foreign = data.classes.find(({ value }: { value: string }) => !ownClasses.includes(value))
  expect(Number((await preview(counsellor, { classes: [foreign.value] })).count)).toBe(0)
  expect((await send(counsellor, { classes: [foreign.value] }, 0)).body.code).toBe('-1')
})

test('a supervisor cannot choose students by a step, which the role does not see', async () => {
  const supervisor = await backend.signInAs('T2001')
  const answer = await supervisor.post('/api/manage/reach/preview', {
    audience: { ...EVERY_STUDENT, step: '1' },
  })
  expect(answer.status).toBe(403)
  const { data } = (await supervisor.post('/api/manage/reach/choices', {})).body
  expect(data.steps).toEqual([])
})

test('an uploaded list is an audience of its uploader only, and names the lines without a student', async () => {
  const path = '/api/manage/reach/upload'
  const csv = '学号,备注\n880001,甲\n990001,乙\n770000123,丙\n'
  const upload = await (await postFile(backend, path, csv, { by: office, name: '名单.csv' })).json()
  expect(upload).toMatchObject({ code: '0', count: 2, unknown: ['770000123'], unknownLines: 1 })
  const chat = '990001 990002，990003;880001\n770000124 770000125'
  const pasted = await (await postFile(backend, path, chat, { by: office, name: 'a.txt' })).json()
  expect(pasted).toMatchObject({ code: '0', count: 4, unknown: ['770000124', '770000125'] })
  const audience = { list: upload.id }
  expect(Number((await preview(office, audience)).count)).toBe(2)
  await send(office, audience, 2, { title: '给名单' })
  const { data } = (await office.post('/api/manage/reach/list', { after: '' })).body
  expect(data[0]).toMatchObject({ title: '给名单', audience: '全部学生；上传的名单：名单.csv' })
  expect((await preview(counsellor, audience)).code).toBe('-1')
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  const refused = await postFile(backend, path, old, { by: office, name: 'x.xls' })
  expect((await refused.json()).code).toBe('-1')
})

test('an important notice to a group is queued for its students, and a withdrawal ends what is not sent', async () => {
  const audience = { ...EVERY_STUDENT, cohort: 'new' }
  const saved = await office.post('/api/manage/noticeboard/save', {
    id: '',
    title: '报到地点变更',
    content: '<p>请到东门报到</p>',
    titleEn: '',
    contentEn: '',
    audience: 'group',
    group: audience,
    important: '1',
    publishTime: '',
    state: 'published',
    unreadAgain: '0',
  })
  expect(saved.body.code).toBe('0')
  const queued = await backend.db
    .selectFrom('message_delivery')
    .select((e) => e.fn.countAll<string>().as('n'))
    .where('notice_id', '=', saved.body.id)
    .executeTakeFirstOrThrow()
  expect(Number(queued.n)).toBe(Number((await preview(office, { cohort: 'new' })).count))
  const found = await office.post('/api/manage/noticeboard/find', { id: saved.body.id })
  expect(found.body.data).toMatchObject({ audience: 'group', group: audience, important: '1' })
})

test('a sender withdraws a message: nobody reads it or is sent it any more, and the lists and the log say so', async () => {
  const own = ownClasses[0] ?? ''
  const { count } = await preview(counsellor, { classes: [own] })
  const content = '第一行 <3 & "4"\n第二行'
  await send(counsellor, { classes: [own] }, Number(count), { title: '写错了', content })
  const listAs = async (as: SignedInUser) => {
    const { body } = await as.post('/api/manage/reach/list', { after: '' })
    return body.data.find(({ title }: { title: string }) => title === '写错了')
  }
  const sent = await listAs(counsellor)
  expect(sent).toMatchObject({
    content,
    audience: `全部学生；行政班级：${own}`,
    withdrawn: '0',
    waiting: Number(count),
  })
  const { student_code: student } = await backend.db
    .selectFrom('notice_recipient')
    .select('student_code')
    .where('notice_id', '=', sent.id)
    .orderBy('student_code')
    .executeTakeFirstOrThrow()
  const withdraw = (as: SignedInUser) =>
    as.post('/api/manage/reach/withdraw', { id: sent.id, reason: '时间有误' })
  const supervisor = await backend.signInAs('T2001')
  expect((await withdraw(supervisor)).body.code).toBe('-1')
  expect(await listAs(counsellor)).toMatchObject({ withdrawn: '0' })

  expect((await withdraw(counsellor)).body.code).toBe('0')
  expect(await listAs(counsellor)).toMatchObject({ withdrawn: '1', waiting: 0 })
  expect((await withdraw(office)).body.code).toBe('-1')
  const open = await backend.db
    .selectFrom('message_delivery')
    .select('student_code')
    .where('notice_id', '=', sent.id)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([])
  const page = await office.post('/api/manage/reach/student', { student, after: '' })
  const received = page.body.data.find(({ id }: { id: string }) => id === sent.id)
  expect(received).toMatchObject({ withdrawn: '1', waiting: '0' })
  const board = await office.post('/api/manage/noticeboard/find', { id: sent.id })
  expect(board.body.data).toMatchObject({ state: 'withdrawn' })
  const logged = await backend.db
    .selectFrom('office_log')
    .select(['about', 'reason', 'details'])
    .where('action', '=', 'reach.withdraw')
    .execute()
  expect(logged).toMatchObject([
    { about: `notice:${sent.id}`, reason: '时间有误', details: { title: '写错了' } },
  ])
})

test('the office withdraws the message of a colleague, and what the notice board withdrew is marked too', async () => {
  const own = ownClasses[0] ?? ''
  const { count } = await preview(counsellor, { classes: [own] })
  for (const title of ['其一', '其二'])
    await send(counsellor, { classes: [own] }, Number(count), { title })
  const listed = async () =>
    (await counsellor.post('/api/manage/reach/list', { after: '' })).body.data.filter(
      ({ title }: { title: string }) => title.startsWith('其'),
    )
  const [second, first] = await listed()
  const answer = await office.post('/api/manage/reach/withdraw', { id: first.id, reason: '重复' })
  expect(answer.body.code).toBe('0')
  const found = await office.post('/api/manage/noticeboard/find', { id: second.id })
  await office.post(
    '/api/manage/noticeboard/withdraw',
    { id: second.id, reason: '重复' },
    { 'if-match': found.headers.get('etag') ?? '' },
  )
  expect(await listed()).toMatchObject([
    { title: '其二', withdrawn: '1', waiting: 0 },
    { title: '其一', withdrawn: '1', waiting: 0 },
  ])
})

test('a message that the office corrects on the notice board stays a message, waits on, and keeps its time', async () => {
  const own = ownClasses[0] ?? ''
  const { count } = await preview(counsellor, { classes: [own] })
  await send(counsellor, { classes: [own] }, Number(count), { title: '改错字' })
  const listed = async () =>
    (await counsellor.post('/api/manage/reach/list', { after: '' })).body.data.find(
      ({ title }: { title: string }) => title.startsWith('改错字'),
    )
  const before = await listed()
  const found = await office.post('/api/manage/noticeboard/find', { id: before.id })
  const saved = await office.post(
    '/api/manage/noticeboard/save',
    { ...found.body.data, title: '改错字了', state: 'published', unreadAgain: '0', files: [] },
    { 'if-match': found.headers.get('etag') ?? '' },
  )
  expect(saved.body.code).toBe('0')
  expect(await listed()).toEqual({ ...before, title: '改错字了' })
  const notice = await backend.db
    .selectFrom('notice')
    .select(['topic', 'important'])
    .where('id', '=', before.id)
    .executeTakeFirst()
  expect(notice).toEqual({ topic: 'message', important: false })
})

test('a student whose phone has held submissions for a day is reminded once in three days', async () => {
  const phone = await backend.signInAs('990002')
  await phone.post('/api/phones/report', {
    waiting: 2,
    refused: 0,
    scans: 0,
    oldest: 90_000,
    version: 'test',
  })
  const now = backend.clock.now()
  expect(await remindWaitingPhones(backend.db, now)).toBe(1)
  expect(await remindWaitingPhones(backend.db, now)).toBe(0)
  expect(await remindWaitingPhones(backend.db, new Date(now.getTime() + 3 * 86_400_000 + 1))).toBe(
    1,
  )
})
