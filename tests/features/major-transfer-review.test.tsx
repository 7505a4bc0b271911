import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const ID = 'wanted'
const apply = () =>
  campus
    .backend()
    .db.insertInto('major_transfer')
    .values({
      id: ID,
      student_code: 'S990001',
      old_department: '信息学院',
      old_major: '计算机科学与技术',
      old_class: '计算机2601',
      new_major: '081001',
      reason: '我想学土木工程。'.repeat(15),
      applied_at: new Date(),
    })
    .execute()
beforeEach(async () => {
  await campus.backend().db.deleteFrom('major_transfer').where('id', '=', ID).execute()
  await apply()
  await campus
    .backend()
    .db.insertInto('school_class')
    .values({ name: '土木2602', major_code: '081001', entry_year: String(toChinaYear(new Date())) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})

test('the office opens a major transfer, approves it with a class, and sees it as decided', async () => {
  const app = await openApp('/manage/transferdesk', { as: 'T5001' })
  await app.user.click(await screen.findByRole('link', { name: /990001/ }))
  expect(await screen.findByText('信息学院 计算机科学与技术')).toBeTruthy()
  await app.user.click(screen.getByRole('radio', { name: '未通过' }))
  await app.user.click(screen.getByRole('button', { name: '提交审核' }))
  expect((await screen.findAllByText('不通过时请填写审核意见')).length).toBeGreaterThan(0)
  await app.user.click(screen.getByRole('radio', { name: '通过' }))
  await app.user.click(await screen.findByRole('button', { name: /转入班级/ }))
  const classes = await screen.findByRole('radiogroup', { name: '转入班级' })
  await app.user.click(within(classes).getByRole('radio', { name: '土木2602' }))
  await app.user.type(screen.getByLabelText('审核意见'), '请补修力学')
  await app.user.click(screen.getByRole('button', { name: '提交审核' }))
  expect(await screen.findByText('审核已提交')).toBeTruthy()
  expect(await screen.findByText('已通过')).toBeTruthy()
  expect(screen.getByText('土木2602')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '提交审核' })).toBeNull()
})

test('the second of two reviewers of a major transfer sees the first decision and a message about it', async () => {
  const app = await openApp(`/manage/transferdesk/${ID}`, { as: 'T5001' })
  await app.user.click(await screen.findByRole('radio', { name: '通过' }))
  const other = await campus.backend().signInAs('T4001')
  const { headers } = await other.post('/api/manage/transferdesk/find', { id: ID })
  await other.post(
    '/api/manage/transferdesk/decide',
    { id: ID, status: '2', reply: '名额已满', newClass: '' },
    { 'if-match': headers.get('etag') ?? '' },
  )
  await app.user.click(screen.getByRole('button', { name: '提交审核' }))
  expect(await screen.findByText('这份申请刚刚已被审核或修改，以下是最新内容')).toBeTruthy()
  expect(await screen.findByText('名额已满')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '提交审核' })).toBeNull()
})

test('a student reads the remark on a major transfer beside its status and in a notice [MAJ-04 MAJ-17]', async () => {
  const office = await campus.backend().signInAs('T5001')
  const { headers } = await office.post('/api/manage/transferdesk/find', { id: ID })
  await office.post(
    '/api/manage/transferdesk/decide',
    { id: ID, status: '2', reply: '名额已满', newClass: '' },
    { 'if-match': headers.get('etag') ?? '' },
  )
  const app = await openApp('/myNoticeApply', { as: '990001' })
  expect(await screen.findByText('名额已满')).toBeTruthy()
  expect(screen.getByText('未通过')).toBeTruthy()
  await app.restart('/notice')
  const [newest] = await screen.findAllByRole('link', { name: /您的转专业申请未通过/ })
  if (newest !== undefined) await app.user.click(newest)
  expect(await screen.findByText('审核意见：名额已满')).toBeTruthy()
})

test('a student with a pending major transfer sees no form for a second one [MAJ-03]', async () => {
  await openApp('/noticeApply', { as: '990001' })
  expect(await screen.findByText('您已有一份申请在审核中')).toBeTruthy()
  expect(screen.queryByLabelText('申请理由')).toBeNull()
  expect(screen.getByRole('link', { name: '申请进度' })).toBeTruthy()
})

test('a decision on a major transfer without a class is reversed, and can be made again', async () => {
  const app = await openApp(`/manage/transferdesk/${ID}`, { as: 'T5001' })
  await app.user.click(await screen.findByRole('radio', { name: '通过' }))
  await app.user.click(screen.getByRole('button', { name: '提交审核' }))
  await app.user.type(await screen.findByLabelText('原因'), '点错了')
  await app.user.click(screen.getByRole('button', { name: '撤回审核结果' }))
  expect(await screen.findByRole('button', { name: '提交审核' })).toBeTruthy()
})

test('a student’s open page of major transfers shows the decision without a reload [MAJ-17]', async () => {
  await openApp('/myNoticeApply', { as: '990001' })
  expect(await screen.findByText('待审核')).toBeTruthy()
  const office = await campus.backend().signInAs('T5001')
  const { headers } = await office.post('/api/manage/transferdesk/find', { id: ID })
  await office.post(
    '/api/manage/transferdesk/decide',
    { id: ID, status: '2', reply: '名额已满', newClass: '' },
    { 'if-match': headers.get('etag') ?? '' },
  )
  expect(await screen.findByText('名额已满')).toBeTruthy()
})
