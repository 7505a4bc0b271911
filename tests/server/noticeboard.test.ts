import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, chinaMinute } from '#server/platform/clock'
import { type Backend, type SignedIn, startBackend } from '../support/backend.ts'

let backend: Backend
let editor: SignedIn
let student: SignedIn
beforeAll(async () => {
  backend = await startBackend()
  editor = await backend.signInAs('T5001')
  student = await backend.signInAs('880001')
})
afterAll(() => backend.close())

const BOARD = '/api/manage/noticeboard'
const words = {
  id: '',
  title: '校车改线',
  content: '<p>明天起<strong>改线</strong></p>',
  titleEn: '',
  contentEn: '',
  audience: 'students',
  publishTime: '',
  state: 'published',
}
const save = (over: Partial<typeof words> = {}, tag?: string) =>
  editor.post(`${BOARD}/save`, { ...words, ...over }, tag === undefined ? {} : { 'if-match': tag })
const tagOf = async (id: string) =>
  (await editor.post(`${BOARD}/find`, { id })).headers.get('etag') ?? ''
const read = async (id: string, who: Pick<Backend, 'post'> = student) =>
  (await who.post('/api/notice/findNoticeDetail', { id })).body
const stateOf = async (id: string) => (await editor.post(`${BOARD}/find`, { id })).body.data.state

test('what is saved is cleaned, and read by those whom it is for', async () => {
  const word = '<p class="MsoNormal" style="color:red">明天<o:p></o:p><script>x()</script></p>'
  const { id } = (await save({ content: word })).body
  const { content } = await backend.db
    .selectFrom('notice')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(content).toBe('<p>明天</p>')
  expect((await read(id)).data).toMatchObject({ title: '校车改线', content: '<p>明天</p>' })
  expect((await read(id, backend)).code).toBe('-1')
  expect((await read(id, await backend.signInAs('T2001'))).code).toBe('-1')
})

test('a draft is read by nobody, and a later time is when it is read', async () => {
  const { id } = (await save({ state: 'draft' })).body
  expect(await stateOf(id)).toBe('draft')
  expect((await read(id)).code).toBe('-1')
  const publishTime = chinaMinute(after(backend.clock.now(), 3600))
  expect((await save({ id, publishTime }, await tagOf(id))).body.code).toBe('0')
  expect(await stateOf(id)).toBe('scheduled')
  const { body } = await editor.post(`${BOARD}/list`, { state: 'scheduled', find: '', after: '' })
  expect(body.data.map((row: { id: string }) => row.id)).toEqual([id])
  expect((await read(id)).code).toBe('-1')
  backend.clock.advance(7200)
  expect(await stateOf(id)).toBe('published')
  expect((await read(id)).data).toMatchObject({ publishTime })
  backend.clock.set(new Date())
})

test('of two who edit at once the second is told, and loses nothing of the first', async () => {
  const { id } = (await save()).body
  const seen = await tagOf(id)
  expect((await save({ id, title: '第一位的标题' }, seen)).body.code).toBe('0')
  const second = await save({ id, title: '第二位的标题' }, seen)
  expect([second.status, second.body.msg]).toEqual([
    412,
    '其他人刚刚修改过这项内容，请重新打开后再修改',
  ])
  expect((await read(id)).data.title).toBe('第一位的标题')
})

test('what is withdrawn is gone for its readers, kept for the office, and can come back', async () => {
  const { id } = (await save()).body
  expect((await save({ id, state: 'draft' }, await tagOf(id))).body.msg).toContain('请先撤回')
  const nothing = await editor.post(
    `${BOARD}/withdraw`,
    { id, reason: '' },
    { 'if-match': await tagOf(id) },
  )
  expect(nothing.status).toBe(422)
  const said = { id, reason: '时间有误' }
  expect(
    (await editor.post(`${BOARD}/withdraw`, said, { 'if-match': await tagOf(id) })).body.code,
  ).toBe('0')
  expect([(await read(id)).code, await stateOf(id)]).toEqual(['-1', 'withdrawn'])
  expect((await save({ id }, await tagOf(id))).body.code).toBe('0')
  expect((await read(id)).code).toBe('0')
})

test('every change stands in the log with before and after', async () => {
  const { id } = (await save()).body
  await save({ id, title: '新标题' }, await tagOf(id))
  const lines = await backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'action', 'details'])
    .where('about', '=', `notice:${id}`)
    .orderBy('id')
    .execute()
  expect(lines).toMatchObject([
    { staff_code: 'T5001', action: 'noticeboard.save', details: { after: { title: '校车改线' } } },
    { details: { before: { title: '校车改线' }, after: { title: '新标题' } } },
  ])
})

test('a title without a text, or English in part, is refused field by field', async () => {
  expect((await save({ content: '' })).body.issues).toMatchObject([{ path: 'content' }])
  expect((await save({ titleEn: 'A bus' })).body.issues).toMatchObject([{ path: 'titleEn' }])
})

test('what one person was told is not on the board', async () => {
  const { id } = await backend.db
    .selectFrom('notice')
    .select('id')
    .where('audience', '=', 'person')
    .executeTakeFirstOrThrow()
  expect((await editor.post(`${BOARD}/find`, { id })).body.code).toBe('-1')
})

test('a corrected notice is unread again for whoever has read it, where the office says so', async () => {
  const { id } = (await save({ title: '更正' })).body
  await read(id)
  const isRead = async () => {
    const { body } = await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 50 })
    return body.results.records.find((row: { id: string }) => row.id === id).isRead
  }
  expect(await isRead()).toBe('1')
  await save({ id, content: '<p>错字</p>' }, await tagOf(id))
  expect(await isRead()).toBe('1')
  await editor.post(
    `${BOARD}/save`,
    { ...words, id, content: '<p>时间改为9点</p>', unreadAgain: '1' },
    { 'if-match': await tagOf(id) },
  )
  expect(await isRead()).toBe('0')
})

test('alignment survives the cleaning as an attribute, and no other style does', async () => {
  const content =
    '<h2 style="color: red; text-align: center">通知</h2><p align="right">学生处</p><p data-align="left" style="position: fixed">正文</p><ul><li>一<ol><li>二</li></ol></li></ul>'
  const { id } = (await save({ content })).body
  expect((await read(id)).data.content).toBe(
    '<h2 data-align="center">通知</h2><p data-align="right">学生处</p><p>正文</p><ul><li>一<ol><li>二</li></ol></li></ul>',
  )
})
