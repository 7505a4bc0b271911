import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()

const checkedAtOf = async (code: string) =>
  (
    await campus
      .backend()
      .db.selectFrom('student')
      .select('checked_in_at')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).checked_in_at

test('a desk ticks off the papers of a typed number, passes the student, and waits for the next number', async () => {
  await campus
    .backend()
    .db.insertInto('admission_paper')
    .values({
      id: 'letter',
      name: '录取通知书',
      position: 1,
      is_required: true,
      withdrawn_at: null,
    })
    .execute()
  const { code } = await campus
    .backend()
    .db.updateTable('student')
    .set({ checked_in_at: null })
    .where('exam_number', '=', '990001')
    .returning('code')
    .executeTakeFirstOrThrow()
  const { user } = await openApp('/manage/admission/station', { as: 'T5001' })
  const field = await screen.findByRole('textbox', { name: '考生号、学号或证件号码' })
  await user.type(field, '990001{Enter}')
  expect(await screen.findByText(/材料：录取通知书/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '审核通过，下一位' }))
  expect(await screen.findByText(/必交材料未交齐/)).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: '录取通知书' }))
  await user.click(screen.getByRole('button', { name: '审核通过，下一位' }))
  expect(await screen.findByText('陈晓雨已通过')).toBeDefined()
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  expect(await checkedAtOf(code)).not.toBeNull()
})

test('the list passes all waiting students of a filter at once, with a reason', async () => {
  const { user } = await openApp('/manage/admission', { as: 'T5001' })
  await user.click(await screen.findByRole('button', { name: /^全部审核通过/ }))
  const sheet = within(await screen.findByRole('dialog'))
  await user.click(sheet.getByRole('button', { name: '全部通过' }))
  expect(await sheet.findByText('请填写原因')).toBeDefined()
  await user.type(sheet.getByRole('textbox', { name: '原因' }), '学院已核验')
  await user.click(sheet.getByRole('button', { name: '全部通过' }))
  expect(await screen.findByText(/已通过 \d+ 人/)).toBeDefined()
  const waiting = await campus
    .backend()
    .db.selectFrom('office_log')
    .select('reason')
    .where('action', '=', 'admission.checkAll')
    .execute()
  expect(waiting).toEqual([{ reason: '学院已核验' }])
})
