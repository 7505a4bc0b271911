import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSeconds, toChinaMinute } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createPicture } from '../support/backend/hostile-pictures.ts'
import { postFile } from '../support/backend/post-file.ts'

let backend: Backend
let editor: SignedInUser
let student: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  editor = await backend.signInAs('T5001')
  student = await backend.signInAs('880001')
})
afterAll(() => backend.close())

const BOARD = '/api/manage/noticeboard'
const texts = {
  id: '',
  title: '校车改线',
  content: '<p>明天起<strong>改线</strong></p>',
  titleEn: '',
  contentEn: '',
  audience: 'students',
  publishTime: '',
  state: 'published',
}
interface Added {
  pinned?: string
  files?: string[]
}
const save = (over: Partial<typeof texts> & Added = {}, tag?: string) =>
  editor.post(`${BOARD}/save`, { ...texts, ...over }, tag === undefined ? {} : { 'if-match': tag })
const tagOf = async (id: string) =>
  (await editor.post(`${BOARD}/find`, { id })).headers.get('etag') ?? ''
const read = async (id: string, who: Pick<Backend, 'post'> = student) =>
  (await who.post('/api/notice/findNoticeDetail', { id })).body
const stateOf = async (id: string) => (await editor.post(`${BOARD}/find`, { id })).body.data.state

test('a saved notice is sanitized, and is visible to its audience', async () => {
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

test('a draft notice is visible to nobody, and a scheduled notice appears at its time', async () => {
  const { id } = (await save({ state: 'draft' })).body
  expect(await stateOf(id)).toBe('draft')
  expect((await read(id)).code).toBe('-1')
  const publishTime = toChinaMinute(addSeconds(backend.clock.now(), 3600))
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

test('when two people edit a notice at once, the second is refused with a message, and the first person’s text stays', async () => {
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

test('a withdrawn notice is hidden from its readers, is kept for the office, and can be restored', async () => {
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

test('every change of a notice is in the audit log with the text before and after', async () => {
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

test('a notice with a title but no text, or with incomplete English, is refused with a message for each field', async () => {
  expect((await save({ content: '' })).body.issues).toMatchObject([{ path: 'content' }])
  expect((await save({ titleEn: 'A bus' })).body.issues).toMatchObject([{ path: 'titleEn' }])
})

test('the office’s notice board does not open a notice to one person', async () => {
  const { id } = await backend.db
    .selectFrom('notice')
    .select('id')
    .where('audience', '=', 'person')
    .executeTakeFirstOrThrow()
  expect((await editor.post(`${BOARD}/find`, { id })).body.code).toBe('-1')
})

test('a corrected notice becomes unread again for its readers, if the office chooses so', async () => {
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
    { ...texts, id, content: '<p>时间改为9点</p>', unreadAgain: '1' },
    { 'if-match': await tagOf(id) },
  )
  expect(await isRead()).toBe('0')
})

test('sanitizing keeps text alignment as an attribute, and removes every other style', async () => {
  const content =
    '<h2 style="color: red; text-align: center">通知</h2><p align="right">学生处</p><p data-align="left" style="position: fixed">正文</p><ul><li>一<ol><li>二</li></ol></li></ul>'
  const { id } = (await save({ content })).body
  expect((await read(id)).data.content).toBe(
    '<h2 data-align="center">通知</h2><p data-align="right">学生处</p><p>正文</p><ul><li>一<ol><li>二</li></ol></li></ul>',
  )
})

test('a pinned notice is listed before newer notices, until the office unpins it', async () => {
  const publishTime = toChinaMinute(backend.clock.now())
  const { id } = (await save({ title: '旧通知', pinned: '1' })).body
  backend.clock.advance(120)
  await save({ title: '新通知' })
  const first = async () => {
    const { body } = await student.post('/api/notice/findNotice', { pageNum: 1, pageSize: 2 })
    return body.results.records
  }
  expect(await first()).toMatchObject([{ title: '旧通知', isTop: '1' }, { title: '新通知' }])
  expect((await first())[1]).not.toHaveProperty('isTop')
  // Saving from an older page, which does not know the English text, keeps the English text.
  await save({ id, title: '旧通知', publishTime }, await tagOf(id))
  expect((await first())[0].title).toBe('旧通知')
  await save({ id, title: '旧通知', publishTime, pinned: '0' }, await tagOf(id))
  expect((await first())[0].title).toBe('新通知')
  backend.clock.set(new Date())
})

describe('files attached to a notice', () => {
  const bring = async (name: string, bytes: Uint8Array<ArrayBuffer>, who = editor) => {
    const answer = await postFile(backend, '/api/manage/noticeboard/attach', bytes, {
      by: who,
      name,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
  const pdf = bytesOf('%PDF-1.7 plan')
  const docx = bytesOf('PK\u0003\u0004 [Content_Types].xml word/document.xml')
  const attach = async (name: string, bytes = pdf) =>
    (await bring(name, bytes)).body.data.id as string
  const load = (key: string, who?: SignedInUser) =>
    backend.fetch(`/api/notice/file?key=${key}`, {
      headers: who === undefined ? {} : { authorization: who.token },
    })

  test('files attached to a notice can be read by its readers, unchanged and in their order', async () => {
    const plan = await attach('班车 计划.pdf')
    const form = await attach('申请表.DOCX', docx)
    expect((await load(plan, student)).status).toBe(404)
    expect((await load(plan, editor)).status).toBe(200)
    const { id } = (await save({ title: '有附件', files: [form, plan] })).body
    expect((await read(id)).data.files).toEqual([
      { id: form, name: '申请表.docx', size: docx.byteLength },
      { id: plan, name: '班车 计划.pdf', size: pdf.byteLength },
    ])
    const answer = await load(plan, student)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(
      '班车 计划.pdf',
    )
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(pdf)
    // The notice is for students.
    expect((await load(plan)).status).toBe(404)
    expect((await load(plan, await backend.signInAs('T2001'))).status).toBe(404)
  })

  test('files of a withdrawn notice cannot be read, files removed from a notice are deleted, and files that a save does not name stay', async () => {
    const plan = await attach('计划.pdf')
    const { id } = (await save({ files: [plan] })).body
    await save({ id, title: '改题' }, await tagOf(id))
    expect((await load(plan, student)).status).toBe(200)
    await editor.post(
      `${BOARD}/withdraw`,
      { id, reason: '时间有误' },
      { 'if-match': await tagOf(id) },
    )
    expect((await load(plan, student)).status).toBe(404)
    await save({ id, files: [] }, await tagOf(id))
    expect((await load(plan, editor)).status).toBe(404)
    expect((await read(id)).data).not.toHaveProperty('files')
  })

  test('a file of another notice, or one uploaded a day ago and never saved, cannot be attached, and the notice is not saved', async () => {
    const plan = await attach('计划.pdf')
    await save({ files: [plan] })
    expect((await save({ title: '借用', files: [plan] })).body.msg).toContain('附件已失效')
    const left = await attach('忘记.pdf')
    backend.clock.advance(86_500)
    await attach('新的.pdf')
    expect((await load(left, editor)).status).toBe(404)
    backend.clock.set(new Date())
    const { body } = await editor.post(`${BOARD}/list`, { state: '', find: '借用', after: '' })
    expect(body.data).toEqual([])
    expect((await save({ files: ['1', '2', '3', '4', '5', '6'] })).status).toBe(422)
  })

  test.each([
    ['page.html', bytesOf('<script>1</script>')],
    ['named.pdf', bytesOf('<script>1</script>')],
    [
      'macros.docx',
      bytesOf('PK\u0003\u0004 [Content_Types].xml word/document.xml word/vbaProject.bin'),
    ],
    ['other.xlsx', docx],
    ['archive.docx', bytesOf('PK\u0003\u0004 readme.txt')],
    ['old.doc', bytesOf('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1 nothing of Word')],
    ['program.exe', bytesOf('MZ')],
    ['no extension', pdf],
    ['picture.png', bytesOf('not a picture')],
  ])('the file %s is refused because of its content', async (name, bytes) => {
    const said = await bring(name, bytes)
    expect([said.status, said.body.code]).toEqual([200, '-1'])
  })

  test('an attached picture is re-encoded from its pixels, and an older Office document is recognized by its streams', async () => {
    const photo = new Uint8Array(await createPicture().png().toBuffer())
    const made = (await bring('海报.PNG', photo)).body.data
    expect(made.name).toBe('海报.jpg')
    expect((await load(made.id, editor)).headers.get('content-type')).toBe('image/jpeg')
    const doc = new Uint8Array(
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.from('WordDocument\0', 'utf16le'),
      ]),
    )
    expect((await bring('旧表.doc', doc)).body.data.name).toBe('旧表.doc')
    expect((await bring('../../etc/a<b>.pdf', pdf)).body.data.name).not.toMatch(/[/<>]/)
    const large = new Uint8Array(10 * 1024 * 1024 + 1)
    large.set(pdf)
    expect((await bring('大.pdf', large)).status).toBe(413)
  })
})
