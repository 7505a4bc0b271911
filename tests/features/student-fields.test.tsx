import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()

test('a field that the office defines is shown on the student’s page and filters the list of students', async () => {
  const editor = await openApp('/manage/content/studentFields/new', { as: 'T5001' })
  fireEvent.change(await screen.findByLabelText('名称'), { target: { value: '民族' } })
  await editor.user.click(screen.getByRole('radio', { name: '单选' }))
  await editor.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(/单选字段须有1至100个选项/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('选项'), { target: { value: '汉族、藏族' } })
  await editor.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存好')).toBeTruthy()
  const { db, clock } = campus.backend()
  const { code, name } = await db
    .selectFrom('student')
    .select(['code', 'name'])
    .where('exam_number', '=', '990001')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('student_field_value')
    .values({ student_code: code, field_id: '民族', value: '藏族', updated_at: clock.now() })
    .execute()
  cleanup()
  await openApp(`/manage/students/${code}`, { as: 'T5001' })
  expect(await screen.findByText('藏族')).toBeTruthy()
  cleanup()
  const office = await openApp('/manage/studentlist', { as: 'T5001' })
  await office.user.click(await screen.findByRole('button', { name: /自定义字段/ }))
  await office.user.click(await screen.findByRole('radio', { name: '民族' }))
  await office.user.click(await screen.findByRole('button', { name: /字段内容/ }))
  await office.user.click(await screen.findByRole('radio', { name: '藏族' }))
  expect(await screen.findByText('共 1 人')).toBeTruthy()
  expect(within(screen.getByRole('table')).getByRole('link', { name })).toBeTruthy()
})
