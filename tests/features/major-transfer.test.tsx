import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { transferStatusText } from '#contract/major-transfer'
import {
  type RenderedApp,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const REASON = '我对数据科学一直很有兴趣。'.repeat(9)
const asked = (path: string) => campus.calls.filter((call) => call.path === path)
beforeEach(() =>
  campus.backend().db.deleteFrom('major_transfer').where('student_code', '=', 'S990001').execute(),
)

async function choose(app: RenderedApp, field: string, at: number) {
  await app.user.click(await screen.findByRole('button', { name: new RegExp(field) }))
  const options = await screen.findAllByRole('radio')
  const chosen = options[at] as HTMLElement
  const name = chosen.textContent ?? ''
  await app.user.click(chosen)
  await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  return name
}

test('the page of major transfers links to the rules and to the progress [MAJ-01]', async () => {
  const app = await openApp('/applicationProfessionalTransfer', { as: '990001' })
  expect(await screen.findByRole('link', { name: /转专业须知/ })).toBeTruthy()
  await app.user.click(screen.getByRole('link', { name: /申请进度/ }))
  await waitFor(() => expect(app.address()).toBe('/myNoticeApply'))
})

test('the rules of major transfers are shown with a button that calls customer service [MAJ-02 MAJ-05 MAJ-07 CMP-04]', async () => {
  const app = await openApp('/noticeTransfer', { as: '990001' })
  const rules = (await screen.findAllByRole('listitem')).map((one) => one.textContent)
  expect(rules).toHaveLength(3)
  for (const word of ['文科', '艺术', '一次']) expect(rules.join('')).toContain(word)
  await app.user.click(screen.getByRole('button', { name: '联系客服' }))
  await waitFor(() => expect(asked('/api/binding/kfSendMsg')).toHaveLength(1))
  expect(asked('/api/binding/kfSendMsg')[0]?.body).toEqual({ stuCode: 'S990001' })
  // Outside the messaging app no window can be closed: the page shows a message and goes home
  // (D-99).
  expect(await screen.findByText('客服会在微信里联系您')).toBeTruthy()
  await waitFor(() => expect(app.address()).toBe('/'))
})

test('missing fields of a major transfer are reported, and nothing is sent [MAJ-03 MAJ-06 MAJ-08 MAJ-09]', async () => {
  const app = await openApp('/noticeApply', { as: '990001' })
  await app.user.type(await screen.findByLabelText('申请理由'), '太短')
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('请选择意向专业')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('最少应该输入100个字符哦').length).toBeGreaterThan(0)
  expect(screen.getByText('已输入 2 字，至少 100 字')).toBeTruthy()
  expect(asked('/api/changeMajor/insert')).toEqual([])
})

test('choosing another department for a major transfer loads its majors and clears the chosen major [MAJ-10 MAJ-13 MAJ-15]', async () => {
  const app = await openApp('/noticeApply', { as: '990001' })
  await choose(app, '意向院系', 0)
  await waitFor(() =>
    expect(asked('/api/changeMajor/findStuInfo').at(-1)?.body['deptIdNew']).not.toBe(''),
  )
  const major = await choose(app, '意向专业', 0)
  expect(screen.getByRole('button', { name: /意向专业/ }).textContent).toContain(major)
  await choose(app, '意向院系', 1)
  expect(screen.getByRole('button', { name: /意向专业/ }).textContent).toContain('请选择')
})

test('a major transfer whose submission got no response is shown as unknown, and then as the university has stored it [MAJ-11 OFF-23]', async () => {
  const app = await openApp('/noticeApply', { as: '990001' })
  await choose(app, '意向院系', 0)
  await choose(app, '意向专业', 0)
  await app.user.type(screen.getByLabelText('申请理由'), REASON)
  campus.addFault(http.post('*/api/changeMajor/*', () => HttpResponse.error()))
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText(/提交结果暂时未知/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  campus.clearFaults()
  await invalidateCachedReads('transfers')
  expect(await screen.findByText('学校没有收到这次提交，可以再次提交')).toBeTruthy()

  campus.addFault(
    http.post('*/api/changeMajor/insert', async ({ request }) => {
      const { url, method, headers } = request
      await campus
        .backend()
        .fetch(url, { method, headers: [...headers], body: await request.text() })
      return HttpResponse.error()
    }),
  )
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('您已有一份申请在审核中')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await app.restart('/myNoticeApply')
  expect(await screen.findByText('待审核')).toBeTruthy()
})

test('a student who is not allowed to apply for a major transfer sees the university’s reason, not an error [MAJ-03]', async () => {
  campus.addFault(
    http.post('*/api/changeMajor/findStuInfo', () =>
      HttpResponse.json({ code: '1', msg: '艺术类专业学生不能转专业' }),
    ),
  )
  await openApp('/noticeApply', { as: '990001' })
  expect(await screen.findByText('艺术类专业学生不能转专业')).toBeTruthy()
  expect(screen.queryByText('转专业信息加载失败')).toBeNull()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})

test('a student applies for a major transfer, changes it and withdraws it [MAJ-04 MAJ-11 MAJ-12 MAJ-14 MAJ-16 MAJ-18]', async () => {
  const app = await openApp('/noticeApply', { as: '990001' })
  await choose(app, '意向院系', 0)
  await choose(app, '意向专业', 0)
  await app.user.type(screen.getByLabelText('申请理由'), REASON)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('添加成功')).toBeTruthy()
  expect(app.address()).toBe('/myNoticeApply')
  expect(await screen.findByText('待审核')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '修改' }))
  const reason = await screen.findByLabelText<HTMLTextAreaElement>('申请理由')
  expect(reason.value).toBe(REASON)
  await app.user.type(reason, '补充一句。')
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('修改成功')).toBeTruthy()
  expect(await screen.findByText(`${REASON}补充一句。`)).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '撤回' }))
  await app.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: '撤回' }),
  )
  expect(await screen.findByText('删除成功')).toBeTruthy()
  expect(await screen.findByText('暂无申请')).toBeTruthy()
})

test('a major transfer’s status is shown as 待审核, 已通过, 未通过 or 待确认 [MAJ-17]', () => {
  expect(['0', '1', '2', '7', ''].map((status) => transferStatusText(status).zh)).toEqual([
    '待审核',
    '已通过',
    '未通过',
    '待确认',
    '待确认',
  ])
})

test('a refused new major transfer shows 添加失败 [MAJ-18]', async () => {
  campus.addFault(http.post('*/api/changeMajor/insert', () => HttpResponse.json({ result: 0 })))
  const app = await openApp('/noticeApply', { as: '990001' })
  await choose(app, '意向院系', 0)
  await choose(app, '意向专业', 0)
  await app.user.type(screen.getByLabelText('申请理由'), REASON)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('添加失败')).length).toBeGreaterThan(0)
})

test('a refused change or withdrawal of a major transfer shows 修改失败 or 删除失败, and a decided transfer cannot be changed [MAJ-18]', async () => {
  const app = await openApp('/noticeApply', { as: '990001' })
  await choose(app, '意向院系', 0)
  await choose(app, '意向专业', 0)
  await app.user.type(screen.getByLabelText('申请理由'), REASON)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  await app.user.click(await screen.findByRole('button', { name: '修改' }))
  await screen.findByLabelText('申请理由')
  await campus
    .backend()
    .db.updateTable('major_transfer')
    .set({ status: '1' })
    .where('student_code', '=', 'S990001')
    .execute()
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('这份申请已审核或已撤回，不能修改')).toBeTruthy()
  await campus
    .backend()
    .db.updateTable('major_transfer')
    .set({ status: '0' })
    .where('student_code', '=', 'S990001')
    .execute()
  campus.addFault(http.post('*/api/changeMajor/delete', () => HttpResponse.json({ code: 0 })))
  campus.addFault(http.post('*/api/changeMajor/insert', () => HttpResponse.json({ result: 0 })))
  await app.restart('/myNoticeApply')
  await invalidateCachedReads('transfers')
  await app.user.click(await screen.findByRole('button', { name: '修改' }))
  await screen.findByLabelText('申请理由')
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('修改失败')).length).toBeGreaterThan(0)
  await app.restart('/myNoticeApply')
  await app.user.click(await screen.findByRole('button', { name: '撤回' }))
  await app.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: '撤回' }),
  )
  expect(await screen.findByText('删除失败')).toBeTruthy()
})

test('an empty list of major transfers shows 暂无申请 [MAJ-19]', async () => {
  await openApp('/myNoticeApply', { as: '990001' })
  expect(await screen.findByText('暂无申请')).toBeTruthy()
})

test('submitting a major transfer offline shows an error at once and keeps the typed reason [MAJ-03 OFF-25 D-103]', async () => {
  const app = await openApp('/noticeApply', { as: '990001' })
  await choose(app, '意向院系', 0)
  await choose(app, '意向专业', 0)
  await app.user.type(screen.getByLabelText('申请理由'), REASON)
  goOffline(campus)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('当前网络不可用，请联网后再操作')).length).toBeGreaterThan(0)
  expect(screen.getByLabelText<HTMLTextAreaElement>('申请理由').value).toBe(REASON)
  expect(asked('/api/changeMajor/insert')).toEqual([])
})
