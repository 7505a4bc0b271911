import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORM_LISTS } from '#contract/finance-platform'
import { toChinaDay } from '#server/platform/clock'
import type { StudentRow } from '#server/platform/database/schema/schema'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner, type FileRow } from '../support/backend/import-runner.ts'
import { currentFeeYear, enrolPayer } from '../support/backend/payer.ts'
import { enrolStudents } from '../support/backend/students.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let backend: Backend
let finance: SignedInUser
let administrator: SignedInUser
let students: StudentRow[]
let files: ReturnType<typeof createImportRunner>
beforeAll(async () => {
  backend = await startBackend()
  finance = await backend.signInAs('T6001')
  administrator = await backend.signInAs('T4001')
  students = await enrolStudents(backend, 3)
  files = createImportRunner(backend)
})
afterAll(() => backend.close())

const KIND = 'finance-platform'
/** A day of each test, on which no other test has anything. */
let nextDay = 0
const newDay = () => new Date(Date.UTC(2023, 0, 10 * ++nextDay)).toISOString().slice(0, 10)
const dayAfter = (day: string, days = 1) =>
  new Date(Date.parse(day) + days * 24 * 3_600_000).toISOString().slice(0, 10)
let nth = 0
const newReference = () => `FP${String(++nth).padStart(6, '0')}`
const studentOf = (at: number): StudentRow => {
  const found = students[at]
  if (found === undefined) throw new Error('There are three students.')
  return found
}
const numberOf = (at = 0) => studentOf(at).exam_number ?? ''

const line = (day: string, reference: string, change: FileRow = {}): FileRow => ({
  学号: numberOf(),
  项目: '学费',
  年度: '2023',
  金额: '100.00',
  日期: day,
  渠道: '银行代扣',
  流水号: reference,
  ...change,
})
const load = async (rows: readonly FileRow[], wish: { withdraw?: boolean } = {}) => {
  const dry = await files.dryRun(KIND, rows)
  expect(dry).toMatchObject({ problem: '', refused: [] })
  expect(await files.apply(KIND, dry.id, wish)).toBe('applied')
  return dry
}
/** Add an entry to the books. */
const book = async (reference: string, day: string, change: object = {}) => {
  const credit = {
    transaction: reference,
    order_number: null,
    student_code: studentOf(0).code,
    year: 2023,
    way: 'bank',
    amount_fen: 10_000,
    surplus_fen: 0,
    credited_at: new Date(`${day}T12:00:00+08:00`),
    kind: 'outside' as const,
    paid_on: day,
  }
  await backend.db
    .insertInto('payment_credit')
    .values({ ...credit, ...change })
    .execute()
}
/** Add a payment through the gateway, with its order. */
const payOnline = async (
  transaction: string,
  { ordered, credited }: { ordered: string; credited: string },
) => {
  const number = `BD${transaction}`
  const at = new Date(ordered)
  const order = { number, student_code: studentOf(0).code, year: 2023, kind: '3', open_id: 'x' }
  await backend.db
    .insertInto('pay_order')
    .values({
      ...order,
      amount_fen: 10_000,
      state: 'paid',
      created_at: at,
      updated_at: at,
      expires_at: at,
    })
    .execute()
  await book(transaction, credited.slice(0, 10), {
    order_number: number,
    way: 'wechat',
    kind: 'gateway',
    paid_on: null,
    credited_at: new Date(credited),
  })
  return number
}
const ask = async (path: string, body: object, who = finance) =>
  (await who.post(`/api/manage/financePlatform/${path}`, body)).body
interface Listed {
  readonly reference: string
  readonly refund: string
  readonly result: string
  readonly differs: string[]
  readonly theirs: { amount: number; who: string; about: string } | null
  readonly ours: { amount: number } | null
  readonly bookable: string
  readonly version: string
  readonly ended: string
  readonly history: { done: string; note: string; by: string }[]
}
const listed = async (from: string, { to = from, list = 'all' } = {}): Promise<Listed[]> =>
  (await ask('list', { from, to, list, after: '' })).data
const resultsOf = async (from: string, to = from) =>
  Object.fromEntries(
    (await listed(from, { to })).map(({ reference, result, differs }) => [
      reference,
      differs.length > 0 ? differs.join('+') : result,
    ]),
  )
const only = async (day: string): Promise<Listed> => {
  const [found, ...others] = await listed(day)
  if (found === undefined || others.length > 0) throw new Error('There is not one line.')
  return found
}
const end = ({ reference, refund, version }: Listed, change: object = {}, who = finance) =>
  ask('end', { reference, refund, version, done: '1', note: '平台次日冲正', ...change }, who)
const pay = ({ reference, version }: Listed) =>
  ask('book', { reference, version, note: '按平台流水补录' })

describe('a file of the finance platform', () => {
  test('the same file twice changes nothing, references differ only by width, blanks and case, days with a time and negative amounts are read, and an ID number finds the student', async () => {
    const day = newDay()
    const [split, other] = [newReference(), newReference()]
    const rows = [
      line(day, split),
      line(`${day} 23:59:59`, ` ｆｐ${split.slice(2)} `, { 项目: '住宿费', 金额: '20' }),
      line(day, other, { 学号: studentOf(1).id_card, 金额: '-1,200.50' }),
    ]
    expect((await load(rows)).counts).toMatchObject({ added: 3 })
    expect((await files.dryRun(KIND, rows)).counts).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 3,
      withdrawn: 0,
    })
    expect(await listed(day)).toMatchObject([
      { reference: split, theirs: { amount: 12_000, about: '住宿费、学费 · 银行代扣' } },
      {
        reference: other,
        theirs: { amount: -120_050, who: `${numberOf(1)} ${studentOf(1).name}` },
      },
    ])
  })

  test('a line that is twice in a file is refused the second time, and an amount of 0, a day to come and a broken reference are refused', async () => {
    const day = newDay()
    const rows = [
      line(day, 'TWICE-1'),
      line(day, 'twice-1'),
      line(day, 'ZERO-1', { 金额: '0' }),
      line(toChinaDay(new Date(backend.clock.now().getTime() + 48 * 3_600_000)), 'AHEAD-1'),
      line(day, 'A:B'),
    ]
    const dry = await files.dryRun(KIND, rows)
    expect(dry.counts).toMatchObject({ added: 1, refused: 4 })
    expect(dry.refused.map(([, said]) => said)).toEqual([
      `流水 TWICE-1 ${day} ${numberOf()} 2023 学费 100.00 与第2行重复`,
      '金额不能是 0',
      '日期不能晚于今天',
      expect.stringContaining('凭证号应为'),
    ])
  })

  test('an unknown number is kept with a warning and without the whole ID number', async () => {
    const day = newDay()
    const rows = [line(day, newReference(), { 学号: '110101199003070011' })]
    const dry = await files.dryRun(KIND, rows)
    expect(dry.warnings).toEqual([
      ['学号或身份证号', expect.stringContaining('没有学生有这个号码')],
    ])
    await load(rows)
    expect(await only(day)).toMatchObject({
      result: 'missing-here',
      bookable: '0',
      theirs: { who: '110****1' },
    })
  })

  test('a corrected file changes lines by reference and day and withdraws what it lacks, but nothing of a reference that was ended, until the end is taken back', async () => {
    const day = newDay()
    const [kept, changed, gone, ended] = [
      newReference(),
      newReference(),
      newReference(),
      newReference(),
    ]
    await load([kept, changed, gone, ended].map((one) => line(day, one)))
    const endedLine = (await listed(day)).find(({ reference }) => reference === ended)
    if (endedLine === undefined) throw new Error('The line is missing.')
    expect(await end(endedLine)).toMatchObject({ code: '0' })
    const corrected = [line(day, kept), line(day, changed, { 金额: '90' })]
    const touching = await files.dryRun(KIND, [...corrected, line(day, ended, { 金额: '1' })])
    expect(touching.refused).toEqual([['流水号', expect.stringContaining('已由财务人员处理')]])
    expect(touching.counts).toMatchObject({ changed: 1, unchanged: 1, withdrawn: 1 })
    await load(corrected, { withdraw: true })
    expect((await listed(day)).map(({ reference, theirs }) => [reference, theirs?.amount])).toEqual(
      [
        [kept, 10_000],
        [changed, 9_000],
        [ended, 10_000],
      ],
    )
    const now = (await listed(day, { list: 'ended' }))[0]
    if (now === undefined) throw new Error('The line is missing.')
    expect(await end(now, { done: '0', note: '文件已更正' })).toMatchObject({ code: '0' })
    await load([...corrected, line(day, ended, { 金额: '1' })])
    expect(await listed(day, { list: 'open' })).toHaveLength(3)
  })

  test('an end between dry run and import stops the import, and an import with an ended reference is not reverted', async () => {
    const day = newDay()
    const reference = newReference()
    const first = await load([line(day, reference)])
    const dry = await files.dryRun(KIND, [line(day, reference, { 金额: '5' })])
    expect(dry.counts).toMatchObject({ changed: 1 })
    await end(await only(day))
    expect(await files.apply(KIND, dry.id)).toContain('outdated')
    expect(await files.takeBack(KIND, first.id)).toContain('已由财务人员处理')
    expect(await only(day)).toMatchObject({ theirs: { amount: 10_000 }, ended: '1' })
  })
})

describe('the comparison with the books', () => {
  test('each reference of both sides is matched, missing on one side, or different by amount, student or day', async () => {
    const day = newDay()
    const [alike, here, there, amount, student, late] = [1, 2, 3, 4, 5, 6].map(newReference)
    for (const one of [alike, there, amount, student]) await book(one ?? '', day)
    await book(late ?? '', dayAfter(day))
    await load([
      line(day, alike?.toLowerCase() ?? ''),
      line(day, here ?? ''),
      line(day, amount ?? '', { 金额: '99.99' }),
      line(day, student ?? '', { 学号: numberOf(1) }),
      line(day, late ?? ''),
    ])
    expect(await resultsOf(day)).toEqual({
      [alike ?? '']: 'matched',
      [here ?? '']: 'missing-here',
      [there ?? '']: 'missing-there',
      [amount ?? '']: 'amount',
      [student ?? '']: 'student',
      [late ?? '']: 'day',
    })
    // The reference with two days is in the ranges of both.
    expect(await resultsOf(dayAfter(day))).toEqual({ [late ?? '']: 'day' })
    const { totals } = await ask('list', { from: day, to: dayAfter(day), list: 'open', after: '' })
    expect(totals).toEqual({
      matched: 1,
      missingHere: 1,
      missingThere: 1,
      different: 3,
      open: 5,
      theirs: 49_999,
      ours: 50_000,
      daysWithoutLines: [dayAfter(day)],
    })
  })

  test('a payment through the gateway is found by its transaction or its order, and can be booked on the day before when it was credited after midnight', async () => {
    const day = newDay()
    const next = dayAfter(day)
    const times = { ordered: `${day}T23:58:00+08:00`, credited: `${next}T00:01:00+08:00` }
    await payOnline('wx-midnight', times)
    const order = await payOnline('wx-order', times)
    await payOnline('wx-morning', {
      ordered: `${next}T00:00:00+08:00`,
      credited: `${next}T00:01:00+08:00`,
    })
    await load([line(day, 'WX-MIDNIGHT'), line(next, order), line(day, 'wx-morning')])
    const ofBoth = { 'wx-midnight': 'matched', 'wx-morning': 'day' }
    expect(await resultsOf(day)).toEqual(ofBoth)
    expect(await resultsOf(next)).toEqual({ ...ofBoth, 'wx-order': 'matched' })
  })

  test('refunds are compared apart from their payment, by the reference of the refund or of the payment, also while only a part of them is in the files', async () => {
    const [day, later, last] = [newDay(), newDay(), newDay()]
    const [payment, back] = [newReference(), newReference()]
    await book(payment, day)
    const refund = (reference: string, on: string, fen: number) =>
      book(`REFUND:${reference}`, on, { kind: 'refund', amount_fen: -fen, reverses: payment })
    await refund(back, later, 3_000)
    await refund(newReference(), last, 2_000)
    await load([line(day, payment), line(later, back, { 金额: '-30' })])
    expect(await resultsOf(day)).toEqual({ [payment]: 'matched' })
    expect(await listed(later)).toMatchObject([
      { reference: payment, refund: '1', result: 'matched' },
    ])
    expect(await resultsOf(last)).toEqual({ [payment]: 'amount' })
    await load([line(last, payment, { 金额: '-20' })])
    expect(await resultsOf(last)).toEqual({ [payment]: 'matched' })
    // What the platform alone has paid back is missing here.
    const never = newReference()
    await load([
      line(last, never),
      line(last, never, { 金额: '-100' }),
      line(last, newReference(), { 金额: '-1' }),
    ])
    expect(Object.values(await resultsOf(last))).toEqual(['matched', 'matched', 'missing-here'])
  })

  test('a payment that was taken back is not in the books, and offsets and carry-overs are not compared', async () => {
    const day = newDay()
    const [undone, source] = [newReference(), newReference()]
    await book(undone, day)
    await book(`REVERSAL:${undone}`, day, { amount_fen: -10_000, reverses: undone })
    await book(`OFFSET:${source}`, day, { kind: 'offset', way: 'loan' })
    expect(await listed(day)).toEqual([])
    await load([line(day, undone)])
    expect(await only(day)).toMatchObject({ result: 'missing-here', bookable: '0', ours: null })
  })

  test('a range that is turned round or longer than 92 days is refused', async () => {
    const day = newDay()
    for (const to of [dayAfter(day, -1), dayAfter(day, 92)])
      expect(await ask('list', { from: day, to, list: 'all', after: '' })).toMatchObject({
        msg: expect.stringContaining('最多 92 天'),
      })
    expect(
      await ask('list', { from: day, to: dayAfter(day, 91), list: 'all', after: '' }),
    ).toMatchObject({ code: '0' })
  })
})

describe('the end of a difference', () => {
  test('a difference is ended by one person with a reason that stays, is logged and exported, and can be opened again', async () => {
    const day = newDay()
    await load([line(day, newReference())])
    const open = await only(day)
    expect(await end(open, { note: ' ' })).toMatchObject({ code: '422' })
    const said = await Promise.all([end(open), end(open, { note: '同时处理' }, administrator)])
    expect(said.filter(({ code }) => code === '0')).toHaveLength(1)
    expect(said.find(({ code }) => code !== '0')).toMatchObject({
      msg: '同事刚刚已将它标记为已处理，请查看最新内容',
    })
    expect(await listed(day, { list: 'open' })).toEqual([])
    const exported = await backend.fetch('/api/manage/exports/financePlatform', {
      method: 'POST',
      headers: { authorization: finance.token, 'content-type': 'application/json' },
      body: JSON.stringify({ from: day, to: day, list: 'ended', format: 'csv' }),
    })
    const ended = await only(day)
    expect(await exported.text()).toContain(
      `账册没有,${open.reference},,${day},${numberOf()} ${studentOf(0).name},100,学费 · 银行代扣,,,,,已处理,${ended.history[0]?.note},`,
    )
    expect(await end(ended, { done: '0', note: '处理有误' })).toMatchObject({ code: '0' })
    expect(await end(ended, { done: '0', note: '再次' })).toMatchObject({
      msg: '同事刚刚已将它重新打开，请查看最新内容',
    })
    expect(await only(day)).toMatchObject({
      ended: '0',
      history: [
        { done: '0', note: '处理有误', by: '钱立新' },
        { done: '1', note: ended.history[0]?.note },
      ],
    })
    const { action, details } = await backend.db
      .selectFrom('office_log')
      .select(['action', 'details'])
      .where('action', 'like', 'financePlatform.%')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([action, details]).toEqual([
      'financePlatform.reopen',
      { incident: '账册没有', transaction: open.reference },
    ])
    await expect(backend.db.deleteFrom('reconciliation_note').execute()).rejects.toThrow()
  })

  test('an end is about what both sides had: it does not hold for another amount, and what is alike is not ended', async () => {
    const day = newDay()
    const reference = newReference()
    await load([line(day, reference)])
    const before = await only(day)
    await end(before)
    await book(reference, day, { amount_fen: 9_000 })
    const changed = await only(day)
    expect(changed).toMatchObject({ result: 'different', ended: '0', history: [{ done: '1' }] })
    expect(await end(before)).toMatchObject({ msg: '这一项刚刚有变化，请查看最新内容' })
    expect(await end(changed)).toMatchObject({ code: '0' })
    const alike = newReference()
    await book(alike, dayAfter(day))
    await load([line(dayAfter(day), alike)])
    expect(await end(await only(dayAfter(day)))).toMatchObject({
      msg: '双方现在已经一致，不需要处理',
    })
  })

  test('what is missing here is booked once as a payment from outside under its reference, and is then alike until it is taken back', async () => {
    const payer = await enrolPayer(backend)
    const day = newDay()
    const reference = newReference()
    const year = String(currentFeeYear(backend))
    const { exam_number: number } = await backend.db
      .selectFrom('student')
      .select('exam_number')
      .where('code', '=', payer.subject)
      .executeTakeFirstOrThrow()
    const own = { 学号: number ?? '', 年度: year }
    await load([
      line(day, reference, { ...own, 金额: '1000' }),
      line(day, reference, { ...own, 金额: '200', 项目: '住宿费' }),
    ])
    const missing = await only(day)
    expect(missing).toMatchObject({ bookable: '1', theirs: { amount: 120_000 } })
    const said = await Promise.all([pay(missing), pay(missing)])
    expect(said.filter(({ code }) => code === '0')).toHaveLength(1)
    expect(await payer.overview()).toMatchObject({ isFee: '1200.00' })
    expect(await only(day)).toMatchObject({ result: 'matched', ours: { amount: 120_000 } })
    expect(await pay(await only(day))).toMatchObject({ msg: '双方现在已经一致，不需要处理' })
    await finance.post('/api/manage/outsidePayments/takeBack', { reference, reason: '登记错误' })
    const again = await only(day)
    expect(again).toMatchObject({ result: 'missing-here', bookable: '0' })
    expect(await pay(again)).toMatchObject({ msg: expect.stringContaining('这一项不能直接登记') })
  })

  test('an online order that is not credited yet is missing here, but not booked, because the gateway would credit it again', async () => {
    const day = newDay()
    const at = new Date(`${day}T12:00:00+08:00`)
    const own = { student_code: studentOf(0).code, year: 2023, kind: '3', open_id: 'x' }
    const times = { created_at: at, updated_at: at, expires_at: at }
    await backend.db
      .insertInto('pay_order')
      .values({ number: 'BD20230101open', ...own, amount_fen: 10_000, state: 'closed', ...times })
      .execute()
    await load([line(day, 'BD20230101open')])
    const missing = await only(day)
    expect(missing).toMatchObject({ result: 'missing-here', bookable: '0' })
    expect(await pay(missing)).toMatchObject({ msg: expect.stringContaining('在线缴费的订单编号') })
  })

  test('a line without a year pays its item in the earliest year that is not paid, and a student without a charge of the year is told to finance', async () => {
    const payer = await enrolPayer(backend)
    const [day, other] = [newDay(), newDay()]
    const year = currentFeeYear(backend)
    const { exam_number: number } = await backend.db
      .selectFrom('student')
      .select('exam_number')
      .where('code', '=', payer.subject)
      .executeTakeFirstOrThrow()
    const dorm = { 学号: number ?? '', 年度: '', 项目: '住宿费' }
    await load([line(day, newReference(), dorm)])
    expect(await pay(await only(day))).toMatchObject({ code: '0' })
    const entry = await backend.db
      .selectFrom('payment_credit')
      .select(['year', 'item', 'source', 'way', 'paid_on'])
      .where('student_code', '=', payer.subject)
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({
      year,
      item: '住宿费',
      source: 'platform',
      way: 'finance',
      paid_on: day,
    })
    await load([line(other, newReference(), { 学号: number ?? '', 年度: '1999' })])
    expect(await pay(await only(other))).toMatchObject({
      msg: expect.stringContaining('请先导入应缴费用'),
    })
  })
})

const entries = fc.array(
  fc.record({
    reference: fc.nat(4),
    student: fc.nat(2),
    amount: fc.constantFrom(10_000, 2_500, -2_500),
    day: fc.nat(1),
  }),
  { maxLength: 8 },
)

test('for any books and files each reference is in exactly one result, both sides add up, and a reference is alike only if student, day and sum are', async () => {
  await fc.assert(
    fc.asyncProperty(entries, entries, async (file, books) => {
      const first = newDay()
      const dayOf = (nth: number) => dayAfter(first, nth)
      const prefix = newReference()
      const rows = [
        ...new Map(
          file.map((one) => [
            JSON.stringify(one),
            line(dayOf(one.day), `${prefix}-${one.reference}`, {
              学号: numberOf(one.student),
              金额: String(one.amount / 100),
            }),
          ]),
        ).values(),
      ]
      if (rows.length > 0) await load(rows)
      // The books have a reference once, and only what was paid.
      const own = new Map(
        books.filter(({ amount }) => amount > 0).map((one) => [one.reference, one]),
      )
      for (const one of own.values())
        await book(`${prefix}-${one.reference}`, dayOf(one.day), {
          student_code: studentOf(one.student).code,
          amount_fen: one.amount,
        })
      const range = { from: first, to: dayOf(1), after: '' }
      const { data: all, totals } = await ask('list', { ...range, list: 'all' })
      const sum = (of: 'theirs' | 'ours') =>
        all.reduce((found: number, one: Listed) => found + (one[of]?.amount ?? 0), 0)
      expect(sum('theirs')).toBe(totals.theirs)
      expect(sum('ours')).toBe(totals.ours)
      expect(totals.theirs).toBe(
        rows.reduce((found, row) => found + Math.round(Number(row['金额']) * 100), 0),
      )
      expect(totals.ours).toBe([...own.values()].reduce((found, { amount }) => found + amount, 0))
      let listedOnce = 0
      for (const list of PLATFORM_LISTS.slice(1)) {
        if (list === 'ended' || list === 'all') continue
        listedOnce += (await listed(range.from, { to: range.to, list })).length
      }
      expect(listedOnce).toBe(all.length)
      for (const one of all as Listed[]) {
        if (one.result !== 'matched' || one.ours === null) continue
        const nth = Number(one.reference.split('-')[1])
        const mine = own.get(nth)
        const theirs = [...new Set(file.map((row) => JSON.stringify(row)))]
          .map((row): (typeof file)[number] => JSON.parse(row))
          .filter((row) => row.reference === nth && row.amount > 0)
        expect(theirs.reduce((found, { amount }) => found + amount, 0)).toBe(mine?.amount)
        expect(theirs.every((row) => row.day === mine?.day && row.student === mine.student)).toBe(
          true,
        )
      }
    }),
    { numRuns: 25 },
  )
})

test.runIf(isLongRun)(
  'a file of 20,000 lines is compared with 20,000 payments in seconds, page by page',
  async () => {
    const day = newDay()
    const many = await enrolStudents(backend, 200)
    const numbers = Array.from({ length: 20_000 }, (_, at) => `MANY-${String(at).padStart(5, '0')}`)
    const who = (at: number) => many[at % many.length]
    // Every second payment is in the file.
    await sql`insert into payment_credit (transaction, student_code, year, way, amount_fen, surplus_fen,
      credited_at, kind, paid_on)
    select 'MANY-' || lpad((at * 2)::text, 5, '0'), (${many.map(({ code }) => code)}::text[])[at * 2 % 200 + 1], 2023,
      'bank', 10000, 0, ${`${day}T12:00:00+08:00`}::timestamptz, 'outside', ${day}
    from generate_series(0, 19999) at`.execute(backend.db)
    const dry = await load(
      numbers.map((reference, at) => line(day, reference, { 学号: who(at)?.exam_number ?? '' })),
    )
    expect(dry.counts).toMatchObject({ added: 20_000 })
    const loaded = performance.now()
    const page = await ask('list', { from: day, to: day, list: 'open', after: '' })
    const read = performance.now()
    expect(page).toMatchObject({
      totals: { matched: 10_000, missingHere: 10_000, missingThere: 10_000, different: 0 },
    })
    expect(page.data).toHaveLength(50)
    const next = await ask('list', { from: day, to: day, list: 'open', after: page.next })
    expect(next.data[0].reference > page.data.at(-1).reference).toBe(true)
    expect(read - loaded).toBeLessThan(10_000)
  },
  120_000,
)
