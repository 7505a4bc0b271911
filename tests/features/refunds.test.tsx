import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const TRANSACTION = 'BANK-REFUND-1'

/** A payment of 1,000 yuan from outside, of which 200 yuan are surplus. */
beforeEach(async () => {
  const { db, clock } = campus.backend()
  const known = await db
    .selectFrom('payment_credit')
    .select('transaction')
    .where('transaction', '=', TRANSACTION)
    .executeTakeFirst()
  if (known !== undefined) return
  const year = toChinaYear(clock.now())
  const { id } = await db
    .insertInto('charge')
    .values({ student_code: 'S880002', year, item: '退款测试', due_fen: 80_000, paid_fen: 80_000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_credit')
    .values({
      transaction: TRANSACTION,
      order_number: null,
      student_code: 'S880002',
      year,
      way: 'bank',
      amount_fen: 100_000,
      surplus_fen: 20_000,
      credited_at: clock.now(),
      kind: 'outside',
    })
    .execute()
  await db
    .insertInto('payment_part')
    .values({
      transaction: TRANSACTION,
      charge_id: id,
      student_code: 'S880002',
      year,
      item: '退款测试',
      amount_fen: 80_000,
    })
    .execute()
})

test('a refund is requested from what was paid too much, approved by another person, paid elsewhere, and shown to the student', async () => {
  const app = await openApp('/manage/finance/refunds', { as: 'T6001' })
  const excess = await screen.findByRole('table', { name: '多缴费用' })
  await app.user.click(within(excess).getByRole('button', { name: /^申请退款：/ }))
  const sheet = await screen.findByRole('dialog', { name: '申请退款' })
  const amount = await within(sheet).findByLabelText('退款金额（元）')
  expect(amount).toHaveProperty('value', '200.00')
  await app.user.click(within(sheet).getByRole('button', { name: '提交退款申请' }))
  expect((await within(sheet).findByRole('alert')).textContent).toContain('请选择退款方式')
  await app.user.click(within(sheet).getByLabelText('退款方式'))
  // The payment service cannot return what it did not receive.
  expect(screen.queryByRole('radio', { name: '原路退回' })).toBeNull()
  await app.user.click(await screen.findByRole('radio', { name: '其他渠道退回' }))
  await app.user.type(within(sheet).getByLabelText('退款原因'), '多缴住宿费')
  await app.user.click(within(sheet).getByRole('button', { name: '提交退款申请' }))
  expect(await screen.findByText('您申请的退款须由另一人批准')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^批准退款/ })).toBeNull()
  cleanup()

  const second = await openApp('/manage/finance/refunds', { as: 'T4001' })
  await second.user.click(await screen.findByRole('button', { name: /^批准退款/ }))
  const approving = await screen.findByRole('dialog', { name: '批准' })
  expect(within(approving).getByText(/多缴住宿费/)).toBeTruthy()
  await second.user.click(within(approving).getByRole('button', { name: '批准' }))
  await second.user.click(await screen.findByRole('button', { name: /^登记已退款/ }))
  const paying = await screen.findByRole('dialog', { name: '登记已退款' })
  await second.user.click(within(paying).getByLabelText('付款渠道'))
  await second.user.click(await screen.findByRole('radio', { name: '银行转账' }))
  await second.user.type(within(paying).getByLabelText('付款凭证号'), 'back-1')
  await second.user.click(within(paying).getByRole('button', { name: '登记已退款' }))
  expect(await screen.findByText(/BACK-1/)).toBeTruthy()
  cleanup()

  await openApp('/checkin', { as: '880002' })
  expect(await screen.findByText('退款进度')).toBeTruthy()
  expect(screen.getByText('已退款')).toBeTruthy()
})
