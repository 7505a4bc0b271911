import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const AT = new Date('2024-03-15T23:30:00+08:00')
beforeEach(async () => {
  const { db } = campus.backend()
  await db.deleteFrom('payment_incident').execute()
  await db
    .insertInto('pay_order')
    .values({
      number: 'BDlate',
      student_code: 'S880001',
      year: 2024,
      kind: '3',
      amount_fen: 123_456,
      open_id: 'x',
      state: 'paid',
      created_at: AT,
      updated_at: AT,
      expires_at: AT,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('payment_credit')
    .values({
      transaction: 'T-late',
      order_number: 'BDlate',
      student_code: 'S880001',
      year: 2024,
      way: 'wechat',
      amount_fen: 123_456,
      surplus_fen: 0,
      credited_at: AT,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('payment_credit')
    .values({
      transaction: 'REFUND:R-late',
      order_number: null,
      student_code: 'S880001',
      year: 2024,
      way: 'wechat',
      amount_fen: -1_000,
      surplus_fen: 0,
      credited_at: AT,
      kind: 'refund',
      reverses: 'T-late',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // A name that an address has to spell otherwise.
  await db
    .insertInto('payment_part')
    .values({
      transaction: 'T-late',
      charge_id: 1,
      student_code: 'S880001',
      year: 2024,
      item: '书本/杂费 50%',
      amount_fen: 120_000,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('payment_incident')
    .values({
      kind: 'refund',
      order_number: 'BDlate',
      transaction: 'R-late',
      amount_fen: 1_000,
      noticed_at: AT,
    })
    .execute()
})

const setDay = async (app: Awaited<ReturnType<typeof openApp>>, label: string) => {
  const field = await screen.findByLabelText(label)
  await app.user.clear(field)
  await app.user.type(field, '2024-03-15')
}

test('finance sees a day’s total in yuan by payment channel, with orders and refunds', async () => {
  const app = await openApp('/manage/finance', { as: 'T6001' })
  await setDay(app, '起始日期')
  const channels = await screen.findByRole('table', { name: '按支付渠道' })
  expect(await within(channels).findByRole('rowheader', { name: '微信支付' })).toBeTruthy()
  expect(channels.textContent).toContain('¥ 1,234.56')
  const sums = screen.getByRole('region', { name: '收款合计 2024-03-15' })
  expect(sums.textContent).toContain('收款减退款¥ 1,224.56')
  expect(within(sums).getByRole('link', { name: '待处理异常 1' })).toBeTruthy()
})

test('every total of the books leads to its entries, and back to the same range of days', async () => {
  const app = await openApp('/manage/finance/day/2024-03-15/2024-03-16', { as: 'T6001' })
  const channels = await screen.findByRole('table', { name: '按支付渠道' })
  const items = screen.getByRole('table', { name: '按收费项目' })
  const colleges = screen.getByRole('table', { name: '按学院' })
  for (const table of [channels, items, colleges])
    expect(within(table).getByRole('row', { name: /账册合计/ }).textContent).toContain('¥ 1,224.56')
  await app.user.click(within(items).getByRole('link', { name: '书本/杂费 50%' }))
  const ofItem = await screen.findByRole('table', { name: /^书本\/杂费 50% 2024/ })
  expect(within(ofItem).getByText('¥ 1,200.00')).toBeTruthy()
  await app.user.click(screen.getByRole('link', { name: '返回汇总' }))
  const again = await screen.findByRole('table', { name: '按支付渠道' })
  await app.user.click(within(again).getByRole('link', { name: '退款（已退回学生）' }))
  const entries = await screen.findByRole('table', {
    name: '退款（已退回学生） 2024-03-15 – 2024-03-16',
  })
  expect(within(entries).getByText('REFUND:R-late')).toBeTruthy()
  expect(within(entries).queryByText('T-late')).toBeNull()
  await app.user.click(screen.getByRole('link', { name: '返回汇总' }))
  expect(await screen.findByLabelText('截止日期')).toHaveProperty('value', '2024-03-16')
  const sums = await screen.findByRole('region', { name: '收款合计 2024-03-15 – 2024-03-16' })
  await app.user.click(within(sums).getByRole('link', { name: '下单 ¥ 1,234.56' }))
  expect(await screen.findByText('BDlate')).toBeTruthy()
  expect(screen.getByLabelText('起始日期')).toHaveProperty('value', '2024-03-15')
})

test('a day that is being typed keeps the other end, and a range that ends first says so', async () => {
  const app = await openApp('/manage/finance/day/2024-03-15/2024-03-15', { as: 'T6001' })
  const to = await screen.findByLabelText('截止日期')
  await app.user.clear(to)
  await app.user.type(to, '2024-03-01')
  expect(await screen.findByText(/截止日期不早于起始日期/)).toBeTruthy()
  expect(screen.getByLabelText('起始日期')).toHaveProperty('value', '2024-03-15')
})

test('finance finds an order by its number and opens its student, whose page names the payment channel', async () => {
  const app = await openApp('/manage/finance/orders', { as: 'T6001' })
  await app.user.type(await screen.findByLabelText('学号、姓名、订单编号或流水号'), 'BDlate{Enter}')
  const link = await screen.findByRole('link', { name: '刘嘉怡 880001' })
  expect(screen.getByText('T-late')).toBeTruthy()
  await app.user.click(link)
  expect(await screen.findByText('¥ 1,234.56 微信支付')).toBeTruthy()
})

test('a payment incident is marked as handled with a note, and a colleague who marks it second is told so', async () => {
  const app = await openApp('/manage/finance/incidents', { as: 'T6001' })
  await app.user.click(await screen.findByRole('button', { name: /处理：在支付机构退款/ }))
  const other = await campus.backend().signInAs('T4001')
  const { body } = await other.post('/api/manage/finance/incidents', { state: 'open', after: '' })
  await other.post('/api/manage/finance/handle', {
    id: body.data[0].id,
    done: '1',
    note: '已调整应缴金额',
  })
  await app.user.click(await screen.findByRole('button', { name: '确定' }))
  expect(await screen.findByText('请填写处理说明')).toBeTruthy()
  await app.user.type(screen.getByLabelText('处理说明'), '已核对')
  await app.user.click(screen.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('同事刚刚已将它标记为已处理，请查看最新内容')).toBeTruthy()
  await app.user.keyboard('{Escape}')
  await app.user.click(await screen.findByRole('radio', { name: '已处理' }))
  expect(await screen.findByText('已调整应缴金额')).toBeTruthy()
})

test('finance starts a reconciliation and sees each difference with its reason and amount', async () => {
  const app = await openApp('/manage/finance/reconciliation', { as: 'T6001' })
  expect((await screen.findAllByText('还没有对过账')).length).toBeGreaterThan(0)
  await setDay(app, '账目日期')
  await app.user.click(screen.getByRole('button', { name: '开始对账' }))
  const result = await screen.findByRole('region', { name: '2024-03-15 对账结果' })
  expect(result.textContent).toContain('0 笔一致，1 笔有差异，1 项支付异常待处理')
  expect(result.textContent).toContain('系统已入账，支付机构没有收款')
  expect(result.textContent).toContain('¥ 1,234.56')
  expect(await screen.findByRole('button', { name: /查看 2024-03-15 的对账结果/ })).toBeTruthy()
  await app.user.click(within(result).getByRole('button', { name: /^处理：系统已入账/ }))
  const sheet = await screen.findByRole('dialog', { name: '处理' })
  await app.user.type(within(sheet).getByLabelText('原因'), '测试订单')
  await app.user.click(within(sheet).getByRole('button', { name: '处理' }))
  expect(await within(result).findByText(/已处理: 测试订单/)).toBeTruthy()
})
