import {
  cleanup,
  fireEvent,
  screen,
  waitForElementToBeRemoved,
  within,
} from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

/** Choose an option of a condition, in its sheet. */
async function choose(user: UserEvent, condition: string, option: string) {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^${condition}`) }))
  await user.click(await screen.findByRole('radio', { name: option }))
}
const typeInto = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('the office narrows an audience, sees its number, writes, and finds the message in the list and on a student’s page', async () => {
  const { db } = campus.backend()
  const { class_name } = await db
    .selectFrom('student')
    .select('class_name')
    .where('exam_number', '=', '990001')
    .executeTakeFirstOrThrow()
  const students = await db
    .selectFrom('student')
    .select('class_name')
    .where('withdrawn_at', 'is', null)
    .execute()
  const count = students.filter((one) => one.class_name === class_name).length
  const { user } = await openApp('/manage/reach', { as: 'T5001' })
  await choose(user, '新生还是在校生', '全部学生')
  await choose(user, '行政班级', class_name)
  const send = await screen.findByRole('button', { name: `发送给 ${count} 名学生` })
  expect(screen.getByRole('heading', { name: `共 ${count} 名学生` })).toBeTruthy()

  await user.click(send)
  expect(await screen.findByText('请填写消息标题')).toBeTruthy()

  typeInto('消息标题', '班会改到周四')
  typeInto('消息内容', '地点不变')
  await user.click(send)
  const sheet = await screen.findByRole('dialog', { name: `发送给 ${count} 名学生` })
  expect(within(sheet).getByText('地点不变')).toBeTruthy()
  expect(campus.calls.map(({ path }) => path)).not.toContain('/api/manage/reach/send')
  await user.click(within(sheet).getByRole('button', { name: '立即发送' }))
  expect(await screen.findByText(`已发送给 ${count} 名学生`)).toBeTruthy()
  const list = await screen.findByRole('table', { name: /已发送的消息/ })
  expect(await within(list).findByText('班会改到周四')).toBeTruthy()
  const waiting = within(list).getByText(new RegExp(`^${count} 条待发送`))
  await db.updateTable('message_delivery').set({ ended_at: new Date() }).execute()
  await waitForElementToBeRemoved(waiting, { timeout: 30_000 })
  expect(screen.getByLabelText<HTMLInputElement>('消息标题').value).toBe('')

  expect(within(list).getByText('地点不变')).toBeTruthy()
  expect(within(list).getByText(`全部学生；行政班级：${class_name}`)).toBeTruthy()
  await user.click(within(list).getByRole('button', { name: '撤回消息：班会改到周四' }))
  const withdrawal = await screen.findByRole('dialog', { name: '撤回消息' })
  fireEvent.change(within(withdrawal).getByLabelText('原因'), { target: { value: '时间有误' } })
  await user.click(within(withdrawal).getByRole('button', { name: '撤回消息' }))
  expect(await within(list).findByText('消息已撤回')).toBeTruthy()
  expect(within(list).queryByRole('button', { name: /^撤回消息/ })).toBeNull()

  await user.click(screen.getByRole('button', { name: `去掉 ${class_name}` }))
  expect(
    await screen.findByRole('button', { name: `发送给 ${students.length} 名学生` }),
  ).toBeTruthy()

  cleanup()
  await openApp('/manage/students/S990001', { as: 'T5001' })
  const received = await screen.findByRole('table', { name: /收到的消息/ })
  expect(await within(received).findByText('班会改到周四')).toBeTruthy()
  expect(within(received).getByText('尚未阅读')).toBeTruthy()
  expect(within(received).getByText('消息已撤回')).toBeTruthy()
})

test('an uploaded list becomes the audience, and its lines without a student are named', async () => {
  const { user } = await openApp('/manage/reach', { as: 'T5001' })
  await choose(user, '新生还是在校生', '全部学生')
  const file = new File(['学号\n880001\n770000123\n'], '名单.csv', { type: 'text/csv' })
  await user.upload(screen.getByLabelText('上传名单'), file)
  expect(await screen.findByText('名单中有 1 名学生 · 1 行未找到学生：770000123')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '发送给 1 名学生' })).toBeTruthy()
})
