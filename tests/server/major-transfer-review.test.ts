import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let student: SignedInUser
let admissions: SignedInUser
let administrator: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('990001')
  admissions = await backend.signInAs('T5001')
  administrator = await backend.signInAs('T4001')
  await backend.db
    .insertInto('school_class')
    .values(
      ['土木2601', '土木2602', '土木2603'].map((name) => ({
        name,
        major_code: '081001',
        entry_year: GRADE,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})
const GRADE = String(toChinaYear(new Date()))
const OLD = {
  department: '信息学院',
  major: '计算机科学与技术',
  major_code: '080901',
}
beforeEach(async () => {
  await backend.db.deleteFrom('major_transfer').where('student_code', '<>', 'S990002').execute()
  await backend.db.updateTable('student').set(OLD).where('code', '=', 'S990001').execute()
})
afterAll(() => backend.close())

const apply = async (change: object = {}) =>
  (
    await student.post('/api/changeMajor/insert', {
      stuCode: '',
      remark: '我想转到这个专业，因为'.repeat(10),
      majorIdOld: '080901',
      majorIdNew: '081001',
      ...change,
    })
  ).body
const own = async () =>
  (await student.post('/api/changeMajor/findDetail', { stuCode: '', roleId: '', runningId: '' }))
    .body.findDetail
const list = async (change: object = {}) =>
  (
    await admissions.post('/api/manage/transferdesk/list', {
      status: '',
      find: '',
      after: '',
      ...change,
    })
  ).body.data as { id: string; number: string; status: string }[]
const open = async (id: string) => {
  const said = await admissions.post('/api/manage/transferdesk/find', { id })
  return { entry: said.body.data, etag: said.headers.get('etag') ?? '' }
}
const decide = (id: string, change: object = {}, who = admissions, etag?: string) =>
  who.post(
    '/api/manage/transferdesk/decide',
    { id, status: '1', reply: '', newClass: '', ...change },
    etag === undefined ? {} : { 'if-match': etag },
  )
const applied = async () => {
  await apply()
  const [{ runningId }] = await own()
  return { id: runningId as string, ...(await open(runningId)) }
}
const record = () =>
  backend.db
    .selectFrom('student')
    .select(['department', 'major', 'major_code', 'class_name'])
    .where('code', '=', 'S990001')
    .executeTakeFirstOrThrow()
const newestNotice = async () => {
  const { records } = (await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 1 }))
    .body.results
  const text = await student.post('/api/notice/findNoticeDetail', { id: records[0].id })
  return [records[0].title, text.body.data.content]
}

test('pending transfer applications are listed first, and can be filtered by status, name and number', async () => {
  const { id, entry } = await applied()
  expect((await list()).map(({ number, status }) => [number, status])).toEqual([
    ['990001', '0'],
    ['990002', '2'],
  ])
  expect(await list({ status: '0' })).toMatchObject([{ id }])
  expect(await list({ find: '990002' })).toMatchObject([{ status: '2' }])
  expect(await list({ find: entry.name.slice(0, 2) })).toMatchObject([{ id }])
  expect(await list({ find: '%' })).toEqual([])
  expect(entry).toMatchObject({ oldMajor: '计算机科学与技术', newMajor: '土木工程', status: '0' })
  expect(entry.reason).toContain('我想转到这个专业')
})

test('approving a transfer with a class moves the student, notifies them, and shows the new class at the next read [MAJ-17]', async () => {
  const { id, etag } = await applied()
  const said = await decide(id, { newClass: '土木2602', reply: '请补修力学' }, admissions, etag)
  expect(said.body).toEqual({ code: '0' })
  expect(await record()).toEqual({
    department: '建筑工程学院',
    major: '土木工程',
    major_code: '081001',
    class_name: '土木2602',
  })
  const { stuInfo } = (
    await student.post('/api/changeMajor/findStuInfo', { stuCode: '', deptIdNew: '' })
  ).body.data
  expect(stuInfo).toMatchObject({ majorIdOld: '081001', classNameOld: '土木2602' })
  expect(await own()).toMatchObject([{ applyStatus: '1', auditRemark: '请补修力学' }])
  expect(await newestNotice()).toEqual([
    '您的转专业申请已通过',
    '<p>从计算机科学与技术转入土木工程。</p><p>新班级：土木2602。课表等信息将按新班级显示。</p><p>学费等应缴费用不会自动调整，如需变动由财务处另行通知。</p><p>审核意见：请补修力学</p>',
  ])
  expect((await open(id)).entry).toMatchObject({
    status: '1',
    newClass: '土木2602',
    reply: '请补修力学',
  })
  const auditEntry = await backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'action', 'reason'])
    .where('about', '=', 'student:S990001')
    .where('action', 'like', 'transferdesk.%')
    .execute()
  expect(auditEntry).toEqual([
    { staff_code: 'T5001', action: 'transferdesk.approve', reason: '请补修力学' },
  ])
})

test('approving a transfer without a class only decides the application', async () => {
  const { id, etag } = await applied()
  expect((await decide(id, {}, admissions, etag)).body).toEqual({ code: '0' })
  expect(await record()).toMatchObject(OLD)
  expect(await own()).toMatchObject([{ applyStatus: '1' }])
})

test('rejecting a transfer needs a reason, and moves nobody', async () => {
  const { id, etag } = await applied()
  const refusal = { status: '2', newClass: '土木2602' }
  expect((await decide(id, refusal, admissions, etag)).body.issues[0].message).toBe(
    '不通过时请填写审核意见',
  )
  expect((await decide(id, { ...refusal, reply: '名额已满' }, admissions, etag)).status).toBe(200)
  expect(await record()).toMatchObject(OLD)
  expect(await own()).toMatchObject([{ applyStatus: '2', auditRemark: '名额已满' }])
  expect((await newestNotice())[0]).toBe('您的转专业申请未通过')
  expect((await apply()).result).toBe(1)
})

test('when two reviewers decide a transfer at once, one decision is stored and the other is refused with a message', async () => {
  const { id, etag } = await applied()
  const both = await Promise.all([
    decide(id, { newClass: '土木2602' }, admissions, etag),
    decide(id, { status: '2', reply: '名额已满' }, administrator, etag),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect(both.find(({ status }) => status === 412)?.body.msg).toContain('已被审核或修改')
  const [passed] = both
  expect((await record()).major).toBe(passed.status === 200 ? '土木工程' : '计算机科学与技术')
})

test('a transfer that the student has changed or withdrawn meanwhile cannot be decided', async () => {
  const { id, etag } = await applied()
  expect((await decide(id)).status).toBe(412)
  await apply({ majorIdNew: '082801', runningId: id })
  expect((await decide(id, {}, admissions, etag)).status).toBe(412)
  const { etag: newer } = await open(id)
  await student.post('/api/changeMajor/delete', { runningId: id })
  expect((await decide(id, {}, admissions, newer)).body.code).toBe('-1')
})

test('a student who has left the university cannot be moved', async () => {
  const { id, etag } = await applied()
  const leave = (at: Date | null) =>
    backend.db
      .updateTable('student')
      .set({ withdrawn_at: at })
      .where('code', '=', 'S990001')
      .execute()
  await leave(new Date())
  expect((await decide(id, {}, admissions, etag)).body.msg).toBe('该生已不在校，不能通过')
  await leave(null)
})

test('a student can be moved only into a class of the new major and the student’s grade', async () => {
  const { id, entry, etag } = await applied()
  expect(entry.classes).toContain('土木2602')
  const said = await decide(id, { newClass: '不存在班99' }, admissions, etag)
  expect(said.body.msg).toContain('没有这个班')
  expect((await open(id)).entry.status).toBe('0')
})

test('a transfer decision can be reversed until the student is moved, and the student is told', async () => {
  const { id, etag } = await applied()
  const takeBack = async (seen: string) =>
    admissions.post(
      '/api/manage/transferdesk/takeBack',
      { id, reason: '点错了' },
      { 'if-match': seen },
    )
  await decide(id, { status: '2', reply: '名额已满' }, admissions, etag)
  expect((await takeBack(etag)).status).toBe(412)
  const refusedOnce = await open(id)
  expect(refusedOnce.entry.mayTakeBack).toBe('1')
  expect((await takeBack(refusedOnce.etag)).body.code).toBe('0')
  expect(await open(id)).toMatchObject({ entry: { status: '0', reply: '', by: '', decidedAt: '' } })
  const { body } = await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 5 })
  expect(body.results.records[0].title).toBe('您的转专业申请正在重新审核')
  await decide(id, { newClass: '土木2602' }, admissions, (await open(id)).etag)
  const moved = await open(id)
  expect(moved.entry.mayTakeBack).toBe('0')
  expect((await takeBack(moved.etag)).body.msg).toContain('已转入新班级')
})

test('the earlier decision stays recorded when a student applies again after a rejection', async () => {
  const { id, etag } = await applied()
  await decide(id, { status: '2', reply: '名额已满' }, admissions, etag)
  await apply()
  const { entry, etag: now } = await open(id)
  expect(entry.mayTakeBack).toBe('0')
  const said = await admissions.post(
    '/api/manage/transferdesk/takeBack',
    { id, reason: '点错了' },
    { 'if-match': now },
  )
  expect(said.body.msg).toContain('已重新提交')
})
