import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatLogChange } from '#i18n/audit-changes'
import { createHosts } from '#server/create-hosts'
import { findSchool } from '#server/features/school/public'
import { buildPageSettings } from '#server/page-settings'
import { addSeconds, toChinaMinute } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'

let backend: Backend
let office: SignedInUser
let student: SignedInUser
let freshStudent: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T4001')
  student = await backend.signInAs('880001')
  freshStudent = await backend.signInAs('990001')
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
    await freshStudent.post('/api/proces/findProcess', { stuCode: '', enrollType: '' })
  ).body.results.map(({ moduleName }: { moduleName: string }) => moduleName)

/** The lists in which the office can create rows, and those whose rows are fixed. */
const CREATED = [
  'steps',
  'entries',
  'terms',
  'bellSchedules',
  'events',
  'dorms',
  'rooms',
  'packages',
  'garments',
  'sizes',
  'colours',
  'leasts',
  'feeItems',
  'names',
] as const
const GIVEN = ['guides', 'school'] as const

describe('creating never changes an existing row', () => {
  beforeAll(async () => {
    // Add rows that the demo campus lacks.
    await add('events', event('开学典礼'))
    await add('bellSchedules', { firstDay: '2034-03-01', periods: '08:00-08:45' })
    await add('leasts', { year: '2034', enrolment: '2', least: '5000' })
    const fee = { item: '学费', itemEn: '', year: '2034', enrolment: '2', amount: '18600.00' }
    await add('feeItems', fee)
    await add('names', { chinese: '研究生院', english: 'Graduate School' })
  })

  test.each(CREATED)('%s: a new row with an existing name is refused', async (noun) => {
    const [row] = await rows(noun)
    if (row === undefined) throw new Error(`no ${noun}`)
    const said = await add(noun, row.values)
    expect(said.body.msg).toBe('已有同名的一项，请打开原有的一项修改')
    expect((await rows(noun)).find(({ id }) => id === row.id)).toEqual(row)
  })

  test.each(GIVEN)('%s: no row can be added to this list', async (noun) => {
    const [row] = await rows(noun)
    if (row === undefined) throw new Error(`no ${noun}`)
    expect((await add(noun, row.values)).body.code).not.toBe('0')
    expect(await rows(noun)).toContainEqual(row)
  })

  test.each([...CREATED, ...GIVEN])(
    '%s: a save without the row’s version is refused',
    async (noun) => {
      const [row] = await rows(noun)
      if (row === undefined) throw new Error(`no ${noun}`)
      const { id, values } = row
      const said = await office.post(`/api/manage/${noun}/save`, { id, version: '', values })
      expect(said.status).toBe(412)
    },
  )

  test('adding tuition again does not change it from 18,600 yuan to 1 yuan', async () => {
    const fee = { item: '学费', itemEn: '', year: '2034', enrolment: '2', amount: '1.00' }
    expect((await add('feeItems', fee)).body.msg).toContain('已有同名')
    expect((await rowBy('feeItems', '2034')).values['amount']).toBe('18600.00')
    expect((await add('leasts', { year: '2034', enrolment: '2', least: '1' })).body.msg).toContain(
      '已有同名',
    )
    expect((await rowBy('leasts', '2034')).values['least']).toBe('5000.00')
  })

  test('a name that differs only in blanks, width or case counts as the same name', async () => {
    await add('colours', { name: 'Navy 蓝', nameEn: '' })
    for (const name of ['navy蓝', 'ＮＡＶＹ 蓝'])
      expect((await add('colours', { name, nameEn: '' })).body.msg).toContain('已有同名')
  })

  const NAMES = {
    steps: 'title',
    entries: 'title',
    events: 'title',
    dorms: 'name',
    rooms: 'room',
    packages: 'name',
    garments: 'name',
    sizes: 'size',
    colours: 'name',
    feeItems: 'item',
    names: 'chinese',
  } as const
  test.each(Object.entries(NAMES))(
    '%s: a name with an invisible character, a blank or full-width letters counts as the same name',
    async (noun, field) => {
      const [row] = await rows(noun)
      const name = row?.values[field] ?? ''
      expect(name).not.toBe('')
      const wide = name.replaceAll(/[!-~]/g, (sign) =>
        String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0),
      )
      for (const other of [
        `${name.slice(0, 1)}\u200B${name.slice(1)}`,
        `${name}\uFEFF`,
        `${name.slice(0, 1)} ${name.slice(1)}`,
        wide,
      ])
        expect((await add(noun, { ...row?.values, [field]: other })).body.msg).toContain('已有同名')
    },
  )

  test('a name is stored without invisible characters', async () => {
    expect(
      (await add('colours', { name: '湖\u200B蓝', nameEn: 'Lake\u200B blue' })).body.code,
    ).toBe('0')
    expect((await rowBy('colours', '湖蓝')).values).toEqual({ name: '湖蓝', nameEn: 'Lake blue' })
  })

  test('a row cannot be renamed to the name of another row, and for a withdrawn row the message says how to restore it', async () => {
    await add('garments', { name: '皮带', nameEn: '' })
    await add('garments', { name: '水壶', nameEn: '' })
    const belt = await rowBy('garments', '皮带')
    expect((await save('garments', belt, { name: '水壶' })).body.msg).toContain('已有同名')
    await withdraw('garments', belt)
    expect((await add('garments', { name: '皮带', nameEn: '' })).body.msg).toContain('已停用')
    expect((await save('garments', await rowBy('garments', '皮带'), {})).body.code).toBe('0')
  })

  test('a new row does not change or remove the English translation of a text that other rows share', async () => {
    await add('names', { chinese: '实习费', english: 'Internship fee' })
    const fee = { item: '实习费', year: '2033', enrolment: '2', amount: '10.00' }
    expect((await add('feeItems', { ...fee, itemEn: 'Practice' })).body.msg).toContain(
      '“实习费”的英文名称已是“Internship fee”',
    )
    expect(await rows('feeItems', '2033')).toEqual([])
    expect((await add('feeItems', { ...fee, itemEn: '' })).body.code).toBe('0')
    expect((await rowBy('feeItems', '2033')).values['itemEn']).toBe('Internship fee')
  })
})

describe('references of a row', () => {
  test('an icon must be one of the app’s icons, but another icon that is already stored can stay', async () => {
    const entry = await rowBy('entries', '/searchscore')
    expect((await save('entries', entry, { icon: 'no-such-icon' })).body.msg).toContain(
      '没有这个图标',
    )
    expect((await save('entries', entry, { order: '7' })).body.code).toBe('0')
    expect(
      (await save('entries', await rowBy('entries', '/searchscore'), { icon: 'panorama' })).body
        .code,
    ).toBe('0')
  })

  test('an uploaded picture of a package is re-encoded in a small size, and students see it', async () => {
    const lamp = await rowBy('packages', '台灯')
    const png = await sharp({
      create: { width: 700, height: 500, channels: 3, background: '#789' },
    })
      .jpeg()
      .toBuffer()
    const picture = `data:image/jpeg;base64,${png.toString('base64')}`
    for (const bad of [`${picture.slice(0, 60)}`, 'data:image/svg+xml;base64,PHN2Zy8+', 'data:x'])
      expect((await save('packages', lamp, { picture: bad })).body.msg).toContain('没有这张图片')
    expect((await save('packages', lamp, { picture })).body.code).toBe('0')
    const { values } = await rowBy('packages', '台灯')
    expect(values['picture']).toMatch(/^data:image\/jpeg;base64,/)
    expect(values['picture']).not.toBe(picture)
    // Saving other fields keeps the picture.
    const again = await rowBy('packages', '台灯')
    expect((await save('packages', again, { content: '护眼' })).body.code).toBe('0')
    const student = await backend.signInAs('990001')
    const offered = await student.post('/Livings/livingCost', {
      packageType: values['catalogue'],
    })
    expect(JSON.stringify(offered.body)).toContain(values['picture'])
    await save('packages', await rowBy('packages', '台灯'), { picture: '/living/lamp.svg' })
  })

  test('the picture of a package must be one of the app’s pictures, or the one that is already stored', async () => {
    const lamp = await rowBy('packages', '台灯')
    expect((await save('packages', lamp, { picture: '/living/none.svg' })).body.msg).toContain(
      '没有这张图片',
    )
    await backend.db
      .updateTable('living_package')
      .set({ picture: '/own/lamp.png' })
      .where('id', '=', lamp.id)
      .execute()
    const own = await rowBy('packages', '/own/lamp.png')
    expect((await save('packages', own, { content: 'LED' })).body.code).toBe('0')
  })
})

describe('terms', () => {
  const term = (label: string, firstMonday: string, weeks = '20') => ({ label, firstMonday, weeks })

  test.each([
    [term('2040-2042学年第一学期', '2040-09-03'), 'values.label'],
    [term('2040-2041学年第一学期', '2041-02-18'), 'values.firstMonday'],
    [term('2040-2041学年第二学期', '2040-09-03'), 'values.firstMonday'],
  ])('a term whose name and first day do not fit together is refused: %o', async (values, path) => {
    const said = await add('terms', values)
    expect(said.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path])
  })

  test('the weeks of a term cannot overlap those of another term in use', async () => {
    expect((await add('terms', term('2040-2041学年第一学期', '2040-09-03'))).body.code).toBe('0')
    const early = term('2040-2041学年第二学期', '2041-01-14')
    expect((await add('terms', early)).body.msg).toBe('与2040-2041学年第一学期的日期重叠')
    expect((await add('terms', { ...early, firstMonday: '2041-01-21' })).body.code).toBe('0')
    const first = await rowBy('terms', '2040-2041学年第一学期')
    expect((await save('terms', first, { weeks: '21' })).body.msg).toContain('重叠')
    await withdraw('terms', first)
    const second = await rowBy('terms', '2040-2041学年第二学期')
    expect((await save('terms', second, { firstMonday: '2041-01-14' })).body.code).toBe('0')
    const gone = await rowBy('terms', '2040-2041学年第一学期')
    expect((await save('terms', gone, {})).body.msg).toContain('重叠')
  })
})

describe('common behavior of every list of the office', () => {
  test('a long list states its number of rows and is read in pages, and each of its rows can be opened', async () => {
    const [type] = await rows('dorms')
    const beds = ['1', '2']
    await backend.db
      .insertInto('dorm_room')
      .values(
        Array.from({ length: 650 }, (_, index) => ({
          building: '远苑9号楼',
          room: String(1000 + index),
          type_name: type?.values['name'] ?? '',
          beds,
          gender: null,
        })),
      )
      .execute()
    const seen = new Set<string>()
    let after = ''
    do {
      const { body } = await office.post('/api/manage/rooms/list', { find: '远苑9号楼', after })
      expect(body.total).toBe('650')
      for (const { id } of body.data) seen.add(id)
      after = body.next
    } while (after !== '')
    expect(seen.size).toBe(650)
    const id = JSON.stringify(['远苑9号楼', '1649'])
    const { body } = await office.post('/api/manage/rooms/list', { find: '', after: '', id })
    expect(body.data).toMatchObject([{ id, values: { room: '1649' } }])
  })

  test('when two people edit one row at once, the second is refused with a message', async () => {
    const row = await rowBy('packages', '台灯')
    expect((await save('packages', row, { content: '第一位' })).body.code).toBe('0')
    const second = await save('packages', row, { content: '第二位' })
    expect([second.status, second.body.msg]).toEqual([
      412,
      '其他人刚刚修改过这项内容，请重新打开后再修改',
    ])
    expect((await rowBy('packages', '台灯')).values['content']).toBe('第一位')
  })

  test('a save over a change that was made outside the editor is refused, too', async () => {
    const row = await rowBy('colours', '迷彩')
    await backend.db
      .updateTable('uniform_colour')
      .set({ name: '数码迷彩' })
      .where('id', '=', row.id)
      .execute()
    expect((await save('colours', row, { name: '丛林迷彩' })).status).toBe(412)
  })

  test('the audit log has each save with the values before and after, and each withdrawal with its reason', async () => {
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

  test('restoring a withdrawn row is in the audit log', async () => {
    await add('events', event('运动会'))
    await withdraw('events', await rowBy('events', '运动会'))
    await save('events', await rowBy('events', '运动会'), {})
    const [line] = (await office.post('/api/manage/log', { find: '', after: '', kind: 'events' }))
      .body.data
    expect(line).toMatchObject({
      action: 'events.save',
      changes: [{ field: 'withdrawn', from: 'true', to: 'false' }],
    })
    expect(formatLogChange(line.action, line.changes[0], 'zh')).toBe('使用状态：停用 → 启用')
    expect(formatLogChange(line.action, line.changes[0], 'en')).toBe(
      'State of use: Out of use → In use',
    )
  })

  test('invalid input is explained field by field', async () => {
    const said = await add('events', { ...event('x'), firstDay: '2026-13-01', title: '' })
    expect(said.status).toBe(422)
    expect(said.body.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'values.firstDay',
      'values.title',
    ])
  })

  test.each(['//evil.example', '/\\evil.example', '/x\\y', '/a b'])(
    'a home entry cannot lead to another host by %s',
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
  follows: '',
})

describe('reference data as students see it', () => {
  test('a step shows its new name, place and English name, and is hidden until it opens', async () => {
    const travel = await rowBy('steps', '到校信息')
    await save('steps', travel, { title: '来校行程', titleEn: 'Your journey', order: '9' })
    expect((await stepTitles()).at(-1)).toBe('来校行程')
    const english = await freshStudent.post(
      '/api/proces/findProcess',
      { stuCode: '', enrollType: '' },
      { 'accept-language': 'en' },
    )
    expect(english.body.english).toMatchObject({ 来校行程: 'Your journey' })
    const living = await rowBy('steps', 'livinguse')
    const opensAt = toChinaMinute(addSeconds(backend.clock.now(), 3600))
    await save('steps', living, { opensAt })
    expect(await stepTitles()).not.toContain('生活用品')
    backend.clock.advance(3700)
    expect(await stepTitles()).toContain('生活用品')
    backend.clock.set(new Date())
  })

  test('the page of a step that students have completed cannot be changed', async () => {
    const family = await rowBy('steps', '个人与家庭信息')
    expect((await save('steps', family, { page: 'selectdorm' })).body.msg).toContain('已有学生完成')
  })

  test('a home entry can be renamed, moved, and withdrawn', async () => {
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

  test('the page 收费标准 is sanitized when it is saved, and unbound visitors can read it', async () => {
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

  test('the name that the school has saved takes precedence over the setting', async () => {
    const [row] = await rows('school')
    if (row === undefined) throw new Error('no school')
    expect(row.values).toEqual({ name: '', nameEn: 'Example University', installName: '' })
    const names = { name: '江城大学', nameEn: 'Jiang City', installName: '江大' }
    expect((await save('school', row, names)).body.code).toBe('0')
    const school = await findSchool(backend.db)
    const page = buildPageSettings(backend.settings, createHosts(backend.settings), { school })
    expect(page).toMatchObject({ school: '江城大学', schoolEn: 'Jiang City' })
  })

  test('a term with data cannot be withdrawn, an empty term can', async () => {
    const term = await rowBy('terms', '2026-2027学年第一学期')
    expect((await withdraw('terms', term)).body.msg).toContain('已有课表')
    expect((await rowBy('terms', '2026-2027学年第一学期')).withdrawn).toBe('0')
    await add('terms', { label: '2091-2092学年第一学期', firstMonday: '2091-09-03', weeks: '18' })
    const empty = await rowBy('terms', '2091-2092学年第一学期')
    expect((await withdraw('terms', empty)).body.code).toBe('0')
  })

  test('a term must begin on a Monday, and its name cannot be changed', async () => {
    const term = await rowBy('terms', '2026-2027学年第一学期')
    expect((await save('terms', term, { firstMonday: '2026-09-01' })).body.msg).toContain('星期一')
    const other = { label: '2090-2091学年第一学期', firstMonday: '2090-09-04' }
    expect((await save('terms', term, other)).body.msg).toContain('不能改名')
    expect((await save('terms', term, { weeks: '19' })).body.code).toBe('0')
  })
})

describe('protection of used reference data', () => {
  test('a dormitory type cannot have fewer beds than are taken, nor be withdrawn while students have a reservation', async () => {
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

  test('the occupied beds, the gender and the type of a room with residents cannot be changed', async () => {
    const type = await rowBy('dorms', '四人间')
    const other = await rowBy('dorms', '双人间')
    const values = { building: '新苑1号楼', room: '101', beds: '4', gender: '2' }
    const wrong = await add('rooms', { ...values, type: '没有的类型' })
    expect(wrong.body.msg).toContain('没有这种宿舍类型')
    const named = { ...values, type: type.values['name'] ?? '' }
    expect((await add('rooms', { ...named, beds: '21' })).body.code).not.toBe('0')
    expect((await add('rooms', named)).body.code).toBe('0')
    expect((await add('rooms', named)).body.msg).toContain('已有同名的一项')
    const room = () => rowBy('rooms', '新苑1号楼')
    expect((await room()).values).toEqual({ ...named, beds: '1、2、3、4' })
    const { subject } = await enrolSignedInStudent(backend)
    const { building, room: number } = values
    await backend.db
      .insertInto('dorm_place')
      .values({ student_code: subject, building, room: number, bed: '4', type_name: named.type })
      .execute()
    for (const change of [{ beds: '3' }, { gender: '1' }, { type: other.values['name'] ?? '' }])
      expect((await save('rooms', await room(), change)).body.msg).toContain('有人住')
    expect((await save('rooms', await room(), { room: '102' })).body.msg).toContain('不能修改')
    expect((await save('rooms', await room(), { beds: '4，门边' })).body.code).toBe('0')
    expect((await room()).values['beds']).toBe('4、门边')
    expect((await withdraw('rooms', await room())).body.msg).toBe(
      '房间里住着 1 名学生，不能停用；请先给他们换房间',
    )
    expect((await room()).withdrawn).toBe('0')
    await backend.db.deleteFrom('dorm_place').where('student_code', '=', subject).execute()
    expect((await withdraw('rooms', await room())).body.code).toBe('0')
    expect((await room()).withdrawn).toBe('1')
    expect((await save('rooms', await room(), { beds: '4、' })).body.code).toBe('0')
    expect(await room()).toMatchObject({ withdrawn: '0', values: { beds: '4、' } })
  })

  test('a room has at most as many beds as its type, and each bed has a name of its own', async () => {
    const room = { building: '新苑1号楼', room: '102', type: '双人间', gender: '' }
    for (const [beds, says] of [
      ['6', '双人间最多2个床位'],
      ['A、B、C', '双人间最多2个床位'],
      ['1、1', '不重复'],
      ['1、１', '不重复'],
    ] as const)
      expect(JSON.stringify((await add('rooms', { ...room, beds })).body)).toContain(says)
    expect((await add('rooms', { ...room, beds: '2' })).body.code).toBe('0')
  })

  test('the stock of a size cannot be less than the ordered pieces, and can be increased', async () => {
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

  test('a reserved package keeps its price; another package can be withdrawn and restored', async () => {
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

  test('a fee item keeps its year and student type; its amount can be changed, and it can be withdrawn', async () => {
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

  test('the minimum payment for a year and student type can be set, changed and withdrawn', async () => {
    const finance = await backend.signInAs('T6001')
    const values = { year: '2027', enrolment: '2', least: '500.00' }
    const saved = await finance.post('/api/manage/leasts/save', { id: '', version: '', values })
    expect(saved.body).toMatchObject({ code: '0', id: '2027 2' })
    const row = await rowBy('leasts', '2027')
    expect(row.values).toEqual(values)
    expect((await save('leasts', row, { least: '-1' })).body.code).toBe('0')
    expect((await rowBy('leasts', '2027')).values['least']).toBe('-1')
  })
})
