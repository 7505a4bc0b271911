import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { gradeTermsQuery } from '#app/features/grades/queries.ts'
import { findCachedCopy } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { toGradeStatus, parseTermLabel } from '#contract/grades'
import { toChinaDay } from '#server/platform/clock'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const asked = (path: string) => campus.calls.filter((call) => call.path === path)

test('the page of grades shows the terms, a table of courses with scores, and a download button [GRD-01 GRD-02]', async () => {
  await openApp('/searchscore/880001', { as: '880001' })
  expect(await screen.findByRole('heading', { level: 1, name: '成绩查询' })).toBeTruthy()
  expect((await screen.findAllByRole('row')).length).toBeGreaterThan(2)
  expect(screen.getByRole('button', { name: /学期/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: '下载成绩' })).toBeTruthy()
})

test('a score below 60 is marked 不及格 [GRD-03]', async () => {
  const data = ['59', '60', '优'].map((score) => ({ courseName: `课程${score}`, score }))
  campus.addFault(http.post('*/getSocre', () => HttpResponse.json({ code: '0', data })))
  await openApp('/searchscore/880001', { as: '880001' })
  const row = async (name: string) =>
    (await screen.findByRole('rowheader', { name })).closest('tr')?.textContent
  expect(await row('课程59')).toContain('不及格')
  for (const name of ['课程60', '课程优']) expect(await row(name)).not.toContain('不及格')
  expect(screen.getByText(/3门课程，2门及格/)).toBeTruthy()
})

test('failing grades in words are marked and not counted as passed, and the average names the grades it leaves out [GRD-03]', async () => {
  const scores = ['80', '优', '不及格', '缺考', '缓考', '作弊']
  const data = scores.map((score) => ({ courseName: `课程${score}`, score }))
  campus.addFault(http.post('*/getSocre', () => HttpResponse.json({ code: '0', data })))
  await openApp('/searchscore/880001', { as: '880001' })
  const row = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')
  for (const name of ['不及格', '缺考', '缓考', '作弊']) {
    const line = await row(`课程${name}`)
    expect(line?.textContent).toContain('未通过')
    expect(line?.className).not.toBe('')
  }
  for (const name of ['80', '优']) expect((await row(`课程${name}`))?.className).toBe('')
  expect(screen.getByText('6门课程，2门及格 · 平均 80 分')).toBeTruthy()
  expect(screen.getByText('平均分不含等级制成绩：优、不及格、缺考、缓考、作弊')).toBeTruthy()
})

test('grades are classified as passed or failed, and a term’s label is parsed into year and term [GRD-03 GRD-07]', () => {
  const standings = ['59', '59.9', '60', '优', '', 'a-', '不及格', '缺考', '缓考', '作弊'].map(
    (score) => toGradeStatus({ score }),
  )
  expect(standings).toEqual([
    'failed',
    'failed',
    'passed',
    'passed',
    'none',
    'passed',
    ...Array<string>(4).fill('not-passed'),
  ])
  expect(toGradeStatus({ score: '缓考', passed: true })).toBe('passed')
  expect(toGradeStatus({ score: '优', passed: false })).toBe('not-passed')
  expect(parseTermLabel('2023-2024学年第一学期')).toEqual({ year: '2023-2024', term: '1' })
  expect(parseTermLabel('2023-2024学年第二学期')).toEqual({ year: '2023-2024', term: '2' })
})

test('choosing another term of grades requests it by year and term [GRD-05 GRD-06]', async () => {
  const app = await openApp('/searchscore/880001', { as: '880001' })
  await screen.findAllByRole('row')
  await app.user.click(screen.getByRole('button', { name: /学期/ }))
  const [, second] = await screen.findAllByRole('radio')
  const label = second?.textContent ?? ''
  await app.user.click(second as HTMLElement)
  await waitFor(() =>
    expect(
      asked('/getSocre').some(
        ({ body }) =>
          body['year'] === parseTermLabel(label).year &&
          body['term'] === parseTermLabel(label).term,
      ),
    ).toBe(true),
  )
})

test('the download of grades opens an address with the student’s number [GRD-08 D-85]', async () => {
  const open = vi.fn<typeof window.open>()
  vi.stubGlobal('open', open)
  const app = await openApp('/searchscore/880001', { as: '880001' })
  await app.user.click(await screen.findByRole('button', { name: '下载成绩' }))
  expect(open.mock.calls[0]?.[0]).toMatch(/\/api\/exportOne\?stuNumber=880001&lang=zh$/)
  vi.unstubAllGlobals()
})

test('a term without grades shows 当前没有可查询的成绩 [GRD-04 GRD-09]', async () => {
  campus.addFault(http.post('*/getSocre', () => HttpResponse.json({ code: '0', data: [] })))
  await openApp('/searchscore/880001', { as: '880001' })
  expect(await screen.findByText('当前没有可查询的成绩')).toBeTruthy()
})

test('the page of grades opens on the newest term with grades, and a term without grades can be chosen [GRD-01]', async () => {
  const { db } = campus.backend()
  const terms = await db.selectFrom('term').selectAll().orderBy('first_monday', 'desc').execute()
  // During holidays the newest term is over and has grades, which the test removes.
  await db
    .deleteFrom('grade')
    .where(
      'term',
      '=',
      terms.find(({ first_monday }) => first_monday <= toChinaDay(new Date()))?.label ?? '',
    )
    .execute()
  const graded = await db
    .selectFrom('grade')
    .select('term')
    .distinct()
    .where('student_code', '=', 'S880001')
    .execute()
  const newest = terms.find(({ label }) => graded.some(({ term }) => term === label))?.label ?? ''
  const app = await openApp('/searchscore/880001', { as: '880001' })
  const term = await screen.findByRole('button', { name: /学期/ })
  await waitFor(() => expect(term.textContent).toContain(newest))
  // The newest term has no grades and can be chosen nevertheless.
  await app.user.click(term)
  const [running] = await screen.findAllByRole('radio')
  expect(running?.textContent).not.toBe(newest)
  await app.user.click(running as HTMLElement)
  expect(await screen.findByText('当前没有可查询的成绩')).toBeTruthy()
})

test('grades that cannot be loaded show 查询失败 and whom to ask [GRD-10 GRD-11]', async () => {
  campus.addFault(http.post('*/getSocre', () => HttpResponse.text('broken', { status: 502 })))
  await openApp('/searchscore/880001', { as: '880001' })
  expect(await screen.findByText('查询失败')).toBeTruthy()
  expect(await screen.findByText('请联系管理员')).toBeTruthy()
})

test('terms of grades that cannot be loaded show 没有可查询的学期 [GRD-12]', async () => {
  campus.addFault(http.post('*/getyearandterm', () => HttpResponse.json({ code: '1', msg: '' })))
  await openApp('/searchscore/880001', { as: '880001' })
  expect(await screen.findByText('没有可查询的学期')).toBeTruthy()
})

test('the page of grades shows 暂无学期可查询 when the campus has no terms [GRD-13]', async () => {
  campus.addFault(http.post('*/getyearandterm', () => HttpResponse.json({ code: '0', data: [] })))
  await openApp('/searchscore/880001', { as: '880001' })
  expect(await screen.findByText('暂无学期可查询')).toBeTruthy()
})

test('a new student who opens the grades is sent to the page that says that they are for current students [GRD-14 GRD-15]', async () => {
  const { address } = await openApp('/searchscore/990001', { as: '990001' })
  expect(await screen.findByText('抱歉，您不是在校生，无法查询成绩')).toBeTruthy()
  expect(address()).toBe('/scorefailed')
})

test('a student whom the university refuses the grades is sent to the same page as a new student [GRD-14]', async () => {
  campus.addFault(http.post('*/getyearandterm', () => HttpResponse.json({ code: '2', msg: 'no' })))
  const { address } = await openApp('/searchscore/880001', { as: '880001' })
  await waitFor(() => expect(address()).toBe('/scorefailed'))
})

test('grades that were loaded once are shown offline with their age [OFF-06]', async () => {
  const app = await openApp('/searchscore/880001', { as: '880001' })
  const trend = await screen.findByRole('img', { name: /各学期平均分/ })
  expect(trend.getAttribute('aria-label')?.split(';').length).toBeGreaterThan(1)
  goOffline(campus)
  await app.restart('/searchscore/880001')
  expect((await screen.findAllByRole('row')).length).toBeGreaterThan(3)
  expect(await screen.findByText(/更新于/)).toBeTruthy()
})

test('grades of a term that is no longer listed are deleted from the phone [OFF-06]', async () => {
  const app = await openApp('/searchscore/880001', { as: '880001' })
  await screen.findByRole('img', { name: /各学期平均分/ })
  const own = queryClient
    .getQueryCache()
    .findAll({ queryKey: [currentSession()?.subject, 'grades'] })
  const [gone, stays] = own.map(({ queryKey }) => queryKey)
  if (gone === undefined || stays === undefined) throw new Error('two terms')
  await waitFor(async () => expect(await findCachedCopy(gone)).toBeDefined())
  campus.addFault(
    http.post('*/getyearandterm', () => HttpResponse.json({ code: '0', data: [stays[2]] })),
  )
  // The test leaves the page of grades, which would otherwise load its reads again.
  await app.restart('/')
  await screen.findByRole('heading', { name: '我的常用' })
  const { persister: _, ...terms } = gradeTermsQuery('880001')
  await queryClient.fetchQuery({ ...terms, staleTime: 0 })
  await waitFor(async () => expect(await findCachedCopy(gone)).toBeUndefined())
  expect(await findCachedCopy(stays)).toBeDefined()
})
