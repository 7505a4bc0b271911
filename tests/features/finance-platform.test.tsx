import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const DAY = '2024-03-20'
beforeAll(async () => {
  const { db, clock } = campus.backend()
  const line = (id: string, change: object = {}) => ({
    id,
    reference: id,
    day: DAY,
    student_code: 'S880001',
    number: '',
    year: toChinaYear(clock.now()),
    item: '学费',
    amount_fen: 123_400,
    channel: '银行代扣',
    withdrawn_at: null,
    ...change,
  })
  await db
    .insertInto('finance_platform_line')
    .values([line('FP-HERE'), line('FP-OTHER', { amount_fen: 100 })])
    .execute()
  await db
    .insertInto('payment_credit')
    .values({
      transaction: 'FP-OTHER',
      order_number: null,
      student_code: 'S880001',
      year: 2024,
      way: 'bank',
      amount_fen: 200,
      surplus_fen: 0,
      credited_at: new Date(`${DAY}T12:00:00+08:00`),
      kind: 'outside',
      paid_on: DAY,
    })
    .execute()
})

async function openDay() {
  const app = await openApp('/manage/finance/platform', { as: 'T6001' })
  for (const label of ['起始日期', '截止日期']) {
    const field = await screen.findByLabelText(label)
    await app.user.clear(field)
    await app.user.type(field, DAY)
  }
  return app
}

test('finance sees what differs between the finance platform and the books, ends it with a reason, and opens it again', async () => {
  const app = await openDay()
  const table = await screen.findByRole('table', { name: '财务平台对账' })
  expect(
    screen.getByText(/账册没有 1 项，财务平台没有 0 项，内容不同 1 项；待处理 2 项/),
  ).toBeTruthy()
  expect(screen.getByText('财务平台合计 ¥ 1,235.00，账册合计 ¥ 2.00')).toBeTruthy()
  const row = within(table).getByRole('row', { name: /FP-OTHER/ })
  expect(row.textContent).toContain('¥ 1.00')
  expect(row.textContent).toContain('¥ 2.00')
  expect(row.textContent).toContain('金额不同')
  expect(within(row).queryByRole('button', { name: /登记入账/ })).toBeNull()
  await app.user.click(within(row).getByRole('button', { name: '处理：内容不同 FP-OTHER' }))
  const sheet = await screen.findByRole('dialog', { name: '处理' })
  await app.user.click(within(sheet).getByRole('button', { name: '处理' }))
  expect((await within(sheet).findByRole('alert')).textContent).toContain('请填写原因')
  await app.user.type(within(sheet).getByLabelText('原因'), '平台少记一元')
  await app.user.click(within(sheet).getByRole('button', { name: '处理' }))
  expect(await screen.findByText(/待处理 1 项/)).toBeTruthy()
  expect(screen.queryByRole('row', { name: /FP-OTHER/ })).toBeNull()
  await app.user.click(screen.getByLabelText('核对结果'))
  await app.user.click(await screen.findByRole('radio', { name: '已处理' }))
  expect(await screen.findByText(/已处理: 平台少记一元 钱立新/)).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '重新打开：内容不同 FP-OTHER' }))
  const again = await screen.findByRole('dialog', { name: '重新打开' })
  await app.user.type(within(again).getByLabelText('原因'), '还在核实')
  await app.user.click(within(again).getByRole('button', { name: '重新打开' }))
  expect(await screen.findByText('没有这样的流水')).toBeTruthy()
})

test('finance books what is missing here, which is then alike', async () => {
  const { db, clock } = campus.backend()
  const year = toChinaYear(clock.now())
  await db
    .insertInto('charge')
    .values({ student_code: 'S880001', year, item: '测试费', due_fen: 999_900, paid_fen: 0 })
    .execute()
  const app = await openDay()
  await app.user.click(await screen.findByRole('button', { name: '登记入账：FP-HERE' }))
  const sheet = await screen.findByRole('dialog', { name: '登记入账' })
  expect(sheet.textContent).toContain('880001 刘嘉怡，¥ 1,234.00')
  await app.user.type(within(sheet).getByLabelText('原因'), '平台代扣')
  await app.user.click(within(sheet).getByRole('button', { name: '登记入账' }))
  expect(await screen.findByText(/^一致 1 项/)).toBeTruthy()
  expect(screen.queryByRole('row', { name: /FP-HERE/ })).toBeNull()
  const { amount_fen: booked } = await db
    .selectFrom('payment_credit')
    .select('amount_fen')
    .where('transaction', '=', 'FP-HERE')
    .executeTakeFirstOrThrow()
  expect(booked).toBe(123_400)
})

test('a range without a day, or turned round, gets a sentence', async () => {
  const app = await openDay()
  const to = screen.getByLabelText('截止日期')
  await app.user.clear(to)
  expect((await screen.findByRole('alert')).textContent).toContain('请选择起止日期')
  await app.user.type(to, '2024-03-01')
  expect(await screen.findByText(/截止日期不早于起始日期/)).toBeTruthy()
})
