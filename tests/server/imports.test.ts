import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { encodeGb18030, type CellTable, encodeCsv } from '../support/backend/import-files.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { postFile } from '../support/backend/post-file.ts'

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T5001')
})
afterAll(() => backend.close())

const HEADINGS = [
  '考生号',
  '姓名',
  '性别',
  '身份证号',
  '手机号',
  '学院',
  '专业',
  '专业代码',
  '班级',
  '入学年份',
  '培养层次',
  '新生或在校',
]

/** A student's row of an import file. Each test uses its own numbers. */
const student = (number: string, changed: Record<string, string> = {}) => {
  const row: Record<string, string> = {
    考生号: number,
    姓名: '测试生',
    性别: '女',
    身份证号: '11010119800101007X',
    手机号: '13900000000',
    学院: '信息学院',
    专业: '计算机科学与技术',
    专业代码: '080901',
    班级: '计科1班',
    入学年份: '2019',
    培养层次: '本科',
    新生或在校: '在校',
    ...changed,
  }
  return HEADINGS.map((heading) => row[heading] ?? '')
}

async function send(
  bytes: Uint8Array,
  {
    kind = 'students',
    name = '名单.csv',
    as = office,
  }: { kind?: string; name?: string; as?: SignedInUser } = {},
) {
  const answer = await postFile(backend, '/api/manage/imports/upload', new Uint8Array(bytes), {
    by: as,
    kind,
    name,
  })
  const said = await answer.json()
  return { status: answer.status, said, id: String(said.id ?? '') }
}

/** An import after its processing has ended. */
async function settled(id: string) {
  const one = async () => (await office.post('/api/manage/imports/one', { id })).body.data
  await expect
    .poll(async () => (await one()).state, { timeout: 20_000, interval: 20 })
    .not.toMatch(/^(checking|applying|taking-back)$/)
  return one()
}

const checked = async (rows: CellTable) => {
  const { id } = await send(encodeCsv([HEADINGS, ...rows]))
  return settled(id)
}

const rowsOf = async (id: string, action: string) =>
  (await office.post('/api/manage/imports/rows', { id, action, after: '' })).body.data

async function applied(rows: CellTable, how: { goodRows?: boolean; withdraw?: boolean } = {}) {
  const { id } = await checked(rows)
  const { body } = await office.post('/api/manage/imports/apply', {
    id,
    goodRows: how.goodRows === true ? '1' : '0',
    withdraw: how.withdraw === true ? '1' : '0',
  })
  return { body, entry: await settled(id) }
}

async function takenBack(id: string) {
  await office.post('/api/manage/imports/take-back', { id, reason: '测试' })
  return settled(id)
}

const inDatabase = (number: string) =>
  backend.db.selectFrom('student').selectAll().where('exam_number', '=', number).executeTakeFirst()

describe('an import file', () => {
  test('a file is read the same in GB18030, UTF-8 with or without BOM, UTF-16 and XLSX', async () => {
    const rows = [HEADINGS, student('26000001', { 姓名: '㐀龦张' })]
    const text = new TextDecoder().decode(encodeCsv(rows))
    const files: [string, Uint8Array, string][] = [
      ['CSV UTF-8', encodeCsv(rows), 'a.csv'],
      ['CSV UTF-8', new TextEncoder().encode(`\ufeff${text}`), 'b.csv'],
      ['CSV GB18030', encodeGb18030(text.replace('㐀龦张', '张')), 'c.csv'],
      ['CSV UTF-16LE', Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le'), 'd.txt'],
      ['XLSX', await writeXlsx({ sheets: [{ name: '名单', rows }] }), 'e.xlsx'],
    ]
    for (const [format, bytes, name] of files) {
      const { id } = await send(bytes, { name })
      expect(await settled(id)).toMatchObject({
        state: 'checked',
        format,
        added: 1,
        refused: 0,
        file: name,
      })
    }
    expect(await inDatabase('26000001')).toBeUndefined()
  })

  test('a file can have its headings in any order, under other names, and below a title', async () => {
    const { id } = await send(
      encodeCsv([
        ['2019级学生名单', '', '', '', '', '', '', '', '', '', '', ''],
        [
          '姓 名*',
          '备注',
          '准考证号',
          '性别（必填）',
          '证件号码',
          '院系',
          '录取专业',
          '专业编号',
          '入学年度',
          '层次',
          '类型',
          '行政班',
        ],
        [
          '张三',
          '无',
          '２６００0002',
          '男',
          '11010119800101007x',
          '信息学院',
          '软件工程',
          '080902',
          '2019级',
          '硕士',
          '新生',
          '研1班',
        ],
      ]),
    )
    expect(await settled(id)).toMatchObject({ added: 1, refused: 0, unknown: ['备注'] })
    await office.post('/api/manage/imports/apply', { id, goodRows: '0', withdraw: '0' })
    await settled(id)
    expect(await inDatabase('26000002')).toMatchObject({
      name: '张三',
      gender: '1',
      id_card: '11010119800101007X',
      enrolment: '1',
      type: '1',
      entry_year: '2019',
      grade: '2019',
      class_name: '研1班',
      phone: '',
      number: null,
    })
  })

  test('a file that is not a table of this import kind is refused with a message, whatever it contains', async () => {
    const bomb = await writeXlsx({ sheets: [{ name: 'x', rows: [HEADINGS] }] })
    // Falsify the uncompressed size that the ZIP archive states.
    const grown = Buffer.from(bomb)
    for (
      let at = grown.indexOf('PK\x01\x02', 0, 'latin1');
      at >= 0;
      at = grown.indexOf('PK\x01\x02', at + 4, 'latin1')
    )
      grown.writeUInt32LE(0x7fffffff, at + 24)
    const files: [Uint8Array, RegExp][] = [
      [new Uint8Array(), /文件是空的/],
      [new TextEncoder().encode('姓名,性别\n张三,男'), /缺少这些列：身份证号/],
      [encodeCsv([HEADINGS]), /没有数据行/],
      [encodeCsv([[...HEADINGS, '学生姓名'], student('1')]), /“姓名”出现了两列/],
      [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1, 2), /旧版 Excel/],
      [Uint8Array.of(0x50, 0x4b, 3, 4, 5, 6), /已损坏/],
      [Uint8Array.of(0xff, 0xff, 0xff, 0xff), /编码无法识别/],
      [grown, /解压后过大/],
    ]
    for (const [bytes, words] of files) {
      const entry = await settled((await send(bytes)).id)
      expect([entry.state, entry.problem]).toEqual(['unreadable', expect.stringMatching(words)])
    }
  })
})

test('a refused student number with a letter is shown whole', async () => {
  const entry = await checked([student('M202612345 6')])
  const [refused] = await rowsOf(entry.id, 'refused')
  expect(refused.troubles).toMatchObject([{ column: '考生号', value: 'M202612345 6' }])
})

test('an invalid row is reported with its line, column, value and a message, and is in a file to correct', async () => {
  const entry = await checked([
    student('26000010'),
    student('26000011', { 身份证号: '1.10101E+17' }),
    student('26000012', { 身份证号: '110101198001010071', 性别: '无' }),
    student('26000010'),
    student('', { 姓名: '=1+1' }),
  ])
  expect(entry).toMatchObject({ added: 1, refused: 4 })
  const refused = await rowsOf(entry.id, 'refused')
  expect(
    refused.map(({ line, troubles }: { line: number; troubles: object[] }) => [line, troubles]),
  ).toEqual([
    [
      3,
      [{ column: '身份证号', value: '1.10101E+17', says: expect.stringContaining('科学计数法') }],
    ],
    [
      4,
      [
        { column: '性别', value: '无', says: '只能填写：男 / 女' },
        {
          column: '身份证号',
          // The complete ID number is only in the file of refused rows.
          value: '110****1',
          says: expect.stringContaining('校验码'),
        },
      ],
    ],
    [5, [{ column: '整行', value: '', says: '考生号 26000010 与第2行重复' }]],
    [6, [{ column: '考生号', value: '', says: '考生号和学号不能都为空' }]],
  ])
  const file = await backend.fetch(`/api/manage/imports/refusals?id=${entry.id}`, {
    headers: { authorization: office.token },
  })
  const text = await file.text()
  expect(text).toContain('26000011')
  expect(text).toContain(`'=1+1`)
  const mended = text
    .replace('1.10101E+17', '11010119800101007X')
    .replace('110101198001010071', '11010119800101007X')
    .replace(',无,', ',男,')
  const again = await settled((await send(new TextEncoder().encode(mended))).id)
  expect(again).toMatchObject({ added: 3, refused: 1, unknown: [] })
})

test('an import with refused rows writes nothing, or all valid rows, whichever the person chooses', async () => {
  const rows = [student('26000020'), student('26000021', { 性别: '?' })]
  const nothing = await applied(rows)
  expect(nothing.body.message ?? nothing.body.msg).toContain('有误的行')
  expect(await inDatabase('26000020')).toBeUndefined()
  const good = await applied(rows, { goodRows: true })
  expect(good.entry.state).toBe('applied')
  expect(await inDatabase('26000020')).toMatchObject({ code: 'S26000020' })
  expect(await inDatabase('26000021')).toBeUndefined()
})

test('importing the same file again changes nothing, and a changed row changes only its own fields', async () => {
  await applied([student('26000030'), student('26000031')])
  expect(await checked([student('26000030'), student('26000031')])).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 2,
  })
  await backend.db
    .updateTable('student')
    .set({ number: '2019030' })
    .where('exam_number', '=', '26000030')
    .execute()
  const { entry } = await applied([student('26000030', { 姓名: '改名', 手机号: '' })])
  expect(entry).toMatchObject({ state: 'applied', added: 0, changed: 1 })
  expect((await rowsOf(entry.id, 'changed'))[0]).toMatchObject({
    key: '考生号 26000030',
    columns: ['姓名'],
  })
  expect(await inDatabase('26000030')).toMatchObject({
    name: '改名',
    number: '2019030',
    phone: '13900000000',
  })
})

test('a student missing from the file can be withdrawn, and comes back with a later file', async () => {
  const own = { 入学年份: '2011' }
  await applied([student('26000040', own), student('26000041', own)])
  const { entry } = await applied([student('26000040', own)], { withdraw: true })
  expect(entry).toMatchObject({ state: 'applied', unchanged: 1, withdrawn: 1, withdrew: '1' })
  expect((await inDatabase('26000041'))?.withdrawn_at).not.toBeNull()
  expect((await inDatabase('26000040'))?.withdrawn_at).toBeNull()
  const back = await applied([student('26000041', own)])
  expect(back.entry).toMatchObject({ changed: 1 })
  expect((await inDatabase('26000041'))?.withdrawn_at).toBeNull()
})

test('a student withdrawn by a staff member stays withdrawn, whatever a file says', async () => {
  await applied([student('26000145')])
  const own = { 入学年份: '2013' }
  await applied([student('26000146', own), student('26000147', own)])
  await applied([student('26000146', own)], { withdraw: true })
  backend.clock.advance(1)
  for (const code of ['S26000145', 'S26000147'])
    await backend.db
      .updateTable('student')
      .set({ withdrawn_at: backend.clock.now() })
      .where('code', '=', code)
      .execute()
  const { entry } = await applied([student('26000145'), student('26000147', own)], {
    goodRows: true,
  })
  expect(entry).toMatchObject({ changed: 0, refused: 2 })
  expect((await rowsOf(entry.id, 'refused'))[0].troubles[0].says).toBe('已退学，请在学生页恢复')
  expect((await inDatabase('26000145'))?.withdrawn_at).not.toBeNull()
})

test('nobody is reported missing while a row of the file cannot be identified', async () => {
  const own = { 入学年份: '2012' }
  await applied([student('26000045', own), student('26000046', own)])
  const entry = await checked([student('26000045', own), student('', own)])
  expect(entry).toMatchObject({ unchanged: 1, refused: 1, withdrawn: 0 })
})

describe('undoing an import', () => {
  test('undoing an import restores all data as it was before', async () => {
    await applied([student('26000050'), student('26000051', { 入学年份: '2010' })])
    const before = await inDatabase('26000050')
    const { entry } = await applied([student('26000050', { 姓名: '错了' }), student('26000052')])
    expect((await takenBack(entry.id)).state).toBe('taken-back')
    expect(await inDatabase('26000050')).toEqual(before)
    expect(await inDatabase('26000052')).toBeUndefined()
  })

  test('an import cannot be undone after a later import has changed its rows, and the message says so', async () => {
    const first = await applied([student('26000060')])
    const second = await applied([student('26000060', { 姓名: '后来' })])
    const refused = await takenBack(first.entry.id)
    expect([refused.state, refused.problem]).toEqual([
      'applied',
      expect.stringContaining('之后的导入（名单.csv'),
    ])
    expect((await takenBack(second.entry.id)).state).toBe('taken-back')
    expect((await takenBack(first.entry.id)).state).toBe('taken-back')
  })

  test('an import cannot be undone when somebody else has the number that undoing would restore', async () => {
    await applied([student('26000160'), student('26000161')])
    const numbered = (code: string, number: string) =>
      backend.db.updateTable('student').set({ number }).where('code', '=', code).execute()
    await numbered('S26000160', '20190160')
    const { id } = await send(
      encodeCsv([
        [...HEADINGS, '学号'],
        [...student('26000160'), '20190162'],
      ]),
    )
    await settled(id)
    await office.post('/api/manage/imports/apply', { id, goodRows: '0', withdraw: '0' })
    expect(await settled(id)).toMatchObject({ state: 'applied', changed: 1 })
    await numbered('S26000161', '20190160')
    expect(await takenBack(id)).toMatchObject({
      state: 'applied',
      problem: '不能撤回：与系统中另一条记录的编号重复',
    })
  })

  test('an import cannot be undone after a student has signed in, submitted a form or changed a phone number', async () => {
    const { entry } = await applied([student('26000070'), student('26000071')])
    await backend.db
      .updateTable('student')
      .set({ phone: '13911111111' })
      .where('code', '=', 'S26000071')
      .execute()
    expect((await takenBack(entry.id)).problem).toContain('考生号 26000071 在导入之后已被改动')
    await backend.db
      .updateTable('student')
      .set({ phone: '13900000000' })
      .where('code', '=', 'S26000071')
      .execute()
    await backend.db
      .insertInto('personal_details')
      .values({
        student_code: 'S26000070',
        name: '',
        wechat: '',
        email: '',
        phone: '',
        members: '[]',
        updated_at: new Date(),
      })
      .execute()
    expect((await takenBack(entry.id)).problem).toContain('personal_details')
    await backend.db
      .deleteFrom('personal_details')
      .where('student_code', '=', 'S26000070')
      .execute()
    await backend.db
      .insertInto('binding')
      .values({ open_id: 'import-test', role: 'student', code: 'S26000070', bound_at: new Date() })
      .execute()
    expect((await takenBack(entry.id)).problem).toContain('登录')
    expect(await inDatabase('26000070')).toBeDefined()
  })
})

test('when data has changed since the dry run, the import is stopped and nothing is written', async () => {
  await applied([student('26000080')])
  const { id } = await checked([student('26000080', { 姓名: '新名' }), student('26000081')])
  await backend.db
    .updateTable('student')
    .set({ name: '别人改的' })
    .where('code', '=', 'S26000080')
    .execute()
  await office.post('/api/manage/imports/apply', { id, goodRows: '0', withdraw: '0' })
  expect(await settled(id)).toMatchObject({
    state: 'outdated',
    problem: expect.stringContaining('已有变化'),
  })
  expect(await inDatabase('26000081')).toBeUndefined()
})

test('rows that the database refuses are reported one by one, and the other rows are written', async () => {
  await applied([student('26000090'), student('26000091')])
  const headings = [...HEADINGS, '学号']
  const rows = ['26000090', '26000091', '26000092'].map((one) => [
    ...student(one),
    one === '26000091' ? '2019091' : '',
  ])
  const { id } = await send(encodeCsv([headings, ...rows]))
  await settled(id)
  await backend.db
    .updateTable('student')
    .set({ number: '2019091' })
    .where('code', '=', 'S990004')
    .execute()
  await office.post('/api/manage/imports/apply', { id, goodRows: '0', withdraw: '0' })
  expect(await settled(id)).toMatchObject({
    state: 'checked',
    refused: 1,
    problem: expect.stringContaining('1行不能写入'),
  })
  expect(await inDatabase('26000092')).toBeUndefined()
  await office.post('/api/manage/imports/apply', { id, goodRows: '1', withdraw: '0' })
  expect(await settled(id)).toMatchObject({ state: 'applied', added: 1, refused: 1 })
  expect(await inDatabase('26000092')).toBeDefined()
  expect((await rowsOf(id, 'refused'))[0].troubles[0].says).toContain('重复')
})

test('a class or major that the campus does not list is refused for every student', async () => {
  const entry = await checked([student('26000098', { 专业代码: '999999' })])
  expect((await rowsOf(entry.id, 'refused'))[0].troubles[0]).toMatchObject({
    column: '专业代码',
    says: '没有这个专业代码：999999',
  })
})

test('a student whose room is for one gender keeps that gender, even if they moved in after the dry run', async () => {
  await applied([student('26000099'), student('26000100')])
  const home = { building: '测试楼', room: '女101' }
  const room = { ...home, type_name: '四人间' }
  await backend.db
    .insertInto('dorm_room')
    .values({ ...room, beds: ['1', '2'], gender: '2' })
    .execute()
  const moveIn = (code: string, bed: string) =>
    backend.db
      .insertInto('dorm_place')
      .values({ ...room, bed, student_code: code })
      .execute()
  await moveIn('S26000099', '1')
  const entry = await checked([
    student('26000099', { 性别: '男' }),
    student('26000100', { 性别: '男' }),
  ])
  expect(entry).toMatchObject({ changed: 1, refused: 1 })
  const [{ troubles }] = await rowsOf(entry.id, 'refused')
  expect(troubles).toEqual([
    {
      column: '性别',
      value: '男',
      says: '该学生住在测试楼女101，该房间只安排另一性别的学生，请先调换房间',
    },
  ])
  await moveIn('S26000100', '2')
  await office.post('/api/manage/imports/apply', { id: entry.id, goodRows: '1', withdraw: '0' })
  expect(await settled(entry.id)).toMatchObject({ state: 'applied', changed: 0, refused: 2 })
  const refused = await rowsOf(entry.id, 'refused')
  expect(refused.map(({ troubles: [{ says }] }: typeof entry) => says)).toContain(
    '该学生现在住的房间只安排另一性别的学生，请先调换房间',
  )
  expect((await inDatabase('26000100'))?.gender).toBe('2')
})

test('a staff member who is not allowed to import a kind sees no imports of it', async () => {
  const finance = await backend.signInAs('T6001')
  expect((await send(encodeCsv([HEADINGS, student('1')]), { as: finance })).said.code).not.toBe('0')
  const { id } = await checked([student('26000095')])
  const asked = { id, reason: 'x', goodRows: '0', withdraw: '0', action: 'new', after: '' }
  for (const [path, keys] of [
    ['one', ['id']],
    ['rows', ['id', 'action', 'after']],
    ['apply', ['id', 'goodRows', 'withdraw']],
    ['take-back', ['id', 'reason']],
  ] as const) {
    const input = Object.fromEntries(keys.map((key) => [key, asked[key]]))
    const { status, body } = await finance.post(`/api/manage/imports/${path}`, input)
    expect([path, status, body.msg]).toEqual([path, 200, '没有这次导入'])
  }
  const file = await backend.fetch(`/api/manage/imports/refusals?id=${id}`, {
    headers: { authorization: finance.token },
  })
  expect(file.status).toBe(404)
  const { body } = await finance.post('/api/manage/imports/list', { after: '' })
  expect(body.data.map(({ kind }: { kind: string }) => kind)).not.toContain('students')
})

test('an import whose process has died is ended, and is reported as such', async () => {
  const { id } = await checked([student('26000096')])
  await backend.db.updateTable('import').set({ state: 'applying' }).where('id', '=', id).execute()
  backend.clock.advance(61)
  expect(await settled(id)).toMatchObject({
    state: 'checked',
    problem: expect.stringContaining('中断'),
  })
})

test('the audit log has an import with the file’s fingerprint', async () => {
  const { entry } = await applied([student('26000097')])
  const auditEntry = await backend.db
    .selectFrom('office_log')
    .selectAll()
    .where('about', '=', `import:${entry.id}`)
    .executeTakeFirstOrThrow()
  expect(auditEntry).toMatchObject({
    action: 'imports.apply',
    staff_code: 'T5001',
    details: { kind: 'students', file: '名单.csv', sha256: entry.sha256 },
  })
})

test('staff are imported with roles and buildings and without a password, and an administrator stays one', async () => {
  const administrator = await backend.signInAs('T4001')
  const file = async (rows: CellTable) => {
    const { id } = await send(
      encodeCsv([['工号', '姓名', '部门', '角色', '楼栋', '所带班级'], ...rows]),
      {
        kind: 'staff',
        as: administrator,
      },
    )
    await administrator.post('/api/manage/imports/one', { id })
    await expect
      .poll(
        async () => (await administrator.post('/api/manage/imports/one', { id })).body.data.state,
      )
      .toBe('checked')
    await administrator.post('/api/manage/imports/apply', { id, goodRows: '0', withdraw: '1' })
    await expect
      .poll(
        async () => (await administrator.post('/api/manage/imports/one', { id })).body.data.state,
      )
      .toBe('applied')
    return (await administrator.post('/api/manage/imports/one', { id })).body.data
  }
  const first = [
    ['T8001', '宿管甲', '后勤处', '宿管、财务、辅导员', '3号楼，1号楼', '不存在1班'],
    ['T4001', '何晓东', '信息中心', '', '', ''],
  ]
  // A class that does not exist yet is warned about.
  expect(await file(first)).toMatchObject({ added: 1, refused: 0, warned: 1 })
  const held = async (code: string) => ({
    roles: (
      await backend.db
        .selectFrom('staff_role')
        .select('role')
        .where('staff_code', '=', code)
        .execute()
    ).map(({ role }) => role),
    buildings: (
      await backend.db
        .selectFrom('staff_building')
        .select('building')
        .where('staff_code', '=', code)
        .execute()
    ).map(({ building }) => building),
    classes: (
      await backend.db
        .selectFrom('staff_class')
        .select('class_name')
        .where('staff_code', '=', code)
        .execute()
    ).map((one) => one.class_name),
  })
  expect(await held('T8001')).toEqual({
    roles: expect.arrayContaining(['counsellor', 'dorm-supervisor', 'finance']),
    buildings: expect.arrayContaining(['1号楼', '3号楼']),
    classes: ['不存在1班'],
  })
  expect((await held('T4001')).roles).toEqual(['administrator'])
  expect(await file([['T8001', '宿管甲', '后勤处', '宿管', '1号楼', '']])).toMatchObject({
    changed: 1,
  })
  expect(await held('T8001')).toEqual({
    roles: ['dorm-supervisor'],
    buildings: ['1号楼'],
    classes: [],
  })
  // The accounts of staff missing from the file are closed, except administrators.
  const open = await backend.db
    .selectFrom('staff')
    .select('code')
    .where('closed_at', 'is', null)
    .execute()
  expect(open.map(({ code }) => code).toSorted()).toEqual(['T4001', 'T8001'])
  const ended = await backend.db
    .selectFrom('session')
    .select(['ended_at', 'ended_why'])
    .where('code', '=', 'T5001')
    .execute()
  expect(ended).toEqual([{ ended_at: expect.any(Date), ended_why: 'office' }])

  // A file does not reopen an account that a person has closed, but does reopen one that a file has
  // closed.
  backend.clock.advance(1)
  await backend.db
    .updateTable('staff')
    .set({ closed_at: backend.clock.now() })
    .where('code', '=', 'T8001')
    .execute()
  const again = createImportRunner(backend)
  const row = (code: string) => ({ 工号: code, 姓名: '宿管甲' })
  expect(await again.dryRun('staff', [row('T8001'), row('T5001')])).toMatchObject({
    counts: { changed: 1 },
    refused: [['整行', '账号已停用，请在账号页恢复']],
  })
})
