import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bookOutsidePayment,
  takeBackOutsidePayment,
} from '#server/features/outside-payments/public'
import { decideRefund, markRefundPaid, requestRefund } from '#server/features/refunds/requests'
import { toChinaDay } from '#server/platform/clock'
import { runTransaction } from '#server/platform/database/driver/transaction'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { createImportRunner } from '../support/backend/import-runner.ts'
import { currentFeeYear, enrolPayer, type Payer } from '../support/backend/payer.ts'

let backend: Backend
let finance: SignedInUser
let imports: ReturnType<typeof createImportRunner>
beforeAll(async () => {
  backend = await startBackend({ env: { INVOICE_UNIT_CODE: '101001' } })
  finance = await backend.signInAs('T6001')
  imports = createImportRunner(backend)
})
afterAll(() => backend.close())

let nth = 0
const today = () => toChinaDay(backend.clock.now())

/** A payment of 19,000 yuan for tuition (18,600) and accommodation (1,200). */
async function pay(payer: Payer, amountFen = 1_900_000, way = 'bank') {
  const reference = `INV-PAY-${++nth}`
  await runTransaction(backend.db, (tx) =>
    bookOutsidePayment(
      tx,
      {
        student: payer.subject,
        year: currentFeeYear(backend),
        item: '',
        amountFen,
        paidOn: today(),
        way,
        reference,
        note: '',
      },
      { by: 'T6001', source: 'desk', now: backend.clock.now() },
    ),
  )
  return reference
}

async function refund(transaction: string, amount: number) {
  const now = backend.clock.now()
  const wanted = { transaction, way: 'elsewhere' as const, amount, toYear: 0, reason: '退宿' }
  await runTransaction(backend.db, (tx) => requestRefund(tx, wanted, { by: 'T6001', now }))
  const { number } = await backend.db
    .selectFrom('refund')
    .select('number')
    .where('transaction', '=', transaction)
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow()
  await runTransaction(backend.db, (tx) =>
    decideRefund(tx, { number, approved: true, note: '', seen: undefined }, { by: 'T4001', now }),
  )
  const paid = { number, way: 'bank' as const, reference: `BACK-${++nth}`, paidOn: today() }
  await runTransaction(backend.db, (tx) => markRefundPaid(tx, paid, { by: 'T6001', now }))
}

const invoice = (reference: string, number: string, change: Record<string, string> = {}) => ({
  业务流水号: reference,
  票据代码: '11010126',
  票据号码: number,
  校验码: 'abc123',
  开票日期: today(),
  '金额（元）': '19000.00',
  ...change,
})
const red = (reference: string, number: string, original: string) =>
  invoice(reference, number, {
    '金额（元）': '-19000.00',
    票据类型: '红票',
    原票据代码: '11010126',
    原票据号码: original,
  })
async function importInvoices(...rows: ReturnType<typeof invoice>[]) {
  const run = await imports.dryRun('invoices', rows)
  expect(run.refused).toEqual([])
  expect(await imports.apply('invoices', run.id)).toBe('applied')
  return run
}
const filter = { state: '', from: '', to: '' }
const find = async (reference: string) =>
  (await finance.post('/api/manage/invoices/list', { ...filter, find: reference, after: '' })).body
    .data[0]
const exportRows = async (
  reference: string,
  from: Backend = backend,
  who: SignedInUser = finance,
): Promise<Record<string, string>[]> => {
  const answer = await from.fetch('/api/manage/exports/invoices', {
    method: 'POST',
    headers: { authorization: who.token, 'content-type': 'application/json' },
    body: JSON.stringify({ ...filter, find: reference, format: 'csv' }),
  })
  return parse(await answer.text(), { columns: true, bom: true })
}
const ownInvoices = async (payer: Payer) => (await payer.post('/api/fees/invoices', {})).body.data

describe('the data for invoices', () => {
  test('a payment without an invoice is exported with one row for each fee item, with the codes of the campus, and the payer by number', async () => {
    const items = await imports.dryRun('invoice-items', [
      { 项目: '学费', 项目编码: '103042701', 票据项目名称: '高等学校学费', 计量单位: '元/学年' },
    ])
    expect(await imports.apply('invoice-items', items.id)).toBe('applied')
    const payer = await enrolPayer(backend)
    const reference = await pay(payer)
    const rows = await exportRows(reference)
    const year = currentFeeYear(backend)
    const named = (row: Record<string, string>) =>
      ['项目编码', '项目名称', '计量单位', '数量', '标准', '金额', '备注'].map((of) => row[of])
    expect(rows.map(named)).toEqual(
      [
        ['', '住宿费', '', '1', '400', '400', `${year} 学年 住宿费`],
        [
          '103042701',
          '高等学校学费',
          '元/学年',
          '1',
          '18600',
          '18600',
          `${year} 学年 高等学校学费`,
        ],
      ].map((row) => row.map((cell) => expect.stringContaining(cell))),
    )
    const student = await backend.db
      .selectFrom('student')
      .select(['exam_number', 'name', 'id_card'])
      .where('code', '=', payer.subject)
      .executeTakeFirstOrThrow()
    for (const row of rows)
      expect(row).toMatchObject({
        业务流水号: reference,
        收费单位编码: '101001',
        交款人: student.name,
        交款人类型: '个人',
        交款人代码: student.exam_number,
        缴费日期: today(),
        渠道: '银行转账',
        缴费凭证号: reference,
        目前状态: '未开票',
      })
    expect(JSON.stringify(rows)).not.toContain(student.id_card)
  })

  test('the payer is named by the whole document number only where the campus has chosen so', async () => {
    const other = await startBackend({ env: { INVOICE_PAYER_CODE: 'document' }, sharing: backend })
    const payer = await enrolPayer(backend)
    const reference = await pay(payer)
    const { id_card: idCard } = await backend.db
      .selectFrom('student')
      .select('id_card')
      .where('code', '=', payer.subject)
      .executeTakeFirstOrThrow()
    const who = await other.signInAs('T6001')
    expect((await exportRows(reference, other, who))[0]).toMatchObject({ 交款人代码: idCard })
    await other.close()
  })

  test('waivers need no invoice, and neither does a payment that was taken back before it had one', async () => {
    const payer = await enrolPayer(backend)
    expect(await find(await pay(payer, 100_000, 'waiver'))).toBeUndefined()
    const reference = await pay(payer, 100_000)
    expect(await find(reference)).toMatchObject({ state: 'missing', kept: 100_000 })
    await takeBack(reference)
    expect(await find(reference)).toBeUndefined()
    expect(await exportRows(reference)).toEqual([])
  })
})

const takeBack = (reference: string) =>
  runTransaction(backend.db, (tx) =>
    takeBackOutsidePayment(
      tx,
      { reference, note: '错账' },
      { by: 'T6001', source: 'desk', now: backend.clock.now() },
    ),
  )

describe('invoices', () => {
  test('an imported invoice belongs to its payment, is shown to its student alone, and the payment leaves the list of those without one', async () => {
    const payer = await enrolPayer(backend)
    const reference = await pay(payer)
    await importInvoices(
      invoice(reference.toLowerCase(), 'N1', { 票据链接: 'https://invoice.example.cn/N1' }),
    )
    expect(await find(reference)).toMatchObject({
      state: 'issued',
      invoices: [{ code: '11010126', number: 'N1', checkCode: 'abc123', state: 'valid' }],
    })
    expect(await ownInvoices(payer)).toEqual([
      {
        code: '11010126',
        number: 'N1',
        checkCode: 'abc123',
        day: today(),
        amount: 1_900_000,
        state: 'valid',
        url: 'https://invoice.example.cn/N1',
        way: 'bank',
        year: currentFeeYear(backend),
        paidOn: today(),
      },
    ])
    expect(await ownInvoices(await enrolPayer(backend))).toEqual([])
    const missing = await finance.post('/api/manage/invoices/list', {
      ...filter,
      state: 'missing',
      find: reference,
      after: '',
    })
    expect(missing.body.data).toEqual([])
  })

  test('a refunded payment needs a red invoice, and then one for what is left, whose business number is a new one', async () => {
    const payer = await enrolPayer(backend)
    const reference = await pay(payer)
    await importInvoices(invoice(reference, 'R1'))
    await refund(reference, 40_000)
    expect(await find(reference)).toMatchObject({ state: 'red-needed', kept: 1_860_000 })
    expect((await exportRows(reference))[0]).toMatchObject({
      业务流水号: reference,
      已开票金额: '19000',
      目前状态: '需冲红',
      原票据代码: '11010126',
      原票据号码: 'R1',
    })
    await importInvoices(red(reference, 'R2', 'R1'))
    expect(await find(reference)).toMatchObject({ state: 'missing' })
    const [row] = await exportRows(reference)
    expect(row).toMatchObject({ 业务流水号: `${reference}-2`, 金额: '18600', 目前状态: '未开票' })
    await importInvoices(invoice(`${reference}-2`, 'R3', { '金额（元）': '18600' }))
    expect(await find(reference)).toMatchObject({ state: 'issued' })
    expect((await ownInvoices(payer)).map(({ state }: { state: string }) => state)).toEqual([
      'cancelled',
      'red',
      'valid',
    ])
  })

  test('a payment that is taken back as a whole is cancelled by a red invoice, also if the red one is imported first', async () => {
    const reference = await pay(await enrolPayer(backend))
    await takeBack(reference)
    const first = await importInvoices(red(reference, 'T2', 'T1'))
    expect(first.warnings).toEqual([['原票据号码', expect.stringContaining('还没有导入过原票据')]])
    const second = await importInvoices(invoice(reference, 'T1'))
    expect(second.warnings).toEqual([['金额（元）', expect.stringContaining('须冲红')]])
    expect(await find(reference)).toMatchObject({ state: 'reversed', kept: 0 })
  })

  test('a number counts once: the same row again changes nothing, another payment is refused, and so is more than was paid, a second red one, and an address without https', async () => {
    const reference = await pay(await enrolPayer(backend))
    const other = await pay(await enrolPayer(backend))
    await importInvoices(invoice(reference, 'D1'))
    const again = await imports.dryRun('invoices', [invoice(reference, 'D1')])
    expect(again.counts).toMatchObject({ unchanged: 1, added: 0, refused: 0 })
    const refused = await imports.dryRun('invoices', [
      invoice(other, 'D1'),
      invoice(reference, 'D2', { '金额（元）': '0.01' }),
      invoice('NOBODY-PAID', 'D3'),
      invoice(other, 'D4', { 票据链接: 'http://invoice.example.cn/' }),
      invoice(other, 'D5', { 票据类型: '红票' }),
      red(other, 'D6', 'D1'),
      red(other, 'D9', 'D9'),
    ])
    expect(refused.refused.map(([column]) => column)).toEqual([
      '票据号码',
      '金额（元）',
      '业务流水号',
      '票据链接',
      '原票据号码',
      '原票据号码',
      '原票据号码',
    ])
    await importInvoices(red(reference, 'D7', 'D1'))
    const second = await imports.dryRun('invoices', [red(reference, 'D8', 'D1')])
    expect(second.refused).toEqual([['原票据号码', '原票据已由红票 D7 冲销']])
  })

  test('two invoices of one file are together at most what was paid, and taking the import back removes them', async () => {
    const reference = await pay(await enrolPayer(backend))
    const parts = await importInvoices(
      invoice(reference, 'P1', { '金额（元）': '18600' }),
      invoice(reference, 'P2', { '金额（元）': '400' }),
    )
    expect(await find(reference)).toMatchObject({ state: 'issued' })
    expect(await imports.takeBack('invoices', parts.id)).toBe('taken back')
    expect(await find(reference)).toMatchObject({ state: 'missing', invoices: [] })
    const more = await imports.dryRun('invoices', [
      invoice(reference, 'P3', { '金额（元）': '18600' }),
      invoice(reference, 'P4', { '金额（元）': '401' }),
    ])
    expect(more.refused).toEqual([['金额（元）', expect.stringContaining('400.00')]])
  })
})
