import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()

test('the office lists students who have not finished a step, and reminds them once a day with an editable text', async () => {
  const { user } = await openApp('/manage/progress', { as: 'T5001' })
  await user.click(await screen.findByRole('button', { name: '查看名单：未完成“个人与家庭信息”' }))
  expect(await screen.findByRole('table', { name: '未完成：个人与家庭信息' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: '发送提醒' }))
  const title = screen.getByRole('textbox', { name: '提醒标题' })
  await user.clear(title)
  await user.type(title, '还差一步')
  await user.click(screen.getByRole('button', { name: '发送提醒' }))
  const [, count] =
    /已提醒 (\d+) 名学生/.exec((await screen.findByText(/已提醒 \d+ 名学生/)).textContent) ?? []
  const told = await campus
    .backend()
    .db.selectFrom('notice')
    .select('id')
    .where('title', '=', '还差一步')
    .execute()
  expect(told).toHaveLength(Number(count))
  expect(await screen.findByText(/上次提醒：/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: '发送提醒' }))
  await user.click(screen.getByRole('button', { name: '发送提醒' }))
  expect(await screen.findByText(/今天都已提醒过/)).toBeDefined()
})

test('the office sees how many items wait on a phone, with the student and the app’s version', async () => {
  const student = await campus.backend().signInAs('990001')
  await student.post('/api/phones/report', {
    waiting: 3,
    refused: 1,
    scans: 0,
    oldest: 7200,
    version: 'AbCd1234',
  })
  await openApp('/manage/progress', { as: 'T5001' })
  expect(await screen.findByText(/1 部手机上有 3 项待提交、1 项需要处理/)).toBeDefined()
  const table = screen.getByRole('table', { name: '手机上还没有送达的内容' })
  expect(table.textContent).toMatch(/陈晓雨.*990001.*AbCd1234/)
})
