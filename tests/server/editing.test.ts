import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSchool } from '#server/features/school/face'
import { openHost } from '#server/open-host'
import { pageSettings } from '#server/page-settings'
import { after, chinaMinute } from '#server/platform/clock'
import { type Backend, type SignedIn, startBackend } from '../support/backend.ts'
import { freshStudent } from '../support/students.ts'

let backend: Backend
let office: SignedIn
let student: SignedIn
let newcomer: SignedIn
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T4001')
  student = await backend.signInAs('880001')
  newcomer = await backend.signInAs('990001')
})
afterAll(() => backend.close())

interface Row {
  readonly id: string
  readonly version: string
  readonly values: Readonly<Record<string, string>>
  readonly withdrawn: string
}
const rows = async (noun: string, find = ''): Promise<Row[]> =>
  (await office.post(`/api/manage/${noun}/list`, { find })).body.data
const rowBy = async (noun: string, text: string): Promise<Row> => {
  const [row] = await rows(noun, text)
  if (row === undefined) throw new Error(`${noun} has no ${text}`)
  return row
}
const save = (noun: string, row: Row, over: Record<string, string>) =>
  office.post(`/api/manage/${noun}/save`, {
    id: row.id,
    version: row.version,
    values: { ...row.values, ...over },
  })
const add = (noun: string, values: Record<string, string>) =>
  office.post(`/api/manage/${noun}/save`, { id: '', version: '', values })
const withdraw = (noun: string, { id, version }: Row, reason = '不再提供') =>
  office.post(`/api/manage/${noun}/withdraw`, { id, version, reason })
const stepTitles = async () =>
  (
    await newcomer.post('/api/proces/findProcess', { stuCode: '', enrollType: '' })
  ).body.results.map(({ moduleName }: { moduleName: string }) => moduleName)

describe('what every list of the office promises', () => {
  test('of two who edit one row at once the second is told', async () => {
    const row = await rowBy('packages', '台灯')
    expect((await save('packages', row, { content: '第一位' })).body.code).toBe('0')
    const second = await save('packages', row, { content: '第二位' })
    expect([second.status, second.body.msg]).toEqual([
      412,
      '其他人刚刚修改过这项内容，请重新打开后再修改',
    ])
    expect((await rowBy('packages', '台灯')).values['content']).toBe('第一位')
  })

  test('a change that came by another way is noticed too', async () => {
    const row = await rowBy('colours', '迷彩')
    await backend.db
      .updateTable('uniform_colour')
      .set({ name: '数码迷彩' })
      .where('id', '=', row.id)
      .execute()
    expect((await save('colours', row, { name: '丛林迷彩' })).status).toBe(412)
  })

  test('a save stands in the log with before and after, a withdrawal with its reason', async () => {
    const { id } = (await add('events', event('校庆'))).body
    await save('events', await rowBy('events', '校庆'), { title: '校庆日' })
    await withdraw('events', await rowBy('events', '校庆日'), '改期')
    const lines = await backend.db
      .selectFrom('office_log')
      .select(['action', 'reason', 'details'])
      .where('about', '=', `events:${id}`)
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { action: 'events.save', details: { after: { title: '校庆' } } },
      { action: 'events.save', details: { before: { title: '校庆' }, after: { title: '校庆日' } } },
      { action: 'events.withdraw', reason: '改期', details: { before: { title: '校庆日' } } },
    ])
  })

  test('what is typed wrongly is said field by field', async () => {
    const said = await add('events', { ...event('x'), firstDay: '2026-13-01', title: '' })
    expect(said.status).toBe(422)
    expect(said.body.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'values.firstDay',
      'values.title',
    ])
  })

  test.each(['//evil.example', '/\\evil.example', '/x\\y', '/a b'])(
    'a home entry leads to no other host by %s',
    async (address) => {
      const said = await save('entries', await rowBy('entries', '/service'), { address })
      expect(said.body.issues).toMatchObject([{ path: 'values.address' }])
    },
  )
})

const event = (title: string) => ({
  firstDay: '2026-11-01',
  lastDay: '2026-11-02',
  title,
  titleEn: '',
  holiday: '0',
})

describe('what students see of it', () => {
  test('a step has another name, place and English, and one that opens later is not there yet', async () => {
    const travel = await rowBy('steps', '到校信息')
    await save('steps', travel, { title: '来校行程', titleEn: 'Your journey', order: '9' })
    expect((await stepTitles()).at(-1)).toBe('来校行程')
    const english = await newcomer.post(
      '/api/proces/findProcess',
      { stuCode: '', enrollType: '' },
      { 'accept-language': 'en' },
    )
    expect(english.body.english).toMatchObject({ 来校行程: 'Your journey' })
    const living = await rowBy('steps', 'livinguse')
    const opensAt = chinaMinute(after(backend.clock.now(), 3600))
    await save('steps', living, { opensAt })
    expect(await stepTitles()).not.toContain('生活用品')
    backend.clock.advance(3700)
    expect(await stepTitles()).toContain('生活用品')
    backend.clock.set(new Date())
  })

  test('a step that students have done keeps its page', async () => {
    const family = await rowBy('steps', '个人与家庭信息')
    expect((await save('steps', family, { page: 'selectdorm' })).body.msg).toContain('已有学生完成')
  })

  test('a home entry is renamed, moved, and taken out of use', async () => {
    const titles = async () => {
      const asked = { appId: '', type: '1', status: '', startTime: '', menu: '1' }
      const { body } = await student.post('/wx/app/selectAllApp', asked)
      return body.applicationList.map(({ title }: { title: string }) => title)
    }
    await save('entries', await rowBy('entries', '/service'), { title: '联系我们', order: '1' })
    expect((await titles()).indexOf('联系我们')).toBeLessThan(2)
    await withdraw('entries', await rowBy('entries', '联系我们'))
    expect(await titles()).not.toContain('联系我们')
  })

  test('收费标准 is cleaned on save and read by who is not bound', async () => {
    const [fees] = (await rows('guides')).filter(({ id }) => id === 'fees')
    if (fees === undefined) throw new Error('no fees')
    await save('guides', fees, { content: '<p onclick="x()">学费 9000</p><script>1</script>' })
    const { content } = await backend.db
      .selectFrom('guide')
      .select('content')
      .where('name', '=', 'fees')
      .executeTakeFirstOrThrow()
    expect(content).toBe('<p>学费 9000</p>')
    const { body } = await backend.post('/api/guide/find')
    expect(body.data.find(({ name }: Row & { name: string }) => name === 'fees').content).toBe(
      content,
    )
  })

  test('the school’s own name stands before that of the settings', async () => {
    const [row] = await rows('school')
    if (row === undefined) throw new Error('no school')
    expect(row.values).toEqual({ name: '', nameEn: '', installName: '' })
    const names = { name: '江城大学', nameEn: 'Jiang City', installName: '江大' }
    expect((await save('school', row, names)).body.code).toBe('0')
    const school = await findSchool(backend.db)
    const page = pageSettings(backend.settings, openHost(backend.settings), { school })
    expect(page).toMatchObject({ school: '江城大学', schoolEn: 'Jiang City' })
  })

  test('a term begins on a Monday and keeps its name', async () => {
    const term = (await rows('terms'))[0]
    if (term === undefined) throw new Error('no term')
    expect((await save('terms', term, { firstMonday: '2026-09-01' })).body.msg).toContain('星期一')
    expect((await save('terms', term, { label: '2090-2091学年第一学期' })).body.msg).toContain(
      '不能改名',
    )
    expect((await save('terms', term, { weeks: '19' })).body.code).toBe('0')
  })
})

describe('what was built on stays', () => {
  test('places are never fewer than those taken, and a type that students hold stays', async () => {
    const type = await rowBy('dorms', '四人间')
    const few = (await save('dorms', type, { places: '1' })).body.msg
    expect(few).toMatch(/已占用 \d+ 个床位/)
    expect((await save('dorms', type, { price: '1300' })).body.msg).toContain('不能改价')
    expect((await withdraw('dorms', type)).body.msg).toContain('停用')
    const room = async () =>
      (await backend.db.selectFrom('dorm_place').select('type_name').execute()).map(
        ({ type_name: name }) => name,
      )
    expect(await room()).toContain('四人间')
    expect((await save('dorms', type, { name: '标准四人间', places: '500' })).body.code).toBe('0')
    expect(await room()).not.toContain('四人间')
  })

  test('a room keeps the beds, the gender and the type of who lives in it', async () => {
    const [type, other] = await rows('dorms')
    const values = { building: '新苑1号楼', room: '101', beds: '4', gender: '2' }
    const wrong = await add('rooms', { ...values, type: '没有的类型' })
    expect(wrong.body.msg).toContain('没有这种宿舍类型')
    const named = { ...values, type: type?.values['name'] ?? '' }
    expect((await add('rooms', { ...named, beds: '21' })).body.code).not.toBe('0')
    expect((await add('rooms', named)).body.code).toBe('0')
    expect((await add('rooms', named)).body.msg).toBe('已有同名的一项')
    const room = () => rowBy('rooms', '新苑1号楼')
    expect((await room()).values).toEqual({ ...named, beds: '1、2、3、4' })
    const { subject } = await freshStudent(backend)
    const { building, room: number } = values
    await backend.db
      .insertInto('dorm_place')
      .values({ student_code: subject, building, room: number, bed: '4', type_name: named.type })
      .execute()
    for (const change of [{ beds: '3' }, { gender: '1' }, { type: other?.values['name'] ?? '' }])
      expect((await save('rooms', await room(), change)).body.msg).toContain('有人住')
    expect((await save('rooms', await room(), { room: '102' })).body.msg).toContain('不能修改')
    expect((await save('rooms', await room(), { beds: '4，门边' })).body.code).toBe('0')
    expect((await room()).values['beds']).toBe('4、门边')
    expect((await withdraw('rooms', await room())).body.code).toBe('0')
    expect((await room()).withdrawn).toBe('1')
    expect((await save('rooms', await room(), { beds: '4、' })).body.code).toBe('0')
    expect(await room()).toMatchObject({ withdrawn: '0', values: { beds: '4、' } })
  })

  test('stock is never less than what is ordered, and more of it can be ordered', async () => {
    const { size_id: id } = await backend.db
      .selectFrom('uniform_line')
      .select('size_id')
      .executeTakeFirstOrThrow()
    const size = (await rows('sizes')).find((row) => row.id === id)
    if (size === undefined) throw new Error('no size')
    expect((await save('sizes', size, { total: '0' })).body.msg).toMatch(/已被预订 \d+ 件/)
    expect((await withdraw('sizes', size)).body.msg).toContain('不能停用')
    expect((await save('sizes', size, { total: '70000' })).body.code).toBe('0')
    const { stock } = await backend.db
      .selectFrom('uniform_size')
      .select('stock')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stock).toBeLessThan(70_000)
    expect((await rows('sizes')).find((row) => row.id === id)?.values['total']).toBe('70000')
  })

  test('a package that was reserved keeps its price; another one is withdrawn and comes back', async () => {
    const bedding = (await rows('packages')).find((row) => row.id === '1')
    if (bedding === undefined) throw new Error('no bedding')
    expect((await save('packages', bedding, { price: '1' })).body.msg).toContain('预订')
    const { id } = (await add('packages', { ...bedding.values, name: '雨伞' })).body
    const umbrella = await rowBy('packages', '雨伞')
    await withdraw('packages', umbrella)
    const gone = await rowBy('packages', '雨伞')
    expect([gone.id, gone.withdrawn]).toEqual([id, '1'])
    await save('packages', gone, { price: '25.50' })
    expect((await rowBy('packages', '雨伞')).withdrawn).toBe('0')
  })

  test('a fee item of a year and kind keeps both, changes its amount, and is withdrawn', async () => {
    const fee = {
      item: '学费',
      itemEn: 'Tuition',
      year: '2031',
      enrolment: '2',
      amount: '24000.00',
    }
    expect((await add('feeItems', fee)).body.code).toBe('0')
    expect(
      (await save('feeItems', await rowBy('feeItems', '2031'), { year: '2032' })).body.msg,
    ).toContain('不能修改')
    await save('feeItems', await rowBy('feeItems', '2031'), { amount: '25000.50' })
    const row = await rowBy('feeItems', '2031')
    expect(row.values).toEqual({ ...fee, amount: '25000.50' })
    await withdraw('feeItems', row)
    expect((await rowBy('feeItems', '2031')).withdrawn).toBe('1')
  })

  test('the least payment of a year and kind', async () => {
    const finance = await backend.signInAs('T6001')
    const values = { year: '2026', enrolment: '2', least: '500' }
    const saved = await finance.post('/api/manage/leasts/save', { id: '', version: '', values })
    expect(saved.body).toMatchObject({ code: '0', id: '2026 2' })
    const row = await rowBy('leasts', '500')
    expect(row.values).toEqual(values)
    expect((await save('leasts', row, { least: '-1' })).body.code).toBe('0')
    expect((await rowBy('leasts', '2026')).values['least']).toBe('-1')
  })
})
