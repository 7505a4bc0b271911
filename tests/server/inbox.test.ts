import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Backend, type SignedIn, startBackend } from '../support/backend.ts'

let backend: Backend
let student: SignedIn
let admissions: SignedIn
let dorms: SignedIn
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('880001')
  admissions = await backend.signInAs('T5001')
  dorms = await backend.signInAs('T7001')
})
beforeEach(async () => {
  await backend.db.deleteFrom('advice').execute()
  await backend.db.deleteFrom('service_request').execute()
})
afterAll(() => backend.close())

const complain = (who: SignedIn, content: string) =>
  who.post('/api/advice/insert', { stuCode: '', content })
const list = async (who = admissions, change: object = {}) =>
  (
    await who.post('/api/manage/inbox/list', {
      state: '',
      mine: '0',
      find: '',
      after: '',
      ...change,
    })
  ).body
const words = async (who = admissions, change: object = {}) =>
  ((await list(who, change)).data as { content: string }[]).map(({ content }) => content)
const idOf = async (content: string) =>
  ((await list()).data as { id: string; content: string }[]).find((one) => one.content === content)
    ?.id ?? ''
const find = (who: SignedIn, id: string) => who.post('/api/manage/inbox/find', { id })
const answer = (who: SignedIn, id: string, content: string, headers = {}) =>
  who.post('/api/manage/inbox/answer', { id, content }, headers)
const assign = (id: string, staff: string) =>
  admissions.post('/api/manage/inbox/assign', { id, staff })
const deeds = async (action: string) =>
  backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'about', 'details'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute()

test('open ones stand first, the oldest before all; filtered by state and by words', async () => {
  const other = await backend.signInAs('880002')
  await complain(student, '热水太晚')
  backend.clock.advance(60)
  await complain(other, '走廊灯坏了')
  await student.post('/api/binding/kfSendMsg', { stuCode: '' })
  expect(await words()).toEqual(['热水太晚', '走廊灯坏了', ''])
  await answer(admissions, await idOf('热水太晚'), '已调整')
  expect(await words()).toEqual(['走廊灯坏了', '', '热水太晚'])
  expect(await words(admissions, { state: 'open' })).toEqual(['走廊灯坏了', ''])
  expect(await words(admissions, { state: 'answered' })).toEqual(['热水太晚'])
  expect(await words(admissions, { find: '880002' })).toEqual(['走廊灯坏了'])
  expect(await words(admissions, { find: '热水' })).toEqual(['热水太晚'])
  expect(await words(admissions, { find: '%' })).toEqual([])
  expect((await list(admissions, { find: '880002' })).data[0]).toMatchObject({
    kind: 'complaint',
    number: '880002',
    answered: '0',
    staff: '',
  })
})

test('a long list goes on where it ended, also from the open ones to the answered', async () => {
  await backend.db
    .insertInto('advice')
    .values(
      Array.from({ length: 120 }, (_, at) => ({
        subject: 'student:S880001',
        content: String(at),
        created_at: new Date(1e12 + (at % 7) * 1000),
        answered_at: at % 3 === 0 ? new Date() : null,
      })),
    )
    .execute()
  const seen: string[] = []
  let after = ''
  do {
    const { data, next } = await list(admissions, { after })
    seen.push(...data.map(({ content }: { content: string }) => content))
    after = next
  } while (after !== '')
  expect(seen).toHaveLength(120)
  expect(new Set(seen).size).toBe(120)
  const answered = seen.map((content) => Number(content) % 3 === 0)
  expect(answered).toEqual(answered.toSorted((a, b) => Number(a) - Number(b)))
})

test('an answer reaches who wrote: beside the complaint, and as a notice in both languages', async () => {
  await complain(student, '热水太晚')
  const id = await idOf('热水太晚')
  expect((await answer(admissions, id, '九点起供应 <b>热水</b>')).body).toEqual({ code: '0' })
  backend.clock.advance(60)
  expect((await answer(admissions, id, '周末八点起')).body).toEqual({ code: '0' })
  const { data } = (await student.post('/api/advice/findOwn', { stuCode: '' })).body
  expect(data).toMatchObject([
    {
      content: '热水太晚',
      answered: '1',
      answers: [{ content: '九点起供应 <b>热水</b>' }, { content: '周末八点起' }],
    },
  ])
  expect(JSON.stringify(data)).not.toContain('T5001')
  const { records } = (await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 2 }))
    .body.results
  expect(records).toMatchObject([
    { title: '您的投诉建议已有答复', isRead: '0' },
    { title: '您的投诉建议已有答复', isRead: '0' },
  ])
  const english = await student.post(
    '/api/notice/findNoticeDetail',
    { id: records[1].id },
    { 'accept-language': 'en' },
  )
  expect(english.body.data.content).toBe(
    '<p>You wrote: 热水太晚</p><p>The answer: 九点起供应 &lt;b&gt;热水&lt;/b&gt;</p>',
  )
  const other = await backend.signInAs('880002')
  expect((await other.post('/api/advice/findOwn', { stuCode: '' })).body.data).toEqual([])
  expect((await deeds('inbox.answer')).slice(0, 2)).toMatchObject([
    { staff_code: 'T5001', about: 'student:S880001', details: { entry: id } },
    { staff_code: 'T5001', details: { entry: id } },
  ])
})

test('an answer has 1 to 1000 characters', async () => {
  await complain(student, '热水太晚')
  const id = await idOf('热水太晚')
  const issue = async (content: string) =>
    (await answer(admissions, id, content)).body.issues?.[0]?.message
  expect(await issue('  ')).toBe('必填哦')
  expect(await issue('字'.repeat(1001))).toBe('最多可以输入1000个字符哦')
  expect(await issue('字'.repeat(1000))).toBeUndefined()
})

test('who answers without having seen the newest answer is told so, and nothing is sent', async () => {
  await complain(student, '热水太晚')
  const id = await idOf('热水太晚')
  const etag = (await find(admissions, id)).headers.get('etag') ?? ''
  const administrator = await backend.signInAs('T4001')
  const both = await Promise.all(
    [admissions, administrator].map((who) => answer(who, id, '好', { 'if-match': etag })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect(both.find(({ status }) => status === 412)?.body.msg).toContain('已有人答复')
  expect((await find(admissions, id)).body.data.answers).toHaveLength(1)
})

test('the dormitory office reads and answers what was given to it, and nothing else', async () => {
  await complain(student, '热水太晚')
  await complain(student, '食堂排队')
  const id = await idOf('热水太晚')
  expect(await words(dorms)).toEqual([])
  expect((await find(dorms, id)).body.code).toBe('-1')
  expect((await answer(dorms, id, '好')).body.code).toBe('-1')
  const { data: colleagues } = (await admissions.post('/api/manage/inbox/colleagues')).body
  expect(colleagues.map(({ code }: { code: string }) => code)).toEqual(['T4001', 'T5001', 'T7001'])
  expect((await assign(id, 'T1001')).body.code).toBe('-1')
  expect((await assign(id, 'T7001')).body.code).toBe('0')
  expect(await words(dorms)).toEqual(['热水太晚'])
  expect(await words(admissions, { mine: '1' })).toEqual([])
  expect((await answer(dorms, id, '好')).body.code).toBe('0')
  const told = (await dorms.post('/api/notice/findNotice', { pageNum: 1, pageSize: 1 })).body
    .results
  expect(told.records).toMatchObject([{ title: '有一条收件交由您处理' }])
  await assign(id, '')
  expect(await words(dorms)).toEqual([])
  expect(await deeds('inbox.assign')).toMatchObject([
    { details: { entry: id, to: '' } },
    { details: { entry: id, to: 'T7001' } },
  ])
})

test('what is not there cannot be found, given or answered', async () => {
  for (const id of ['complaint-999999999', 'service-1']) {
    expect((await find(admissions, id)).body.code).toBe('-1')
    expect((await answer(admissions, id, '好')).body.code).toBe('-1')
    expect((await assign(id, 'T7001')).body.code).toBe('-1')
  }
  expect((await find(admissions, 'notice-1')).status).toBe(422)
})
