import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const EN = { 'accept-language': 'en' }

test('an English answer has the English translation of each name in it, and of no other names [D-112]', async () => {
  const student = await backend.signInAs('990001')
  const { body } = await student.post(
    '/api/proces/findProcess',
    { stuCode: '', enrollType: '' },
    EN,
  )
  expect(body.results[0].moduleName).toBe('个人与家庭信息')
  expect(body.english).toMatchObject({
    个人与家庭信息: 'Personal and family',
    选择宿舍类型: 'Dormitory type',
  })
  expect(
    Object.keys(body.english).every((name) => JSON.stringify(body.results).includes(name)),
  ).toBe(true)
})

test('a Chinese answer has no English names, and an English answer without names has no such key [D-112]', async () => {
  const student = await backend.signInAs('990001')
  expect((await student.post('/api/proces/findProcess')).body).not.toHaveProperty('english')
  expect((await student.post('/Livings/findReserve', {}, EN)).body).not.toHaveProperty('english')
})

test('a translation that the school adds is used at once, in long lists too [D-112]', async () => {
  await backend.db
    .updateTable('flow_step')
    .set({ title: '绿色通道登记' })
    .where('id', '=', 2)
    .execute()
  await backend.db
    .insertInto('english')
    .values({ chinese: '绿色通道登记', english: 'Green channel desk' })
    .execute()
  const student = await backend.signInAs('990001')
  expect((await student.post('/api/proces/findProcess', {}, EN)).body.english).toMatchObject({
    绿色通道登记: 'Green channel desk',
  })
})

test('a notice is shown in English where the school wrote an English text, otherwise in Chinese [D-112]', async () => {
  await backend.db
    .updateTable('notice')
    .set({ title_en: null, content_en: null })
    .where('title', '=', '迎新志愿者招募')
    .execute()
  const list = async (headers = {}) =>
    (await backend.post('/api/notice/findNotice', { pageNum: 1, pageSize: 20 }, headers)).body
  const titles = async (headers = {}) =>
    (await list(headers)).results.records.map(({ title }: { title: string }) => title)
  expect(await titles()).toContain('新生入学报到须知')
  expect(await titles(EN)).toContain('Arriving as a new student')
  expect(await titles(EN)).toContain('迎新志愿者招募')
  const [{ id }] = (await list()).results.records
  const read = async (headers = {}) =>
    (await backend.post('/api/notice/findNoticeDetail', { id }, headers)).body.data.content
  expect(await read(EN)).toContain('online orientation')
  expect(await read()).toContain('网上迎新')
})

test('the CSV files of grades and lessons have course names in English too [D-112]', async () => {
  const { token, post } = await backend.signInAs('880001')
  const file = async (address: string, headers = {}) => {
    const response = await backend.fetch(address, { headers })
    return new TextDecoder().decode(await response.arrayBuffer())
  }
  expect(await file('/api/exportOne?lang=en', { authorization: token })).toContain('Calculus I,')
  const { body } = await post('/api/timetable/calendarAddress', {}, EN)
  const calendar = await file(body.address)
  expect(calendar).toContain('SUMMARY:Data Structures')
  expect(calendar).toMatch(/NAME:Timetable \d{4}-\d{4}\\?, (autumn|spring) term/)
  expect(calendar).not.toMatch(/\p{Script=Han}/u)
})
