import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { SignedInUser } from '#tests/support/backend/backend.ts'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
let admissions: SignedInUser
beforeAll(async () => {
  admissions = await campus.backend().signInAs('T4001')
})

const complain = async (number: string, content: string) => {
  const student = await campus.backend().signInAs(number)
  await student.post('/api/advice/insert', { stuCode: '', content })
}
const idOf = async (content: string) => {
  const { id } = await campus
    .backend()
    .db.selectFrom('advice')
    .select('id')
    .where('content', '=', content)
    .executeTakeFirstOrThrow()
  return `complaint-${id}`
}
const answer = async (id: string, content: string) =>
  admissions.post('/api/manage/inbox/answer', { id, content })

test('a student reads the office’s answer to a complaint below the form, also offline', async () => {
  await complain('990001', '热水太晚')
  let app = await openApp('/advice', { as: '990001' })
  expect(await screen.findByText('待答复')).toBeTruthy()
  await answer(await idOf('热水太晚'), '九点起供应')
  app = await app.restart('/notice')
  await app.user.click(await screen.findByRole('link', { name: /您的投诉建议已有答复/ }))
  expect(await screen.findByText('答复：九点起供应')).toBeTruthy()
  app = await app.restart('/advice')
  expect(await screen.findByText('九点起供应')).toBeTruthy()
  expect(screen.getByText('已答复')).toBeTruthy()
  goOffline(campus)
  await app.restart('/advice')
  expect(await screen.findByText('九点起供应')).toBeTruthy()
})

test('the office opens a complaint, assigns it and answers it', async () => {
  await complain('880001', '走廊灯坏了')
  const app = await openApp('/manage/inbox', { as: 'T5001' })
  await app.user.click(await screen.findByRole('link', { name: '走廊灯坏了' }))
  await app.user.click(await screen.findByRole('button', { name: /负责人/ }))
  await app.user.click(await screen.findByRole('radio', { name: /T7001/ }))
  expect(await screen.findByText('已分配')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /负责人/ }).textContent).toContain('T7001'),
  )
  await app.user.click(screen.getByRole('button', { name: '发送答复' }))
  expect((await screen.findAllByText('必填哦')).length).toBeGreaterThan(0)
  await app.user.type(screen.getByLabelText('答复'), '今天修好')
  await app.user.click(screen.getByRole('button', { name: '发送答复' }))
  expect(await screen.findByText('答复已发送')).toBeTruthy()
  expect(await screen.findByText('今天修好')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('补充答复').value).toBe('')
  await app.user.click(screen.getByRole('link', { name: '返回收件箱' }))
  expect(await screen.findByText('没有符合条件的记录')).toBeTruthy()
  await app.user.click(screen.getByRole('radio', { name: '已答复' }))
  const row = within(await screen.findByRole('row', { name: /走廊灯坏了/ }))
  expect(row.getByText('880001', { exact: false })).toBeTruthy()
})

test('an answer to a complaint is refused after a colleague’s answer, which is shown, and the typed text stays', async () => {
  await complain('880001', '食堂排队')
  const id = await idOf('食堂排队')
  const app = await openApp(`/manage/inbox/${id}`, { as: 'T5001' })
  await app.user.type(await screen.findByLabelText('答复'), '已增开窗口')
  await answer(id, '正在处理')
  await app.user.click(screen.getByRole('button', { name: '发送答复' }))
  expect(await screen.findByText(/刚刚已答复，请先查看再操作$/)).toBeTruthy()
  expect(await screen.findByText('正在处理')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('补充答复').value).toBe('已增开窗口')
  await app.user.click(screen.getByRole('button', { name: '发送答复' }))
  expect(await screen.findByText('答复已发送')).toBeTruthy()
})

test('the office assigns a complaint to a role after a colleague’s concurrent assignment, and answers, closes and reopens it', async () => {
  await complain('880001', '宿舍断网')
  const id = await idOf('宿舍断网')
  const app = await openApp(`/manage/inbox/${id}`, { as: 'T5001' })
  await screen.findByLabelText('答复')
  // A colleague assigns the complaint first.
  await admissions.post('/api/manage/inbox/assign', { id, staff: 'T7001', role: '' })
  await app.user.click(await screen.findByRole('button', { name: /负责人/ }))
  await app.user.click(await screen.findByRole('radio', { name: '财务（全体）' }))
  expect((await screen.findAllByText(/刚刚已转交，请先查看再操作$/)).length).toBeGreaterThan(0)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /负责人/ }).textContent).toContain('T7001'),
  )
  await app.user.click(screen.getByRole('button', { name: /负责人/ }))
  await app.user.click(await screen.findByRole('radio', { name: '财务（全体）' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /负责人/ }).textContent).toContain('财务（全体）'),
  )
  await app.user.type(screen.getByLabelText('答复'), '已恢复')
  await app.user.click(screen.getByRole('button', { name: '发送答复' }))
  await app.user.click(await screen.findByRole('button', { name: '办结' }))
  expect(await screen.findByRole('button', { name: '重新打开' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('补充答复')).toBeNull())
  await app.user.click(screen.getByRole('button', { name: '重新打开' }))
  expect(await screen.findByLabelText('补充答复')).toBeTruthy()
})

test('the office creates a category of complaints, and counts and filters complaints by it', async () => {
  const app = await openApp('/manage/content/complaintCategories/new', { as: 'T5001' })
  await app.user.type(await screen.findByLabelText('名称'), '食堂卫生')
  await app.user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('已保存好')).toBeTruthy()
  const { db } = campus.backend()
  const { id } = await db
    .selectFrom('complaint_category')
    .select('id')
    .where('name', '=', '食堂卫生')
    .executeTakeFirstOrThrow()
  const student = await campus.backend().signInAs('880001')
  await student.post('/api/advice/insert', { content: '筷子没洗干净', category: id })
  await complain('880001', '与食堂无关')
  const list = await app.restart('/manage/inbox')
  expect(await screen.findByRole('link', { name: '与食堂无关' })).toBeTruthy()
  await list.user.click(await screen.findByRole('button', { name: /问题类别/ }))
  await list.user.click(await screen.findByRole('radio', { name: '食堂卫生（待答复 1 / 共 1）' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: '与食堂无关' })).toBeNull())
  expect(await screen.findByRole('link', { name: '筷子没洗干净' })).toBeTruthy()
})
