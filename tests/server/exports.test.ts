import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index'
import { findOwedAmount } from '#server/features/charges/public'
import { toChinaYear } from '#server/platform/clock'
import { writeCsv } from '#server/platform/sheets/csv'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'

let backend: Backend
let administrator: SignedInUser
beforeAll(async () => {
  backend = await startBackend({ listen: true })
  administrator = await backend.signInAs('T4001')
})
afterAll(() => backend.close())

const EVERYTHING = { cohort: 'all', department: '', building: '', format: 'csv' }
/** The additional parameters that a table of this name requires. */
const BESIDE: Readonly<Record<string, object>> = { unfinished: { step: 1 } }
const ask = (who: SignedInUser, name: string, body: object = {}, init: RequestInit = {}) =>
  backend.fetch(`/api/manage/exports/${name}`, {
    method: 'POST',
    headers: { authorization: who.token, 'content-type': 'application/json' },
    body: JSON.stringify({ ...EVERYTHING, ...BESIDE[name], ...body }),
    ...init,
  })
const linesOf = async (response: Response) => (await response.text()).trimEnd().split('\r\n')
const findNewestAuditEntry = () =>
  backend.db
    .selectFrom('office_log')
    .select(['staff_code', 'action', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirst()

describe('an export of the office', () => {
  test('an export is a file with a descriptive name and Chinese headings that Excel can read', async () => {
    const response = await ask(administrator, 'arrivals')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toMatch(
      /^attachment; filename\*=UTF-8''已报到学生 \d{4}-\d\d-\d\d \d{4}\.csv$/,
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Buffer.from(bytes.slice(0, 3)).toString('hex')).toBe('efbbbf')
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^学号,考生号,姓名,性别,院系/)
    expect(lines).toHaveLength(13)
    expect(lines[1]).toContain('紫荆苑')
  })

  test('an export is logged with its filter and its number of rows', async () => {
    const rows =
      (await linesOf(await ask(administrator, 'notArrived', { cohort: 'new' }))).length - 1
    expect(await findNewestAuditEntry()).toEqual({
      staff_code: 'T4001',
      action: 'exports.notArrived',
      details: {
        format: 'csv',
        filter: { cohort: 'new', department: '', building: '' },
        rows,
      },
    })
  })

  test('an export by a supervisor has only the supervisor’s own buildings', async () => {
    const supervisor = await backend.signInAs('T2001')
    const lines = (await linesOf(await ask(supervisor, 'notArrived'))).slice(1)
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines) expect(line).toMatch(/,紫荆苑[34]号楼,/)
  })

  test('an export has only the rows that match its filter', async () => {
    const building = '海棠苑1号楼'
    const lines = (await linesOf(await ask(administrator, 'notArrived', { building }))).slice(1)
    expect(lines).toHaveLength(16)
    for (const line of lines) expect(line).toContain(building)
  })

  test('a refused export answers with a JSON message, as every call does', async () => {
    const response = await ask(administrator, 'arrivals', { format: 'exe' })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: '422', issues: [{ path: 'format' }] })
    const nobody = await backend.fetch('/api/manage/exports/arrivals', { method: 'POST' })
    expect([nobody.status, (await nobody.json()).status]).toEqual([401, -400])
    const finance = await ask(await backend.signInAs('T6001'), 'arrivals')
    expect([finance.status, (await finance.json()).code]).toEqual([403, '403'])
  })
})

describe('every table of the office', () => {
  const TABLES = Object.keys(contract.exports)
  beforeAll(async () => {
    const [student, now] = [{ student_code: 'S880001', year: 2026 }, backend.clock.now()]
    await backend.db
      .insertInto('advice')
      .values({ subject: 'student:S880001', content: '食堂太远', created_at: now })
      .execute()
    await backend.db
      .insertInto('pay_order')
      .values({
        ...student,
        number: 'N1',
        kind: '3',
        amount_fen: 100,
        open_id: 'x',
        state: 'paid',
        created_at: now,
        updated_at: now,
        expires_at: now,
      })
      .execute()
    await backend.db
      .insertInto('payment_credit')
      .values({
        ...student,
        transaction: '4200001234202609010000000001',
        order_number: 'N1',
        way: 'wechat',
        amount_fen: 100,
        surplus_fen: 0,
        credited_at: now,
      })
      .execute()
  })
  const cells = async (name: string, body: object = {}) =>
    parseCsv(await (await ask(administrator, name, body)).text()).map((row) => row.map(String))

  test.each(TABLES)(
    '%s has rows, each as long as its heading, in both languages and formats',
    async (name) => {
      const [head, ...rows] = await cells(name)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(row).toHaveLength(head?.length ?? 0)
      const english = await ask(
        administrator,
        name,
        {},
        {
          headers: {
            authorization: administrator.token,
            'content-type': 'application/json',
            'accept-language': 'en',
          },
        },
      )
      expect((await linesOf(english))[0]).toMatch(/^\uFEFF?[ -~]+$/)
      const xlsx = await ask(administrator, name, { format: 'xlsx' })
      const book = await readXlsx(new Uint8Array(await xlsx.arrayBuffer()))
      expect(book.sheets[0]?.rows).toHaveLength(rows.length + 1)
    },
  )

  test('no export has the ID number of a student or a family member', async () => {
    const known = await backend.db.selectFrom('student').select('id_card').execute()
    const ids = new Set(known.map(({ id_card }) => id_card))
    for (const name of TABLES)
      for (const row of await cells(name))
        for (const cell of row) expect(ids.has(cell) || /^\d{17}[\dX]$/.test(cell)).toBe(false)
  })

  test('the uniform export sums the quantities to order by type, size and colour', async () => {
    const [, ...sums] = await cells('uniformSums')
    const { amount } = await backend.db
      .selectFrom('uniform_line')
      .select((e) => e.fn.countAll<string>().as('amount'))
      .executeTakeFirstOrThrow()
    expect(sums.reduce((all, row) => all + Number(row[3]), 0)).toBe(Number(amount))
    expect(new Set(sums.map((row) => row.slice(0, 3).join())).size).toBe(sums.length)
  })

  test('the fees export lists each student’s owed amounts in yuan as numbers that a spreadsheet can sum', async () => {
    const [, ...rows] = await cells('fees')
    const { due } = await backend.db
      .selectFrom('charge')
      .select((e) => e.fn.sum<string>('due_fen').as('due'))
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow()
    const sum = rows.reduce((all, row) => all + Math.round(Number(row[8]) * 100), 0)
    expect(sum).toBe(Number(due))
  })

  test('the fees export calculates the owed amounts as the student’s own page does', async () => {
    const year = toChinaYear(backend.clock.now())
    const owed = async (number: string) =>
      (await cells('fees'))
        .find((row) => row.slice(0, 2).includes(number) && row[7] === String(year))
        ?.slice(8, 12)
    // The student chose and released a room that the campus charges as well, and more is offset
    // than the student owes.
    await backend.db
      .insertInto('charge')
      .values({
        student_code: 'S880001',
        year,
        item: '住宿费',
        due_fen: 90_000,
        paid_fen: 0,
        by_choice: true,
      })
      .execute()
    await backend.db
      .insertInto('scholarship')
      .values({ student_code: 'S990002', year, amount_fen: 100_000, offset_done: true })
      .execute()
    const own = await findOwedAmount(backend.db, {
      student: 'S880001',
      year,
      now: backend.clock.now(),
    })
    expect(await owed('880001')).toEqual(['20300', '0', '2000', '18300'])
    expect(own).toBe(1_830_000)
    expect(await owed('990002')).toEqual(['19800', '19800', '1000', '0'])
  })

  test('a money export can be limited to a year, and an impossible year is refused', async () => {
    const year = String(toChinaYear(backend.clock.now()))
    for (const name of ['fees', 'payments', 'applications']) {
      const [heads, ...all] = await cells(name)
      const at = heads?.findIndex((head) => /年度|学年/.test(String(head))) ?? -1
      const [, ...rows] = await cells(name, { year })
      expect(rows).toEqual(all.filter((row) => String(row[at]) === year))
    }
    expect((await cells('fees', { year: '1999' })).length).toBe(1)
    expect((await ask(administrator, 'fees', { year: '20x6' })).status).toBe(422)
  })

  test('the export of applications has what was applied for, and who decided', async () => {
    const reviewer = await backend.signInAs('T3001')
    const [stuCode, year] = ['S990003', String(toChinaYear(backend.clock.now()))]
    const path = '/api/greenChannelAudit'
    const shown = await reviewer.post(`${path}/selectLoanMsg`, { stuCode, year })
    const { verifyId } = shown.body.msg[0]
    const decision = {
      userId: '',
      reason: '',
      auditType: '1',
      status: '1',
      stuCode,
      year,
      verifyId,
    }
    const seen = { 'if-match': shown.headers.get('etag') ?? '' }
    expect((await reviewer.post(`${path}/updateStatus`, decision, seen)).status).toBe(200)
    const { name } = await backend.db
      .selectFrom('staff')
      .select('name')
      .where('code', '=', 'T3001')
      .executeTakeFirstOrThrow()
    const [, ...rows] = await cells('applications')
    expect(rows.find((row) => row.slice(0, 2).includes('990003'))?.at(-3)).toBe(name)
    expect(new Set(rows.map((row) => row[7]))).toEqual(
      new Set(['生源地贷款', '建档立卡', '建档立卡缓交']),
    )
  })

  test('a money export includes withdrawn students, although they are not expected to arrive', async () => {
    const tables = ['fees', 'payments', 'applications', 'notArrived']
    const lines = () => Promise.all(tables.map(async (name) => (await cells(name)).length))
    const before = await lines()
    const withdraw = (at: Date | null) =>
      backend.db
        .updateTable('student')
        .set({ withdrawn_at: at })
        .where('code', 'in', ['S880001', 'S990003'])
        .execute()
    await withdraw(backend.clock.now())
    try {
      const [fees, payments, applications, notArrived] = await lines()
      expect([fees, payments, applications]).toEqual(before.slice(0, 3))
      expect(notArrived).toBeLessThan(before[3] ?? 0)
      const [heads, ...rows] = await cells('fees')
      expect(heads?.at(-1)).toBe('退学时间')
      const left = rows.filter((row) => row.at(-1) !== '').map((row) => row[0] || row[1])
      expect(new Set(left)).toEqual(new Set(['880001', '990003']))
    } finally {
      await withdraw(null)
    }
  })

  test('the progress export has a column for each step, with the day of completion, 否, or nothing for a step that the student does not have', async () => {
    const [heads = [], ...rows] = await cells('progress')
    const steps = await backend.db
      .selectFrom('flow_step')
      .select(['id', 'title', 'needs_dorm'])
      .where('withdrawn_at', 'is', null)
      .orderBy((e) => e.fn.coalesce('position', 'id'))
      .execute()
    expect(heads.slice(7)).toEqual(steps.map(({ title }) => title))
    const done = await backend.db
      .selectFrom('step_done')
      .innerJoin('student', 'student.code', 'student_code')
      .select(['number', 'exam_number', 'step_id'])
      .execute()
    expect(done.length).toBeGreaterThan(0)
    const cellOf = (student: string, step: number) =>
      rows.find((row) => row.slice(0, 2).includes(student))?.[
        7 + steps.findIndex(({ id }) => id === step)
      ]
    for (const { number, exam_number, step_id } of done)
      expect(cellOf(number ?? exam_number ?? '', step_id)).toMatch(/^\d{4}-\d\d-\d\d$/)
    const postgraduate = await backend.db
      .selectFrom('student')
      .select(['number', 'exam_number'])
      .where('enrolment', '=', '1')
      .executeTakeFirstOrThrow()
    const dorm = steps.find(({ needs_dorm }) => needs_dorm)?.id ?? 0
    expect(cellOf(postgraduate.number ?? postgraduate.exam_number ?? '', dorm)).toBe('')
    expect(rows.flatMap((row) => row.slice(7))).toContain('否')
  })

  test('the bed list and the free beds together have each bed of the open rooms once', async () => {
    const bedsOf = async (name: string) =>
      (await cells(name)).slice(1).map(([building, room, , bed]) => `${building}/${room}/${bed}`)
    const [taken, free] = [await bedsOf('beds'), await bedsOf('freeBeds')]
    const all = await backend.db
      .selectFrom('dorm_room')
      .select(['building', 'room', 'beds'])
      .where('withdrawn_at', 'is', null)
      .execute()
    const places = all.flatMap(({ building, room, beds }) =>
      beds.map((bed) => `${building}/${room}/${bed}`),
    )
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.filter((bed) => free.includes(bed))).toEqual([])
    expect([...taken.filter((bed) => places.includes(bed)), ...free].sort()).toEqual(places.sort())
    const building = '海棠苑1号楼'
    const some = await cells('freeBeds', { building })
    expect(some.slice(1).every(([name]) => name === building)).toBe(true)
  })

  test('the arrival plan sums the students and companions of the travel forms', async () => {
    const [, ...rows] = await cells('arrivalPlan')
    const forms = await backend.db.selectFrom('travel').select(['companions']).execute()
    const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column]), 0)
    expect(sum(3)).toBe(forms.length)
    expect(sum(4)).toBe(forms.reduce((all, { companions }) => all + Number(companions), 0))
    expect(sum(5)).toBe(sum(3) + sum(4))
    expect(new Set(rows.map((row) => row.slice(0, 3).join())).size).toBe(rows.length)
  })

  test('the class rosters name every student by class, and the staff export every role', async () => {
    const [, ...students] = await cells('classRosters')
    const { count } = await backend.db
      .selectFrom('student')
      .select((e) => e.fn.countAll<string>().as('count'))
      .where('withdrawn_at', 'is', null)
      .executeTakeFirstOrThrow()
    expect(students).toHaveLength(Number(count))
    const staff = await cells('staff')
    expect(staff.find(([code]) => code === 'T4001')?.[5]).toContain('管理员')
    expect(staff.find(([code]) => code === 'T3001')?.[5]).toContain('审核')
    expect((await ask(await backend.signInAs('T5001'), 'staff')).status).toBe(403)
  })

  test('the dormitory office is refused the complaints export, since it sees only the complaints assigned to it', async () => {
    const dorms = await backend.signInAs('T7001')
    expect((await ask(dorms, 'complaints')).status).toBe(403)
    expect((await ask(dorms, 'travel')).status).toBe(200)
  })
})

describe('spreadsheet formulas in exports', () => {
  const HOSTILE = [
    '=HYPERLINK("http://x","y")',
    '+86 139',
    '-2+3',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '＝1+1',
    'x\r=1+1',
  ]

  test('a formula gets an apostrophe as prefix in CSV, and a negative number stays a number', async () => {
    let text = ''
    for await (const chunk of writeCsv({
      title: 'x',
      language: 'zh',
      columns: [{ title: { zh: '列', en: 'C' }, cell: (row: string | number) => row }],
      batches: (async function* () {
        yield [...HOSTILE, 'a=b', -5, -0.5]
      })(),
    }))
      text += Buffer.from(chunk).toString()
    const cells = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(cells).toEqual([
      '列',
      `"'=HYPERLINK(""http://x"",""y"")"`,
      "'+86 139",
      "'-2+3",
      "'@SUM(A1)",
      "'\tx",
      `"'\rx"`,
      "'＝1+1",
      '"x\r=1+1"',
      'a=b',
      '-5',
      '-0.5',
    ])
  })

  test('formulas and long numbers are text cells in XLSX', async () => {
    const [student] = await backend.db
      .selectFrom('student')
      .innerJoin('dorm_place', 'student_code', 'code')
      .leftJoin('arrival', 'arrival.student_code', 'code')
      .select('code')
      .where('dorm_place.building', '=', '海棠苑2号楼')
      .where('arrival.id', 'is', null)
      .execute()
    const code = student?.code ?? ''
    await backend.db
      .updateTable('student')
      .set({ name: HOSTILE[0] ?? '', class_name: '139000000000000001' })
      .where('code', '=', code)
      .execute()
    const response = await ask(administrator, 'notArrived', {
      building: '海棠苑2号楼',
      format: 'xlsx',
    })
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true })
    const sheet = book.sheets[0]
    expect(sheet?.rows).toHaveLength(17)
    const row = sheet?.rows.find((cells) => cells[2] === HOSTILE[0])
    expect(row?.[6]).toBe('139000000000000001')
    expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([])
  })
})

describe('an export of many rows', () => {
  beforeAll(async () => {
    await sql`
      insert into student select 'M' || n, 'M' || n, null, '110101200801010015', '学生' || n, '1', '13912345678', '专业',
        '001', '很多人的学院', '一班', '2020', '2020', '2', '2', '在籍', null
      from generate_series(1, 5000) as n`.execute(backend.db)
    await sql`
      insert into dorm_place select 'M' || n, '四人间', '很大的楼', n::text, '1'
      from generate_series(1, 5000) as n`.execute(backend.db)
  })
  const many = { department: '很多人的学院' }

  test('an export of many rows has each row once', async () => {
    const lines = (await linesOf(await ask(administrator, 'notArrived', many))).slice(1)
    expect(new Set(lines.map((line) => line.split(',', 1)[0])).size).toBe(5000)
    expect(lines).toHaveLength(5000)
  })

  test('an export whose client has disconnected keeps no database connection', async () => {
    // More exports than there are database connections.
    for (let gone = 0; gone < 12; gone++) {
      const stop = new AbortController()
      const response = await fetch(`${backend.url}/api/manage/exports/notArrived`, {
        method: 'POST',
        headers: { authorization: administrator.token, 'content-type': 'application/json' },
        body: JSON.stringify({ ...EVERYTHING, ...many }),
        signal: stop.signal,
      })
      await response.body?.getReader().read()
      stop.abort()
    }
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(backend.db)
    expect(rows[0]?.held).toBe(0)
    expect((await ask(administrator, 'arrivals')).status).toBe(200)
  })

  test('an export that fails midway is aborted, so that it never looks like a complete shorter file', async () => {
    const response = await ask(administrator, 'notArrived', many)
    const reader = response.body?.getReader()
    await reader?.read()
    await sql`alter table dorm_place rename to gone`.execute(backend.db)
    try {
      const rest = async () => {
        while ((await reader?.read())?.done === false);
      }
      await expect(rest()).rejects.toThrow()
      expect(backend.logLines.at(-1)).toContain('a download broke off')
    } finally {
      await sql`alter table gone rename to dorm_place`.execute(backend.db)
    }
  })
})
