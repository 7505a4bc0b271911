import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredRecords } from '#server/features/privacy/retention'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createPicture } from '../support/backend/hostile-pictures.ts'

let backend: Backend
let student: SignedInUser
let admissions: SignedInUser
let dorms: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('880001')
  admissions = await backend.signInAs('T5001')
  dorms = await backend.signInAs('T7001')
})
beforeEach(async () => {
  await backend.db.deleteFrom('advice').execute()
  await backend.db.deleteFrom('service_request').execute()
  await backend.db.deleteFrom('rate_limit').execute()
})
afterAll(() => backend.close())

const complain = (who: SignedInUser, content: string) =>
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
const listTexts = async (who = admissions, change: object = {}) =>
  ((await list(who, change)).data as { content: string }[]).map(({ content }) => content)
const idOf = async (content: string) =>
  ((await list()).data as { id: string; content: string }[]).find((one) => one.content === content)
    ?.id ?? ''
const find = (who: SignedInUser, id: string) => who.post('/api/manage/inbox/find', { id })
const answer = (who: SignedInUser, id: string, content: string, headers = {}) =>
  who.post('/api/manage/inbox/answer', { id, content }, headers)
const assign = (id: string, staff: string, role = '', headers = {}) =>
  admissions.post('/api/manage/inbox/assign', { id, staff, role }, headers)
const close = (who: SignedInUser, id: string, headers = {}) =>
  who.post('/api/manage/inbox/close', { id }, headers)
const tagOf = async (id: string) => ({
  'if-match': (await find(admissions, id)).headers.get('etag') ?? '',
})
const own = async (who = student) =>
  (await who.post('/api/advice/findOwn', { stuCode: '' })).body.data
const reopen = async (content: string, who = student) =>
  (await who.post('/api/advice/reopen', { id: (await own())[0].id, content })).body
const findAuditEntries = async (action: string) =>
  backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'about', 'details'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute()

test('open complaints are listed first, from the oldest on, and can be filtered by state and by text', async () => {
  const other = await backend.signInAs('880002')
  await complain(student, '热水太晚')
  backend.clock.advance(60)
  await complain(other, '走廊灯坏了')
  await student.post('/api/binding/kfSendMsg', { stuCode: '' })
  expect(await listTexts()).toEqual(['热水太晚', '走廊灯坏了', ''])
  await answer(admissions, await idOf('热水太晚'), '已调整')
  expect(await listTexts()).toEqual(['走廊灯坏了', '', '热水太晚'])
  expect(await listTexts(admissions, { state: 'open' })).toEqual(['走廊灯坏了', ''])
  expect(await listTexts(admissions, { state: 'answered' })).toEqual(['热水太晚'])
  expect(await listTexts(admissions, { find: '880002' })).toEqual(['走廊灯坏了'])
  expect(await listTexts(admissions, { find: '热水' })).toEqual(['热水太晚'])
  expect(await listTexts(admissions, { find: '%' })).toEqual([])
  expect((await list(admissions, { find: '880002' })).data[0]).toMatchObject({
    kind: 'complaint',
    number: '880002',
    state: 'open',
    staff: '',
  })
})

test('a long list of complaints continues on its next page, also from open to answered complaints', async () => {
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

test('an answer reaches the student beside the complaint, and as a notice in both languages', async () => {
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
  expect((await findAuditEntries('inbox.answer')).slice(0, 2)).toMatchObject([
    { staff_code: 'T5001', about: 'student:S880001', details: { entry: id } },
    { staff_code: 'T5001', details: { entry: id } },
  ])
})

test('an answer to a complaint has 1 to 1000 characters', async () => {
  await complain(student, '热水太晚')
  const id = await idOf('热水太晚')
  const issue = async (content: string) =>
    (await answer(admissions, id, content)).body.issues?.[0]?.message
  expect(await issue('  ')).toBe('必填哦')
  expect(await issue('字'.repeat(1001))).toBe('最多可以输入1000个字符哦')
  expect(await issue('字'.repeat(1000))).toBeUndefined()
})

test('an answer by somebody who has not seen the newest message is refused, and nothing is sent', async () => {
  await complain(student, '热水太晚')
  const id = await idOf('热水太晚')
  const etag = (await find(admissions, id)).headers.get('etag') ?? ''
  const administrator = await backend.signInAs('T4001')
  const both = await Promise.all(
    [admissions, administrator].map((who) => answer(who, id, '好', { 'if-match': etag })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  expect(both.find(({ status }) => status === 412)?.body.msg).toMatch(/^.+刚刚已答复/)
  expect((await find(admissions, id)).body.data.history).toHaveLength(1)
})

test('the dormitory office can read and answer the complaints assigned to it, and no others', async () => {
  await complain(student, '热水太晚')
  await complain(student, '食堂排队')
  const id = await idOf('热水太晚')
  expect(await listTexts(dorms)).toEqual([])
  expect((await find(dorms, id)).body.code).toBe('-1')
  expect((await answer(dorms, id, '好')).body.code).toBe('-1')
  const { data: colleagues } = (await admissions.post('/api/manage/inbox/colleagues')).body
  expect(colleagues.map(({ code }: { code: string }) => code)).toEqual([
    'T4001',
    'T5001',
    'T6001',
    'T7001',
  ])
  expect((await assign(id, 'T1001')).body.code).toBe('-1')
  expect((await assign(id, 'T7001')).body.code).toBe('0')
  expect(await listTexts(dorms)).toEqual(['热水太晚'])
  expect(await listTexts(admissions, { mine: '1' })).toEqual([])
  expect((await answer(dorms, id, '好')).body.code).toBe('0')
  const told = (await dorms.post('/api/notice/findNotice', { pageNum: 1, pageSize: 1 })).body
    .results
  expect(told.records).toMatchObject([{ title: '有一条收件交由您处理' }])
  await assign(id, '')
  expect(await listTexts(dorms)).toEqual([])
  expect(await findAuditEntries('inbox.assign')).toMatchObject([
    { details: { entry: id, to: '' } },
    { details: { entry: id, to: 'T7001' } },
  ])
})

test('a complaint that does not exist cannot be opened, assigned or answered', async () => {
  for (const id of ['complaint-999999999', 'service-1']) {
    expect((await find(admissions, id)).body.code).toBe('-1')
    expect((await answer(admissions, id, '好')).body.code).toBe('-1')
    expect((await assign(id, 'T7001')).body.code).toBe('-1')
  }
  expect((await find(admissions, 'notice-1')).status).toBe(422)
})

test('a complaint assigned to an office role can be read and answered by its holders, and by no other office', async () => {
  await complain(student, '退费没有到账')
  const id = await idOf('退费没有到账')
  const finance = await backend.signInAs('T6001')
  expect(await listTexts(finance)).toEqual([])
  expect((await assign(id, '', 'finance')).body.code).toBe('0')
  expect(await listTexts(finance)).toEqual(['退费没有到账'])
  expect(await listTexts(finance, { mine: '1' })).toEqual(['退费没有到账'])
  expect(await listTexts(dorms)).toEqual([])
  expect((await list()).data[0]).toMatchObject({ staff: '', role: 'finance' })
  expect((await answer(finance, id, '已重新打款')).body.code).toBe('0')
  expect((await assign(id, 'T7001', 'finance')).body.code).toBe('-1')
  expect((await admissions.post('/api/manage/inbox/assign', { id, role: 'students' })).status).toBe(
    422,
  )
  expect((await find(admissions, id)).body.data.history).toMatchObject([
    { act: 'assign', toRole: 'finance', to: '' },
    { act: 'answer', content: '已重新打款' },
  ])
})

test('when two colleagues handle a complaint at once, the second is told what the first did', async () => {
  await complain(student, '热水太晚')
  const id = await idOf('热水太晚')
  const seen = await tagOf(id)
  expect((await assign(id, 'T7001', '', seen)).body.code).toBe('0')
  for (const second of [
    await assign(id, 'T6001', '', seen),
    await answer(admissions, id, '好', seen),
  ])
    expect([second.status, second.body.msg]).toEqual([
      412,
      expect.stringMatching(/刚刚已转交，请先查看再操作$/),
    ])
  await answer(admissions, id, '好')
  const answered = await tagOf(id)
  expect((await reopen('还是太晚')).code).toBe('0')
  const late = await close(admissions, id, answered)
  expect([late.status, late.body.msg]).toEqual([412, '提交人刚刚表示仍未解决，请先查看再操作'])
})

test('the office closes and reopens an answered complaint, and both sides see its state', async () => {
  await complain(student, '热水太晚')
  const id = await idOf('热水太晚')
  expect((await close(admissions, id)).body.msg).toBe('请先答复再办结')
  await answer(admissions, id, '已调整')
  expect((await close(admissions, id, await tagOf(id))).body.code).toBe('0')
  expect((await close(admissions, id)).body.code).toBe('-1')
  expect((await answer(admissions, id, '再说一句')).body.msg).toBe('这一条已办结，请先重新打开')
  expect((await own())[0]).toMatchObject({ state: 'closed', answered: '1' })
  expect(await listTexts(admissions, { state: 'closed' })).toEqual(['热水太晚'])
  expect(await listTexts(admissions, { state: 'answered' })).toEqual([])
  const notice = (await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 1 })).body
  expect(notice.results.records).toMatchObject([{ title: '您的投诉建议已办结' }])
  const again = await admissions.post('/api/manage/inbox/reopen', { id }, await tagOf(id))
  expect(again.body.code).toBe('0')
  expect((await own())[0]).toMatchObject({ state: 'open', answered: '0' })
  expect((await findAuditEntries('inbox.close'))[0]).toMatchObject({
    staff_code: 'T5001',
    details: { entry: id },
  })
  expect((await findAuditEntries('inbox.reopen'))[0]).toMatchObject({ about: 'student:S880001' })
})

test('a student can report a complaint as unsolved: at any time after an answer, and after closing for as long as the campus sets', async () => {
  await complain(student, '热水太晚')
  const id = await idOf('热水太晚')
  expect((await reopen('太慢')).msg).toBe('学校还没有答复，请稍候')
  await answer(admissions, id, '已调整')
  expect((await reopen('  ')).msg).toBe('必填哦')
  expect((await reopen('昨晚还是没有')).code).toBe('0')
  expect((await own())[0]).toMatchObject({
    state: 'open',
    answers: [{ content: '已调整' }, { content: '昨晚还是没有', own: '1' }],
  })
  expect(await listTexts(admissions, { state: 'open' })).toEqual(['热水太晚'])
  expect((await find(admissions, id)).body.data.history.at(-1)).toMatchObject({
    act: 'unsolved',
    by: '',
    content: '昨晚还是没有',
  })
  await answer(admissions, id, '换了水泵')
  await close(admissions, id)
  backend.clock.advance(13 * 86_400)
  const other = await backend.signInAs('880002')
  expect((await reopen('不是我的', other)).code).toBe('-1')
  expect((await reopen('又坏了')).code).toBe('0')
  await answer(admissions, id, '再次修好')
  await close(admissions, id)
  expect((await own())[0].reopenUntil).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
  backend.clock.advance(14 * 86_400)
  expect((await own())[0].reopenUntil).toBe('')
  expect((await reopen('又坏了')).msg).toBe('已超过重新提出的期限，请重新提交一条')
  backend.clock.set(new Date())
})

describe('categories of complaints', () => {
  const save = async (name: string, order = '1') =>
    (
      await admissions.post('/api/manage/complaintCategories/save', {
        id: '',
        version: '',
        values: { order, name, nameEn: '' },
      })
    ).body.id as string

  test('the office names the categories of complaints, the student chooses one, and the office counts and filters by them', async () => {
    const [water, food] = [await save('水电', '1'), await save('餐饮', '2')]
    const offered = (await student.post('/api/advice/categories')).body.data
    expect(offered).toEqual(expect.arrayContaining([{ id: water, name: '水电' }]))
    await student.post('/api/advice/insert', { content: '热水太晚', category: water })
    await student.post('/api/advice/insert', { content: '灯坏了', category: water })
    await complain(student, '没有类别')
    await answer(admissions, await idOf('灯坏了'), '已修')
    expect((await own()).map((one: { category?: string }) => one.category)).toEqual([
      undefined,
      '水电',
      '水电',
    ])
    const counts = (await admissions.post('/api/manage/inbox/categories')).body.data
    expect(counts).toEqual(
      expect.arrayContaining([
        { id: water, name: '水电', open: '1', total: '2' },
        { id: food, name: '餐饮', open: '0', total: '0' },
        { id: '', name: '', open: '1', total: '1' },
      ]),
    )
    expect(await listTexts(admissions, { category: water, state: 'open' })).toEqual(['热水太晚'])
    expect(await listTexts(admissions, { category: '-' })).toEqual(['没有类别'])
    // Staff who read only the complaints assigned to them count only these.
    const theirs = (await dorms.post('/api/manage/inbox/categories')).body.data
    expect(theirs.every((one: { total: string }) => one.total === '0')).toBe(true)
  })

  test('a withdrawn category is no longer offered, and stays on its complaints', async () => {
    const id = await save('网络')
    await student.post('/api/advice/insert', { content: '断网', category: id })
    const { body } = await admissions.post('/api/manage/complaintCategories/list', {
      find: '网络',
      after: '',
      id: '',
    })
    await admissions.post('/api/manage/complaintCategories/withdraw', {
      id,
      version: body.data[0].version,
      reason: '合并',
    })
    const refused = await student.post('/api/advice/insert', { content: '又断网', category: id })
    expect(refused.body.msg).toBe('这个类别已停用，请重新选择')
    expect((await list()).data[0]).toMatchObject({ content: '断网', category: '网络' })
  })
})

describe('pictures of complaints', () => {
  const base64 = async () => (await createPicture().jpeg().toBuffer()).toString('base64')
  const look = (path: string, key: string, who: SignedInUser) =>
    backend.fetch(`${path}=${key}`, { headers: { authorization: who.token } })
  const inOffice = (key: string, who: SignedInUser) =>
    look('/api/manage/inbox/picture?key', key, who)
  const asOwner = (key: string, who: SignedInUser) =>
    look('/api/greenchannel/imgLook?params', key, who)

  test('up to three pictures of a complaint are re-encoded and stored, and only the student and the complaint’s readers see them', async () => {
    const images = [await base64(), await base64()]
    const sent = await student.post('/api/advice/insert', { content: '墙漏水', pictures: images })
    expect(sent.body).toEqual({ code: '0' })
    const { pictures } = (await own())[0]
    expect(pictures).toHaveLength(2)
    const id = await idOf('墙漏水')
    expect((await find(admissions, id)).body.data.pictures).toEqual(pictures)
    const [key = ''] = pictures
    const mine = await asOwner(key, student)
    expect([mine.status, mine.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await asOwner(key, await backend.signInAs('880002'))).status).toBe(403)
    expect((await asOwner(key, await backend.signInAs('T3001'))).status).toBe(403)
    expect((await inOffice(key, admissions)).status).toBe(200)
    expect((await inOffice(key, dorms)).status).toBe(404)
    await assign(id, '', 'dorm-office')
    expect((await inOffice(key, dorms)).status).toBe(200)
    const paper = await backend.db
      .selectFrom('image')
      .select('id')
      .where('purpose', '=', 'application')
      .executeTakeFirstOrThrow()
    expect((await inOffice(paper.id, admissions)).status).toBe(404)
  })

  test('a file that is not a picture, a fourth picture, and a picture sent by staff are refused, and nothing is stored', async () => {
    const one = await base64()
    const send = (who: SignedInUser, pictures: string[]) =>
      who.post('/api/advice/insert', { content: '墙漏水', pictures })
    const bad = await send(student, [one, Buffer.from('no picture').toString('base64')])
    expect([bad.status, bad.body.issues]).toMatchObject([422, [{ path: 'pictures.1' }]])
    expect((await send(student, [one, one, one, one])).status).toBe(422)
    expect((await send(dorms, [one])).body.msg).toBe('教职工提交时不能附图片')
    expect(await own()).toEqual([])
  })

  test('the pictures of a complaint are deleted together with it', async () => {
    await student.post('/api/advice/insert', { content: '墙漏水', pictures: [await base64()] })
    const [key = ''] = (await own())[0].pictures
    backend.clock.advance(1096 * 86_400)
    const { retention } = backend.settings
    await deleteExpiredRecords(backend.db, { retention, now: backend.clock.now(), dryRun: false })
    backend.clock.set(new Date())
    expect(await own()).toEqual([])
    expect(
      await backend.db.selectFrom('image').select('id').where('id', '=', key).execute(),
    ).toEqual([])
  })
})
