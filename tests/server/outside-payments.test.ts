import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bookOutsidePayment } from '#server/features/outside-payments/public'
import { creditPayment } from '#server/features/payment/credit-payment'
import { insertOrder } from '#server/features/payment/orders'
import { toChinaDay } from '#server/platform/clock'
import { lockStudent } from '#server/platform/records/versioned-write'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { currentFeeYear, enrolPayer, type Payer } from '../support/backend/payer.ts'

let backend: Backend
let finance: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  finance = await backend.signInAs('T6001')
})
afterAll(() => backend.close())

let nth = 0
const today = () => toChinaDay(backend.clock.now())
const payment = (payer: Payer, change: object = {}) => ({
  student: payer.subject,
  year: currentFeeYear(backend),
  item: '',
  amount: 500_000,
  paidOn: today(),
  way: 'bank',
  reference: `BANK-${++nth}`,
  note: '柜台补录',
  ...change,
})
const ask = async (path: string, body: object) =>
  (await finance.post(`/api/manage/${path}`, body)).body
const record = (payer: Payer, change: object = {}) =>
  ask('outsidePayments/record', payment(payer, change))
const list = async (find: string) =>
  (await ask('outsidePayments/list', { find, way: '', from: '', to: '', after: '' })).data
const titlesOf = async (payer: Payer) =>
  (
    await backend.db
      .selectFrom('notice')
      .select('title')
      .where('subject', '=', `student:${payer.subject}`)
      .orderBy('published_at')
      .execute()
  ).map(({ title }) => title)
/** The number of completed steps. */
const countSteps = async (payer: Payer) =>
  (
    await backend.db
      .selectFrom('step_done')
      .select('step_id')
      .where('student_code', '=', payer.subject)
      .execute()
  ).length
/** Wait until a transaction waits for a lock. */
const lockWait = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(backend.db)
    expect(rows).not.toEqual([])
  })
const examNumberOf = async ({ subject }: Payer) =>
  (
    await backend.db
      .selectFrom('student')
      .select('exam_number')
      .where('code', '=', subject)
      .executeTakeFirstOrThrow()
  ).exam_number ?? ''

describe('payments from outside', () => {
  test('a payment at the desk lowers what the student owes, and the fee overview, the receipts and the office agree', async () => {
    const payer = await enrolPayer(backend)
    expect(await record(payer, { reference: 'ｂank 77', way: 'cash' })).toMatchObject({ code: '0' })
    expect(await payer.overview()).toMatchObject({ isFee: '5000.00', owefee: '14800.00' })
    const receipts = (await payer.post('/api/fees/getCurrentChargeInfo')).body
    expect(receipts).toMatchObject({
      payWays: [{ chargeWay: '收费窗口', fees: '5000.00' }],
      payDetail: [{ costName: '学费', isFee: '5000.00' }],
    })
    const page = await ask('students/open', { student: payer.subject })
    expect(JSON.stringify(page)).toContain('BANK77')
    const [entry] = await list('BANK77')
    expect(entry).toMatchObject({
      student: payer.subject,
      source: 'desk',
      note: '柜台补录',
      items: [`${currentFeeYear(backend)} 学费`],
      takenBack: null,
    })
    expect(entry.by).not.toBe('')
  })

  test('a reference counts once: a second record is refused, also for another student and after a take-back', async () => {
    const [payer, other] = [await enrolPayer(backend), await enrolPayer(backend)]
    await record(payer, { reference: 'ONCE-1' })
    const known = { msg: '该凭证号已登记过，不能重复入账' }
    expect(await record(payer, { reference: 'once-1' })).toMatchObject(known)
    expect(await record(other, { reference: 'ONCE-1' })).toMatchObject(known)
    const back = { reference: 'ONCE-1', reason: '登记错误' }
    expect(await ask('outsidePayments/takeBack', back)).toMatchObject({ code: '0' })
    expect(await record(payer, { reference: 'ONCE-1' })).toMatchObject(known)
    expect(await ask('outsidePayments/takeBack', back)).toMatchObject({
      msg: '这笔缴费已被冲销，请查看最新内容',
    })
    expect(await payer.overview()).toMatchObject({ isFee: '0.00', owefee: '19800.00' })
    expect(await titlesOf(payer)).toEqual(['一笔缴费登记已冲销'])
  })

  test('a gateway payment that finance has recorded before is compared with the record, and reported by its own kind if student or amount differ', async () => {
    const [payer, other] = [await enrolPayer(backend), await enrolPayer(backend)]
    const report = async (reference: string, recorded: Payer, amount: number) => {
      await record(recorded, { reference, amount })
      const order = await insertOrder(backend.db, {
        student_code: payer.subject,
        year: currentFeeYear(backend),
        kind: '3',
        charge_id: null,
        amount_fen: 100_000,
        open_id: 'o',
        now: backend.clock.now(),
      })
      const taken = {
        type: 'paid' as const,
        number: order.number,
        transaction: reference,
        amountFen: 100_000,
      }
      expect(
        await creditPayment(backend.db, { way: 'wechat', taken, now: backend.clock.now() }),
      ).toBe('already-credited')
      const { kind } = await backend.db
        .selectFrom('payment_incident')
        .select('kind')
        .where('transaction', '=', reference)
        .executeTakeFirstOrThrow()
      return kind
    }
    expect(await report('SAME-1', payer, 100_000)).toBe('recorded by finance')
    expect(await report('SAME-2', payer, 90_000)).toBe('recorded otherwise by finance')
    expect(await report('SAME-3', other, 100_000)).toBe('recorded otherwise by finance')
  })

  test('a payment of all that is owed completes the payment step, and its take-back opens the step again', async () => {
    const payer = await enrolPayer(backend)
    await record(payer, { reference: 'ALL-1', amount: 1_980_000 })
    expect(await countSteps(payer)).toBeGreaterThan(0)
    await ask('outsidePayments/takeBack', { reference: 'ALL-1', reason: '退票' })
    expect(await countSteps(payer)).toBe(0)
  })

  test('a payment for an earlier year that also pays what is owed this year completes the payment step, and its take-back opens the step again', async () => {
    const payer = await enrolPayer(backend)
    const earlier = currentFeeYear(backend) - 1
    await backend.db
      .insertInto('charge')
      .values({
        student_code: payer.subject,
        year: earlier,
        item: '学费',
        due_fen: 20_000,
        paid_fen: 0,
      })
      .execute()
    await record(payer, { reference: 'EARLY-1', year: earlier, amount: 2_000_000 })
    expect(await payer.overview()).toMatchObject({ owefee: '0.00' })
    expect(await countSteps(payer)).toBeGreaterThan(0)
    await ask('outsidePayments/takeBack', { reference: 'EARLY-1', reason: '退票' })
    expect(await payer.overview()).toMatchObject({ owefee: '19800.00' })
    expect(await countSteps(payer)).toBe(0)
  })

  test('the audit log names the student of a take-back', async () => {
    const payer = await enrolPayer(backend)
    await record(payer, { reference: 'LOG-1' })
    await ask('outsidePayments/takeBack', { reference: 'LOG-1', reason: '退票' })
    const entries = await backend.db
      .selectFrom('office_log')
      .select('action')
      .where('about', '=', `student:${payer.subject}`)
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'outsidePayments.record',
      'outsidePayments.takeBack',
    ])
  })

  test('a gateway payment that finance records at the same time under the same reference is credited once, without an error', async () => {
    const [payer, other] = [await enrolPayer(backend), await enrolPayer(backend)]
    const [year, now] = [currentFeeYear(backend), backend.clock.now()]
    const order = await insertOrder(backend.db, {
      student_code: payer.subject,
      year,
      kind: '3',
      charge_id: null,
      amount_fen: 500_000,
      open_id: 'o',
      now,
    })
    const taken = {
      type: 'paid' as const,
      number: order.number,
      transaction: 'RACE-1',
      amountFen: 500_000,
    }
    const outside = {
      student: other.subject,
      year,
      item: '',
      amountFen: 500_000,
      paidOn: today(),
      way: 'bank',
      reference: 'RACE-1',
      note: '',
    }
    const credited = await backend.db.transaction().execute(async (tx) => {
      await bookOutsidePayment(tx, outside, { by: null, source: 'desk', now })
      const result = creditPayment(backend.db, { way: 'wechat', taken, now }).catch(String)
      await lockWait()
      return { result }
    })
    expect(await credited.result).toBe('already-credited')
  })

  test('the day of finance counts payments without their counter-entries', async () => {
    const waivers = async () => {
      const { data } = await ask('finance/day', { day: today() })
      return data.channels.find(({ way }: { way: string }) => way === 'waiver')
    }
    const payer = await enrolPayer(backend)
    await record(payer, { reference: 'COUNT-1', way: 'waiver', amount: 100 })
    expect(await waivers()).toMatchObject({ count: 1, amount: 100 })
    await ask('outsidePayments/takeBack', { reference: 'COUNT-1', reason: '退票' })
    expect(await waivers()).toMatchObject({ count: 1, amount: 0 })
  })

  test('the take-back of a payment handles its surplus, because there is nothing left to refund', async () => {
    const payer = await enrolPayer(backend)
    await record(payer, { reference: 'OVER-1', amount: 2_000_000 })
    await ask('outsidePayments/takeBack', { reference: 'OVER-1', reason: '退票' })
    const open = (await ask('finance/incidents', { state: 'open', after: '' })).data
    expect(open).not.toContainEqual(expect.objectContaining({ transaction: 'OVER-1' }))
    const handled = (await ask('finance/incidents', { state: 'handled', after: '' })).data
    expect(handled).toContainEqual(
      expect.objectContaining({ transaction: 'OVER-1', kind: 'surplus', note: '退票' }),
    )
  })

  test('an amount above what is owed is a surplus that finance sees with its student', async () => {
    const payer = await enrolPayer(backend)
    await record(payer, { reference: 'MUCH-1', amount: 2_000_000 })
    const { data } = await ask('finance/incidents', { state: 'open', after: '' })
    expect(data).toContainEqual(
      expect.objectContaining({ transaction: 'MUCH-1', amount: 20_000, student: payer.subject }),
    )
  })

  test.each([
    [{ amount: 0 }, '请填写大于 0、不超过 100 万元的金额，最多两位小数'],
    [{ paidOn: '2999-01-01' }, '缴费日期不能晚于今天'],
    [{ item: '没有的项目' }, '该学生没有这一项应缴费用，请刷新后重试'],
    [{ year: 1999 }, '该学生没有这一项应缴费用，请刷新后重试'],
  ])('a payment with %o is refused with a sentence', async (change, msg) => {
    expect(await record(await enrolPayer(backend), change)).toMatchObject({ msg })
  })

  test('a file is recorded once: the same file again changes nothing, another amount is refused, and its revert takes each payment back', async () => {
    const imports = createImportRunner(backend)
    const payer = await enrolPayer(backend)
    const row = (more: Record<string, string> = {}) => ({
      学号或考生号: '',
      年度: '',
      项目: '住宿费',
      '金额（元）': '1,200.00',
      缴费日期: today(),
      渠道: '财务平台',
      凭证号: 'FILE-1',
      ...more,
    })
    const own = { 学号或考生号: await examNumberOf(payer) }
    const first = await imports.dryRun('outside-payments', [row(own)])
    expect(first.counts).toMatchObject({ added: 1, refused: 0 })
    expect(await imports.apply('outside-payments', first.id)).toBe('applied')
    expect(await payer.overview()).toMatchObject({ isFee: '1200.00' })
    const again = await imports.dryRun('outside-payments', [row(own)])
    expect(again.counts).toMatchObject({ added: 0, unchanged: 1, refused: 0 })
    const other = await imports.dryRun('outside-payments', [row({ ...own, '金额（元）': '1' })])
    expect(other.refused[0]?.[1]).toContain('该凭证号已用于另一笔入账')
    expect(await imports.takeBack('outside-payments', first.id)).toBe('taken back')
    expect(await payer.overview()).toMatchObject({ isFee: '0.00', owefee: '19800.00' })
    const third = await imports.dryRun('outside-payments', [row(own)])
    expect(third.refused[0]?.[1]).toContain('已被冲销')
  })

  test('the days of a file are judged by the clock of the campus', async () => {
    const imports = createImportRunner(backend)
    const payer = await enrolPayer(backend)
    const row = {
      学号或考生号: await examNumberOf(payer),
      年度: String(currentFeeYear(backend)),
      '金额（元）': '1',
      渠道: '现金',
      缴费日期: toChinaDay(new Date(backend.clock.now().getTime() + 86_400_000)),
      凭证号: 'DAY-1',
    }
    const early = await imports.dryRun('outside-payments', [row])
    expect(early.refused).toEqual([['缴费日期', '日期不能晚于今天']])
    backend.clock.advance(86_400)
    try {
      const { counts } = await imports.dryRun('outside-payments', [row])
      expect(counts).toMatchObject({ added: 1, refused: 0 })
    } finally {
      backend.clock.advance(-86_400)
    }
  })

  test('staff without the second factor cannot record a payment', async () => {
    const guarded = await startBackend({ sharing: backend, env: { SECOND_FACTOR: '1' } })
    try {
      const staff = await guarded.signInAs('T6001')
      const { status, body } = await staff.post('/api/manage/outsidePayments/record', {})
      expect([status, body.why]).toEqual([403, 'second-factor'])
    } finally {
      await guarded.close()
    }
  })
})

describe('offsets', () => {
  const approve = async (payer: Payer, change: object = {}) => {
    const id = `L${payer.subject}`
    await backend.db
      .insertInto('green_application')
      .values({
        id,
        review_id: id,
        student_code: payer.subject,
        type: '1',
        year: currentFeeYear(backend),
        amount_fen: 800_000,
        audit_amount_fen: 800_000,
        status: '1',
        reason: '',
        contract_number: `HT${payer.subject}`,
        receipt_code: '123456',
        picture: '',
        picture2: '',
        offset_status: '0',
        version: 1,
        applied_at: backend.clock.now(),
        ...change,
      })
      .execute()
    return { id: `loan:${payer.subject}:${currentFeeYear(backend)}`, review: id }
  }
  const offset = (ids: string[], change: object = {}) =>
    ask('offsets/record', { ids, amount: 0, paidOn: today(), note: '', ...change })

  test('an approved loan changes nothing until finance offsets it; then it is final for reviewers and told to the student, and can be undone', async () => {
    const payer = await enrolPayer(backend)
    const { id, review } = await approve(payer)
    expect(await payer.overview()).toMatchObject({ owefee: '19800.00' })
    expect(await offset([id])).toMatchObject({ code: '0' })
    expect(await payer.overview()).toMatchObject({ owefee: '11800.00', isFee: '0.00' })
    const reviewer = await backend.signInAs('T3001')
    const decision = {
      status: '2',
      userId: '',
      stuCode: payer.subject,
      reason: '改判',
      auditType: '1',
      year: String(currentFeeYear(backend)),
      verifyId: review,
    }
    const decided = await reviewer.post('/api/greenChannelAudit/updateStatus', decision)
    expect(decided.body.msg).toContain('冲抵')
    const stored = await backend.db
      .selectFrom('green_application')
      .select(['offset_status', 'offset_fen'])
      .where('review_id', '=', review)
      .executeTakeFirst()
    expect(stored).toEqual({ offset_status: '1', offset_fen: 800_000 })
    expect(await offset([id])).toMatchObject({ code: '-1' })
    expect(await ask('offsets/undo', { id, reason: '银行退款' })).toMatchObject({ code: '0' })
    expect(await payer.overview()).toMatchObject({ owefee: '19800.00' })
    expect(await titlesOf(payer)).toEqual(['应缴费用已冲抵', '一笔冲抵已撤销'])
  })

  test('several are offset all or none, and never above the approved amount', async () => {
    const [one, two] = [await enrolPayer(backend), await enrolPayer(backend)]
    const [first, second] = [await approve(one), await approve(two, { status: '0' })]
    await offset([first.id, second.id])
    expect(await one.overview()).toMatchObject({ owefee: '19800.00' })
    expect(await offset([first.id], { amount: 800_001 })).toMatchObject({
      msg: '冲抵金额应大于 0，且不超过批准金额',
    })
    await offset([first.id], { amount: 300_000 })
    expect(await one.overview()).toMatchObject({ owefee: '16800.00' })
  })

  test('the bank’s file offsets a loan by contract number and receipt code, once, and its revert undoes the offset', async () => {
    const imports = createImportRunner(backend)
    const payer = await enrolPayer(backend)
    await approve(payer)
    const row = (amount: string) => ({
      合同号: `ht${payer.subject}`,
      回执校验码: '123456',
      '金额（元）': amount,
      放款日期: today(),
    })
    const above = await imports.dryRun('loan-offsets', [row('9000')])
    expect(above.refused).toEqual([['金额（元）', '超过批准金额 8000.00 元']])
    const dry = await imports.dryRun('loan-offsets', [row('7800')])
    expect(dry.warnings).toEqual([['金额（元）', '少于批准金额 8000.00 元']])
    expect(await imports.apply('loan-offsets', dry.id)).toBe('applied')
    expect(await payer.overview()).toMatchObject({ owefee: '12000.00' })
    expect((await imports.dryRun('loan-offsets', [row('7800')])).counts.unchanged).toBe(1)
    expect(await imports.takeBack('loan-offsets', dry.id)).toBe('taken back')
    expect(await payer.overview()).toMatchObject({ owefee: '19800.00' })
  })

  test('the bank’s file is reverted also after finance has undone one of its offsets', async () => {
    const imports = createImportRunner(backend)
    const [undone, other] = [await enrolPayer(backend), await enrolPayer(backend)]
    const { id } = await approve(undone)
    await approve(other)
    const dry = await imports.dryRun(
      'loan-offsets',
      [undone, other].map(({ subject }) => ({
        合同号: `HT${subject}`,
        回执校验码: '123456',
        '金额（元）': '7800',
        放款日期: today(),
      })),
    )
    await imports.apply('loan-offsets', dry.id)
    expect(await ask('offsets/undo', { id, reason: '退回' })).toMatchObject({ code: '0' })
    expect(await imports.takeBack('loan-offsets', dry.id)).toBe('taken back')
    for (const payer of [undone, other])
      expect(await payer.overview()).toMatchObject({ owefee: '19800.00' })
  })

  test('an imported scholarship that is offset has its entry in the books, and a changed amount replaces the entry', async () => {
    const imports = createImportRunner(backend)
    const payer = await enrolPayer(backend)
    const row = async (amount: string) => ({
      学号或考生号: await examNumberOf(payer),
      年度: String(currentFeeYear(backend)),
      '金额（元）': amount,
      已冲抵: '是',
    })
    const amounts = async () =>
      (
        await backend.db
          .selectFrom('payment_credit')
          .select('amount_fen')
          .where('student_code', '=', payer.subject)
          .where('kind', '=', 'offset')
          .orderBy('credited_at')
          .orderBy('amount_fen')
          .execute()
      ).map(({ amount_fen }) => amount_fen)
    const first = await imports.dryRun('scholarships', [await row('2000')])
    await imports.apply('scholarships', first.id)
    expect(await amounts()).toEqual([200_000])
    const second = await imports.dryRun('scholarships', [await row('1500')])
    await imports.apply('scholarships', second.id)
    expect((await amounts()).toSorted((a, b) => a - b)).toEqual([-200_000, 150_000, 200_000])
    expect(await payer.overview()).toMatchObject({ owefee: '18300.00' })
  })
  test('an imported scholarship that covers the year completes the payment step, and its revert opens the step again', async () => {
    const imports = createImportRunner(backend)
    const payer = await enrolPayer(backend)
    const { id } = await imports.dryRun('scholarships', [
      {
        学号或考生号: await examNumberOf(payer),
        年度: String(currentFeeYear(backend)),
        '金额（元）': '19800',
        已冲抵: '是',
      },
    ])
    expect(await imports.apply('scholarships', id)).toBe('applied')
    expect(await payer.overview()).toMatchObject({ owefee: '0.00' })
    expect(await countSteps(payer)).toBeGreaterThan(0)
    expect(await imports.takeBack('scholarships', id)).toBe('taken back')
    expect(await countSteps(payer)).toBe(0)
  })

  test('an import of scholarships waits for an offset at the desk, without a deadlock', async () => {
    const imports = createImportRunner(backend)
    const payer = await enrolPayer(backend)
    const row = async (amount: string) => ({
      学号或考生号: await examNumberOf(payer),
      年度: String(currentFeeYear(backend)),
      '金额（元）': amount,
      已冲抵: '否',
    })
    const first = await imports.dryRun('scholarships', [await row('2000')])
    await imports.apply('scholarships', first.id)
    const second = await imports.dryRun('scholarships', [await row('3000')])
    // The desk locks the student, then the scholarship.
    const { applied } = await backend.db.transaction().execute(async (tx) => {
      await lockStudent(tx, payer.subject)
      const result = imports.apply('scholarships', second.id).catch(String)
      await lockWait()
      await sql`select from scholarship where student_code = ${payer.subject} for update`.execute(
        tx,
      )
      return { applied: result }
    })
    expect(await applied).toBe('applied')
  })
})
