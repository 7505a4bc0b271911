import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  validateAmountText,
  fees,
  validateFen,
  isPayable,
  computeDisplayedTotal,
  formatYuanWithoutTrailingZeros,
} from '#contract/fees'
import { parseYuan, fenTextField } from '#contract/fields'
import { payment } from '#contract/payment'
import { computeChargeBalances } from '#server/features/charges/store'
import type { GreenApplicationRow } from '#server/platform/database/schema/money-tables'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import {
  currentFeeYear,
  orderRequestBody,
  type Payer,
  enrolPayer,
} from '../support/backend/payer.ts'
import { propertyParameters } from '../support/properties/property-parameters.ts'

let backend: Backend
beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

const applied = (student: string, year: number): GreenApplicationRow => ({
  id: student,
  review_id: student,
  student_code: student,
  type: '1',
  year,
  amount_fen: 800_000,
  status: '1',
  reason: '',
  contract_number: '',
  receipt_code: '',
  picture: '',
  picture2: '',
  audit_amount_fen: 800_000,
  offset_status: '0',
  version: 1,
  applied_at: new Date(),
})

describe('the amount still owed of each fee', () => {
  const fen = fc.integer({ min: 0, max: 3_000_000 })
  const charges = fc
    .array(
      fc.record({
        item: fc.constantFrom('学费', '住宿费', '教材费', '专业学费'),
        due_fen: fc.integer({ min: 1, max: 3_000_000 }),
        part: fc.double({ min: 0, max: 1.2, noNaN: true }),
      }),
      { maxLength: 6 },
    )
    .map((list) =>
      list.map(({ item, due_fen, part }, id) => ({
        id,
        year: 2026,
        item,
        due_fen,
        paid_fen: Math.floor(due_fen * part),
        by_choice: false,
      })),
    )

  test('the owed single fees add up to what is owed for the year, to the fen, and none exceeds its unpaid amount [FEE-23 FEE-29 D-56]', () => {
    fc.assert(
      fc.property(charges, fen, (list, setOff) => {
        const balances = computeChargeBalances(list, setOff)
        const open = list.reduce((sum, { due_fen, paid_fen }) => sum + due_fen - paid_fen, 0)
        expect(balances.reduce((sum, { owed_fen }) => sum + owed_fen, 0)).toBe(
          Math.max(0, open - setOff),
        )
        for (const { due_fen, paid_fen, offset_fen, owed_fen } of balances)
          expect([owed_fen >= 0, owed_fen + offset_fen]).toEqual([
            true,
            Math.max(0, due_fen - paid_fen),
          ])
      }),
      propertyParameters(500),
    )
  })

  const yuan = (rows: readonly Record<string, string>[], name: string) =>
    rows.reduce((sum, row) => sum + parseYuan(row[name] ?? ''), 0)
  /** The amounts of this year, in fen, in every call that returns amounts. */
  const amountsOf = async (post: Payer['post']) => {
    const [overview, items, charged, slip] = [
      (await post('/api/fees/open')).body,
      (await post('/findScore/queryitems', { idCard: '' })).body.data as Record<string, string>[],
      (await post('/api/fees/getCurrentChargeInfo')).body,
      (await post('/payment/payCarry', { stuCode: '', year: '', processId: 5 })).body,
    ]
    const due = yuan(slip.tuitions, 'feeMoney') + parseYuan(slip.stuDorminfo?.dormSum ?? '0')
    const year = String(currentFeeYear(backend))
    return {
      owed: parseYuan(overview.owefee),
      items: yuan(
        items.filter(
          (one) => one['feeStatusName'] === '未缴费' && one['statusName']?.startsWith(year),
        ),
        'charge',
      ),
      slip: parseYuan(slip.owefee ?? '') || (slip.owefee === undefined ? due : 0),
      paid: parseYuan(overview.isFee),
      ways: yuan(charged.payWays, 'fees'),
      details: yuan(charged.payDetail, 'isFee'),
    }
  }
  const agree = async (post: Payer['post']) => {
    const said = await amountsOf(post)
    expect(said).toEqual({ ...said, items: said.owed, slip: said.owed })
    expect(said.ways).toBe(said.details)
    return said
  }

  test('student 880001, who has a scholarship, owes 18,300.00 in the list, and paying each item of the list settles everything [FEE-28 FEE-29 D-58]', async () => {
    const { post } = await backend.signInAs('880001')
    expect((await agree(post)).owed).toBe(1_830_000)
    const list = async (): Promise<Record<string, string>[]> =>
      (await post('/findScore/queryitems', { idCard: '' })).body.data.filter(isUnpaid)
    const isUnpaid = (one: Record<string, string>) => one['feeStatusName'] === '未缴费'
    expect((await list()).map((one) => [one['chargeItemsName'], one['charge']])).toEqual([
      ['学费', '16600.00'],
      ['住宿费', '1200.00'],
      ['教材费', '500.00'],
    ])
    for (const one of await list()) {
      const body = orderRequestBody(currentFeeYear(backend), parseYuan(one['charge'] ?? ''), {
        orderType: '3',
        regItemId: one['regItemId'],
      })
      const id = (await post('/commonrest/getUniqueId', { sign: '', timestamp: '1' })).body.msg
      const ordered = await post('/payment/pay', body, { uniqueid: id })
      await backend.post('/sandbox/pay', {
        package: ordered.body.results.payParams.package,
        outcome: 'ok',
      })
      await agree(post)
    }
    const end = await agree(post)
    expect([end.owed, end.paid, end.details]).toEqual([0, 1_830_000, 1_830_000])
    const details = (await post('/api/fees/getCurrentChargeInfo')).body.payDetail
    expect(details[0]).toEqual({ costName: '学费', isFee: '16600.00' })
    await backend.db
      .updateTable('charge')
      .set({ paid_fen: 0 })
      .where('student_code', '=', 'S880001')
      .where('year', '=', currentFeeYear(backend))
      .execute()
  })

  test('all calls return the same sums, with any offset and any payment [FEE-18 FEE-26 FEE-28 FEE-37]', async () => {
    const step = fc.oneof(
      fc.record({
        type: fc.constant('pay' as const),
        part: fc.double({ min: 0.05, max: 1, noNaN: true }),
      }),
      fc.record({
        type: fc.constant('scholarship' as const),
        fen: fc.integer({ min: 1, max: 2_500_000 }),
      }),
      fc.record({ type: fc.constant('desk' as const), fen: fc.integer({ min: 1, max: 120_000 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const who = await enrolPayer(backend)
        const year = currentFeeYear(backend)
        for (const one of steps) {
          const { owed } = await agree(who.post)
          if (one.type === 'pay') {
            const amount = Math.max(Math.min(owed, 100_000), Math.floor(owed * one.part))
            if (amount > 0) await who.endPaymentSheet(await who.order(amount), 'ok')
          } else if (one.type === 'scholarship')
            await backend.db
              .insertInto('scholarship')
              .values({ student_code: who.subject, year, amount_fen: one.fen, offset_done: true })
              .onConflict((conflict) =>
                conflict.columns(['student_code', 'year']).doUpdateSet({ amount_fen: one.fen }),
              )
              .execute()
          else
            await backend.db
              .updateTable('charge')
              .set((e) => ({ paid_fen: sql`least(due_fen, ${e.ref('paid_fen')} + ${one.fen})` }))
              .where('student_code', '=', who.subject)
              .where('item', '=', '住宿费')
              .execute()
        }
        await agree(who.post)
      }),
      propertyParameters(8),
    )
  })
})

describe('amounts due, paid and owed', () => {
  test('the fee overview has its nine keys [FEE-18 FEE-19 FEE-20 FEE-21 FEE-22 FEE-23]', async () => {
    const { body } = await (await backend.signInAs('880001')).post('/api/fees/open')
    expect(Object.keys(body).toSorted()).toEqual(
      [
        'allFeeMsg',
        'feeList',
        'stuDorm',
        'findYear',
        'lowestFee',
        'needFee',
        'isFee',
        'owefee',
        'JXJ',
      ].toSorted(),
    )
    const year = currentFeeYear(backend)
    expect(body.findYear).toBe(String(year))
    expect(body.allFeeMsg[0]).toEqual({ year: String(year), needFee: '20300.00', isFee: '0.00' })
    expect(body.allFeeMsg).toHaveLength(3)
    expect(body.feeList).toEqual([
      { costName: '学费', costFees: '18600.00' },
      { costName: '教材费', costFees: '500.00' },
    ])
    expect(body.stuDorm).toEqual({ dormfeeprice: '1200.00' })
    expect(body.lowestFee).toEqual({ lowestFee: '1000.00' })
  })

  test('a scholarship is deducted from what is owed once it is offset [FEE-24 D-58]', async () => {
    const { body } = await (await backend.signInAs('880001')).post('/api/fees/open')
    expect(body.JXJ).toEqual({ isPayMoney: '2000.00', status: '1' })
    expect(body.owefee).toBe('18300.00')
  })

  test('a loan lowers what is owed only after the finance office has offset it [D-79]', async () => {
    const who = await enrolPayer(backend)
    await backend.db
      .insertInto('green_application')
      .values(applied(who.subject, currentFeeYear(backend)))
      .execute()
    expect((await who.overview()).owefee).toBe('19800.00')
    await backend.db
      .updateTable('green_application')
      .set({ offset_status: '1' })
      .where('student_code', '=', who.subject)
      .execute()
    expect((await who.overview()).owefee).toBe('11800.00')
  })

  test('the fee overview says how the fees were paid, and whether anything was paid [FEE-25 FEE-26 FEE-27]', async () => {
    const who = await enrolPayer(backend)
    expect((await who.post('/api/fees/checkCurrentChargeInfoNew')).body.msg).toBe('0')
    await who.endPaymentSheet(await who.order(500_000), 'ok')
    expect((await who.post('/api/fees/getCurrentChargeInfo')).body).toEqual({
      payWays: [{ chargeWay: '微信支付', fees: '5000.00' }],
      payDetail: [{ costName: '学费', isFee: '5000.00' }],
    })
    const { body } = await who.post('/api/fees/checkCurrentChargeInfoNew')
    expect(body).toMatchObject({ msg: '1', order: { amount: '500000', state: 'paid' } })
    const finished = await backend.signInAs('990002')
    expect((await finished.post('/api/fees/getCurrentChargeInfo')).body.payWays).toEqual([
      { chargeWay: '现场缴费', fees: '19800.00' },
    ])
  })

  test('a single fee has its six keys [FEE-28 FEE-29 FEE-30]', async () => {
    const student = await backend.signInAs('880001')
    const { body } = await student.post('/findScore/queryitems', { idCard: '110101200601010019' })
    expect(body.code).toBe('0')
    expect(Object.keys(body.data[0]).toSorted()).toEqual(
      [
        'chargeItemsName',
        'charge',
        'statusName',
        'feeStatusName',
        'remark',
        'regItemId',
      ].toSorted(),
    )
    const names = body.data.map((one: Record<string, string>) => one['feeStatusName'])
    expect(new Set(names)).toEqual(new Set(['未缴费', '已缴费']))
    expect(['未缴费', 'unpaid', '已缴费', ''].map((payStatus) => isPayable({ payStatus }))).toEqual(
      [true, true, false, false],
    )
  })

  test('choosing to pay at school completes the payment step, and can be repeated [FEE-37 FEE-38]', async () => {
    const who = await enrolPayer(backend)
    for (let time = 0; time < 2; time++) {
      const { body } = await who.post('/payment/payCarry', {
        stuCode: '',
        year: String(currentFeeYear(backend)),
        processId: 5,
      })
      expect(Object.keys(body.student).toSorted()).toEqual(
        ['name', 'stuNumber', 'gender', 'idCard', 'grade', 'deptName', 'majorName'].toSorted(),
      )
      expect(body.tuitions).toEqual([{ name: '学费', feeMoney: '18600.00' }])
      expect(body.stuDorminfo).toEqual({ dormSum: '1200.00' })
    }
    const steps = await backend.db
      .selectFrom('step_done')
      .select('step_id')
      .where('student_code', '=', who.subject)
      .execute()
    expect(steps.map(({ step_id }) => step_id).toSorted()).toEqual([5, 6])
    // An offset is not a payment.
    expect((await who.overview()).isFee).toBe('0.00')
  })
})

describe('this year and other years', () => {
  // A payment in full of last year, made before this backend recorded orders.
  const lastYear = (student: string) =>
    backend.db
      .insertInto('charge')
      .values({
        student_code: student,
        year: currentFeeYear(backend) - 1,
        item: '代管费',
        due_fen: 70_000,
        paid_fen: 70_000,
      })
      .execute()

  test('a payment for another year does not count for this year [FEE-25 FEE-26 FEE-27]', async () => {
    const who = await enrolPayer(backend)
    await lastYear(who.subject)
    expect((await who.post('/api/fees/checkCurrentChargeInfoNew')).body).toMatchObject({ msg: '0' })
    expect((await who.post('/api/fees/getCurrentChargeInfo')).body).toEqual({
      payWays: [],
      payDetail: [],
    })
  })

  test('payments made before orders were recorded are shown as the paid amount minus the payments of orders [FEE-25]', async () => {
    const who = await enrolPayer(backend)
    await who.endPaymentSheet(await who.order(500_000), 'ok')
    await backend.db
      .updateTable('charge')
      .set((charge) => ({ paid_fen: charge('paid_fen', '+', 120_000) }))
      .where('student_code', '=', who.subject)
      .where('item', '=', '学费')
      .execute()
    expect((await who.post('/api/fees/getCurrentChargeInfo')).body.payWays).toEqual([
      { chargeWay: '微信支付', fees: '5000.00' },
      { chargeWay: '现场缴费', fees: '1200.00' },
    ])
  })

  test('a paid single fee shows its amount, and no remark [FEE-28 FEE-30 D-55]', async () => {
    const who = await enrolPayer(backend)
    await lastYear(who.subject)
    await who.endPaymentSheet(await who.order(1_000_000), 'ok')
    const { body } = await who.post('/findScore/queryitems', { idCard: '' })
    const said = body.data.map((one: Record<string, string>) => [
      one['chargeItemsName'],
      one['charge'],
      one['feeStatusName'],
      one['remark'],
    ])
    expect(said.toSorted()).toEqual(
      [
        ['代管费', '700.00', '已缴费', ''],
        ['学费', '8600.00', '未缴费', '应缴 18600.00，已缴 10000.00 元'],
        ['住宿费', '1200.00', '未缴费', ''],
      ].toSorted(),
    )
  })

  test('a student who lives elsewhere has no dormitory fee [FEE-21 FEE-38]', async () => {
    const who = await enrolPayer(backend)
    const lodging = backend.db.deleteFrom('charge').where('student_code', '=', who.subject)
    await lodging.where('item', '=', '住宿费').execute()
    expect((await who.post('/api/fees/open')).body.stuDorm).toBeNull()
    const { body } = await who.post('/payment/payCarry', carried(String(currentFeeYear(backend))))
    expect(body.stuDorminfo).toBeNull()
  })

  const carried = (year: string) => ({ stuCode: '', year, processId: 5 })
  test('the slip for paying at school is for this year, and names the payer [FEE-37 FEE-38]', async () => {
    const who = await enrolPayer(backend)
    await lastYear(who.subject)
    const year = currentFeeYear(backend)
    expect((await who.post('/payment/payCarry', carried(String(year - 1)))).body).toMatchObject({
      code: '-1',
      msg: '只能缴纳本年度的费用',
    })
    const steps = backend.db.selectFrom('step_done').where('student_code', '=', who.subject)
    expect(await steps.select('step_id').execute()).toEqual([])
    const { body } = await who.post('/payment/payCarry', carried(''))
    expect(body.tuitions).toEqual([{ name: '学费', feeMoney: '18600.00' }])
    const known = backend.db.selectFrom('student').where('code', '=', who.subject)
    const { exam_number } = await known.select('exam_number').executeTakeFirstOrThrow()
    expect(body.student.stuNumber).toBe(exam_number)
    const numbered = backend.db.updateTable('student').where('code', '=', who.subject)
    await numbered.set({ number: `N${exam_number}` }).execute()
    const again = await who.post('/payment/payCarry', carried(''))
    expect(again.body.student.stuNumber).toBe(`N${exam_number}`)
  })
})

test('the payment step can be completed when all fees are offset, or when an application is accepted [FEE-57 D-34]', async () => {
  const complete = async (who: Payer) =>
    (await who.post('/api/NewReports/addStatus', { stuCode: '', processId: '5' })).body.results
  const year = currentFeeYear(backend)
  const [owing, covered, accepted] = [
    await enrolPayer(backend),
    await enrolPayer(backend),
    await enrolPayer(backend),
  ]
  await backend.db
    .insertInto('scholarship')
    .values({ student_code: covered.subject, year, amount_fen: 1_980_000, offset_done: true })
    .execute()
  await backend.db.insertInto('green_application').values(applied(accepted.subject, year)).execute()
  expect([await complete(owing), await complete(covered), await complete(accepted)]).toEqual([
    false,
    true,
    true,
  ])
})

describe('rules for an amount', () => {
  const rules = { owed: 900_000, lowest: 500_000 }
  test('a typed amount is validated [FEE-59 FEE-60 FEE-61]', () => {
    expect(validateAmountText(' ', rules)?.zh).toBe('请输入实缴金额')
    for (const typed of ['1.234', 'abc', '9000.01', '0', '-1', '1e3'])
      expect(validateAmountText(typed, rules)?.zh).toBe('请输入正确的金额')
    expect(validateAmountText('4999', rules)?.zh).toBe('缴费金额不得低于最低缴费标准：5000元')
    for (const typed of ['5000', '５０００', ' 5,000 '])
      expect(validateAmountText(typed, rules)).toBeUndefined()
    expect(validateAmountText('3000', { owed: 300_000, lowest: 500_000 })).toBeUndefined()
    expect([
      formatYuanWithoutTrailingZeros(500_000),
      formatYuanWithoutTrailingZeros(1_990),
    ]).toEqual(['5000', '19.9'])
  })

  test('with a minimum below 0 the only possible amount is what is owed [FEE-62 D-57]', () => {
    expect(validateFen(899_999, { owed: 900_000, lowest: -100 })?.zh).toBe('请输入正确的金额')
    expect(validateFen(900_000, { owed: 900_000, lowest: -100 })).toBeUndefined()
  })

  test('a year and a student type can have their own minimum amount [FEE-22 D-57]', async () => {
    const who = await enrolPayer(backend)
    const rule = { year: currentFeeYear(backend), enrolment: '2', lowest_fen: 600_000 }
    await backend.db.insertInto('lowest_fee').values(rule).execute()
    expect((await who.post('/api/fees/open')).body.lowestFee).toEqual({ lowestFee: '6000.00' })
    expect((await who.order(500_000)).body).toEqual({
      code: -1,
      msg: '缴费金额不得低于最低缴费标准：6000元',
    })
    await backend.db.deleteFrom('lowest_fee').execute()
    expect((await who.order(500_000)).body.code).toBe(0)
  })

  test('yuan are converted to fen without floating point [FEE-39]', () => {
    expect([parseYuan('19.99'), parseYuan('0.29'), parseYuan('1.1')]).toEqual([1999, 29, 110])
    expect(fenTextField.encode(1999)).toBe('1999')
  })

  test('the total is formatted for display [FEE-64]', () => {
    const items = [{ name: 'a', fee: 100 }]
    expect(computeDisplayedTotal({ items, dorm: { price: 50 }, paid: 30 })).toBe(120)
    expect(computeDisplayedTotal({ items, dorm: null, paid: 130 })).toBe(0)
  })

  test('the backend repeats all checks of an amount [FEE-61]', async () => {
    const who = await enrolPayer(backend)
    const said = async (fen: number) => (await who.order(fen)).body
    expect(await said(99_999)).toEqual({ code: -1, msg: '缴费金额不得低于最低缴费标准：1000元' })
    expect(await said(1_980_001)).toEqual({ code: -1, msg: '请输入正确的金额' })
    expect(await said(0)).toEqual({ code: -1, msg: '请输入正确的金额' })
    expect(
      (
        await who.post(
          '/payment/pay',
          orderRequestBody(currentFeeYear(backend), 0, { amount: '1.5' }),
        )
      ).status,
    ).toBe(422)
  })
})

test('of the calls about money only the fee overview can be cached, and no payment is ever queued [OFF-07 OFF-23 D-105]', () => {
  expect(
    Object.entries(fees)
      .filter(([, call]) => call.offline !== 'online-only')
      .map(([name]) => name),
  ).toEqual(['overview'])
  expect(Object.values(payment).every(({ offline }) => offline === 'online-only')).toBe(true)
})
