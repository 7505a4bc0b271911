import { cleanup, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

/** A payment of 1,000 yuan with an invoice, and one of 200 yuan without. */
beforeEach(async () => {
  const { db, clock } = campus.backend()
  const known = await db.selectFrom('invoice').select('number').executeTakeFirst()
  if (known !== undefined) return
  const payment = (transaction: string, amount_fen: number) => ({
    transaction,
    order_number: null,
    student_code: 'S880001',
    year: toChinaYear(clock.now()),
    way: 'bank',
    amount_fen,
    surplus_fen: 0,
    credited_at: clock.now(),
    kind: 'outside' as const,
    paid_on: '2026-08-28',
  })
  await db
    .insertInto('payment_credit')
    .values([payment('INVOICED-1', 100_000), payment('WITHOUT-1', 20_000)])
    .execute()
  await db
    .insertInto('invoice')
    .values({
      code: '11010126',
      number: '0000012345',
      check_code: '8f3a2c',
      issued_on: '2026-08-30',
      kind: 'issued',
      cancels_code: '',
      cancels_number: '',
      amount_fen: 100_000,
      url: 'https://invoice.example.cn/12345',
      transaction: 'INVOICED-1',
      student_code: 'S880001',
    })
    .execute()
})

test('finance sees first the payments without an invoice, finds an invoice by its number, and exports the data for the rest', async () => {
  const app = await openApp('/manage/finance/invoices', { as: 'T6001' })
  const table = await screen.findByRole('table', { name: '电子票据' })
  expect(within(table).getByText('WITHOUT-1')).toBeTruthy()
  expect(within(table).queryByText('INVOICED-1')).toBeNull()
  expect(screen.getByText('导出开票数据')).toBeTruthy()
  await app.user.click(screen.getByLabelText('目前状态'))
  await app.user.click(await screen.findByRole('radio', { name: '已开票' }))
  await app.user.type(screen.getByLabelText('学号、姓名、凭证号或票据号码'), '0000012345{Enter}')
  expect(await screen.findByText('INVOICED-1')).toBeTruthy()
  expect(screen.getByText('11010126 0000012345 ¥ 1,000.00')).toBeTruthy()
  expect(screen.getByText('票据有效 · 2026-08-30 · 校验码 8f3a2c')).toBeTruthy()
})

test('a student sees the invoice of a payment, copies it by a button, and opens its address', async () => {
  const app = await openApp('/checkin', { as: '880001' })
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  expect(await screen.findByText('银行转账缴费')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '复制票据信息：0000012345' }))
  expect(await screen.findByText('已复制')).toBeTruthy()
  expect(copied.mock.calls[0]?.[0]).toContain(
    '票据代码 11010126\n票据号码 0000012345\n校验码 8f3a2c',
  )
  expect(screen.getByRole('link', { name: '查看票据：0000012345' }).getAttribute('href')).toBe(
    'https://invoice.example.cn/12345',
  )
})

test('with a backend that knows no invoices, and for a student without one, the paid fees stand without them', async () => {
  campus.addFault(http.post('*/api/fees/invoices', () => new HttpResponse(null, { status: 404 })))
  await openApp('/checkin', { as: '880001' })
  expect(await screen.findByRole('heading', { name: '缴费明细' })).toBeTruthy()
  expect(screen.queryByText('电子票据')).toBeNull()
  cleanup()
})
