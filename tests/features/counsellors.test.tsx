import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bindDemoUser, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const dayIn = (days: number) =>
  new Date(campus.backend().clock.now().getTime() + (8 + 24 * days) * 3600 * 1000)
    .toISOString()
    .slice(0, 10)

test('a new student asks for a late arrival, the counsellor grants it on their page, and the student reads the answer', async () => {
  const student = await openApp('/welcome/990001', { as: '990001' })
  await student.user.click(await screen.findByRole('button', { name: '查看或申请延期' }))
  await student.user.click(await screen.findByRole('button', { name: '提交延期申请' }))
  expect(await screen.findByText('请选择预计报到日期')).toBeTruthy()
  await student.user.type(screen.getByLabelText('预计报到日'), dayIn(4))
  await student.user.type(screen.getByLabelText('延期原因'), '签证未办好')
  await student.user.click(screen.getByRole('button', { name: '提交延期申请' }))
  expect(await screen.findByText('等待答复')).toBeTruthy()

  await bindDemoUser('T8501')
  const counsellor = await student.restart('/manage/classes')
  await counsellor.user.click(await screen.findByRole('button', { name: '跟进 陈晓雨' }))
  const sheet = await screen.findByRole('dialog', { name: '跟进 陈晓雨' })
  expect(within(sheet).getAllByText('签证未办好').length).toBeGreaterThan(0)
  await counsellor.user.type(within(sheet).getByLabelText('答复内容'), '请带签证')
  await counsellor.user.click(within(sheet).getByRole('button', { name: '同意延期' }))
  expect(await screen.findByText(`延期报到，预计 ${dayIn(4)} 到`)).toBeTruthy()

  await bindDemoUser('990001')
  const again = await counsellor.restart('/welcome/990001')
  await again.user.click(await screen.findByRole('button', { name: '查看或申请延期' }))
  expect(await screen.findByText('已同意延期')).toBeTruthy()
  expect(screen.getByText('请带签证')).toBeTruthy()
})

test('a counsellor sees phones on request, records a reason, and sees only the sections of their role', async () => {
  const { user } = await openApp('/manage/classes', { as: 'T8501' })
  await user.click(await screen.findByRole('button', { name: '显示电话' }))
  expect((await screen.findAllByRole('link', { name: /^1\d{10}$/ })).length).toBeGreaterThan(0)
  await user.click(await screen.findByRole('button', { name: '跟进 李明轩' }))
  const sheet = await screen.findByRole('dialog', { name: '跟进 李明轩' })
  await user.click(within(sheet).getByRole('button', { name: '保存原因' }))
  expect(await within(sheet).findByText('请选择预计报到日期')).toBeTruthy()
  await user.type(within(sheet).getByLabelText('预计报到日'), dayIn(2))
  await user.type(within(sheet).getByLabelText('情况说明'), '火车停运')
  await user.click(within(sheet).getByRole('button', { name: '保存原因' }))
  expect(await screen.findByText(`延期报到，预计 ${dayIn(2)} 到`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '跟进 李明轩' }))
  expect(await screen.findByText(/孙晓燕/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: '学生查询' })).toBeNull()
})

test('the arrival day shows the office why a student has not arrived', async () => {
  const office = await campus.backend().signInAs('T5001')
  const filter = { cohort: 'new', department: '', building: '', state: 'missing', after: '' }
  const { body } = await office.post('/api/manage/arrivals/list', filter)
  await campus
    .backend()
    .db.insertInto('absence_reason')
    .values({
      student_code: body.data[0].student,
      kind: 'declined',
      note: '',
      expected_on: null,
      recorded_at: campus.backend().clock.now(),
      recorded_by: 'T5001',
    })
    .execute()
  await openApp('/manage/arrivals', { as: 'T5001' })
  expect(await screen.findByText('放弃入学')).toBeTruthy()
})
