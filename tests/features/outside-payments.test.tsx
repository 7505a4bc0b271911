import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

/** Charge the student 123456.00 yuan for an item of this year. */
async function charge(item: string) {
  const { db, clock } = campus.backend()
  const year = toChinaYear(clock.now())
  const row = { student_code: 'S990003', year, item, due_fen: 12_345_600, paid_fen: 0 }
  await db.insertInto('charge').values(row).execute()
  return year
}

test('finance records a payment at the desk for a student found by number, and takes it back with a reason', async () => {
  const year = await charge('测试费')
  const app = await openApp('/manage/finance/outside', { as: 'T6001' })
  await app.user.click(await screen.findByRole('button', { name: '登记缴费' }))
  const sheet = await screen.findByRole('dialog', { name: '登记缴费' })
  await app.user.type(within(sheet).getByLabelText('学生的学号或考生号'), '990003')
  await app.user.click(within(sheet).getByRole('button', { name: '查找学生' }))
  const purpose = await within(sheet).findByLabelText('用于缴纳')
  await app.user.click(purpose)
  await app.user.click(
    await screen.findByRole('radio', { name: `${year} 测试费 · 尚欠 ¥ 123,456.00` }),
  )
  await app.user.type(within(sheet).getByLabelText('金额（元）'), '100.50')
  await app.user.click(within(sheet).getByRole('button', { name: '确认登记' }))
  expect((await within(sheet).findByRole('alert')).textContent).toContain('请选择渠道')
  await app.user.click(within(sheet).getByLabelText('渠道'))
  await app.user.click(await screen.findByRole('radio', { name: '银行转账' }))
  await app.user.type(within(sheet).getByLabelText('缴费凭证号'), 'desk-9')
  await app.user.click(within(sheet).getByRole('button', { name: '确认登记' }))
  expect(await screen.findByText('DESK-9')).toBeTruthy()
  expect(screen.getByText(`${year} 测试费`)).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '冲销：DESK-9' }))
  const back = await screen.findByRole('dialog', { name: '冲销' })
  await app.user.type(within(back).getByLabelText('原因'), '登记错误')
  await app.user.click(within(back).getByRole('button', { name: '冲销' }))
  expect(await screen.findByText('已冲销', { selector: 'td *, li *' })).toBeTruthy()
})

test('the form for one selected offset has its own amount, also after another one was selected before', async () => {
  const { db, clock } = campus.backend()
  const year = toChinaYear(clock.now())
  const approve = async (student_code: string, audit_amount_fen: number) => {
    const own = { id: `D-${student_code}`, review_id: `D-${student_code}`, student_code }
    await db
      .insertInto('green_application')
      .values({
        ...own,
        type: '1',
        year,
        amount_fen: 800_000,
        audit_amount_fen,
        status: '1',
        reason: '',
        contract_number: student_code,
        receipt_code: '1',
        picture: '',
        picture2: '',
        offset_status: '0',
        version: 1,
        applied_at: clock.now(),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['student_code', 'type', 'year'])
          .doUpdateSet({ status: '1', audit_amount_fen, offset_status: '0' }),
      )
      .execute()
  }
  await approve('S880001', 600_000)
  await approve('S880002', 300_000)
  const app = await openApp('/manage/finance/offsets', { as: 'T6001' })
  const [first, second] = await screen.findAllByRole('checkbox', { name: /贷款/ })
  if (first === undefined || second === undefined) throw new Error('Two loans are open.')
  await app.user.click(first)
  await app.user.click(second)
  await app.user.click(first)
  const only = await screen.findByRole('button', { name: /冲抵所选 1 笔/ })
  const total = (only.textContent ?? '').split('¥ ')[1] ?? ''
  await app.user.click(only)
  const sheet = await screen.findByRole('dialog', { name: '冲抵' })
  expect(within(sheet).getByLabelText('冲抵金额（元）')).toHaveProperty(
    'value',
    total.replaceAll(',', ''),
  )
})

test('finance offsets an approved loan, and the list shows who offset it', async () => {
  const { db, clock } = campus.backend()
  const year = toChinaYear(clock.now())
  await db
    .insertInto('green_application')
    .values({
      id: 'L-screen',
      review_id: 'L-screen',
      student_code: 'S880001',
      type: '1',
      year,
      amount_fen: 600_000,
      audit_amount_fen: 600_000,
      status: '1',
      reason: '',
      contract_number: 'HT1',
      receipt_code: '1',
      picture: '',
      picture2: '',
      offset_status: '0',
      version: 1,
      applied_at: clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['student_code', 'type', 'year']).doUpdateSet({
        status: '1',
        audit_amount_fen: 600_000,
        offset_status: '0',
      }),
    )
    .execute()
  const app = await openApp('/manage/finance/offsets', { as: 'T6001' })
  await app.user.click(await screen.findByRole('button', { name: `冲抵：刘嘉怡 ${year} 贷款` }))
  const sheet = await screen.findByRole('dialog', { name: '冲抵' })
  await app.user.click(within(sheet).getByRole('button', { name: '冲抵' }))
  await app.user.click(await screen.findByLabelText('目前状态'))
  await app.user.click(await screen.findByRole('radio', { name: '已冲抵' }))
  await app.user.click(await screen.findByRole('button', { name: '搜索' }))
  expect(await screen.findByText('已冲抵 ¥ 6,000.00')).toBeTruthy()
})
