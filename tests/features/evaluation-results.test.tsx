import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { openApp, openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()
const db = () => campus.backend().db
const DAY_MS = 86_400_000

// Set when the evaluation of the current term opens and closes, in days from now.
const moveCurrent = async (opens: number, closes: number) => {
  const now = campus.backend().clock.now().getTime()
  await db()
    .updateTable('evaluation_period')
    .set({ opens_at: new Date(now + opens * DAY_MS), closes_at: new Date(now + closes * DAY_MS) })
    .where('id', '=', await current())
    .execute()
}
const current = async () =>
  (
    await db()
      .selectFrom('evaluation_period')
      .select('id')
      .orderBy('opens_at', 'desc')
      .executeTakeFirstOrThrow()
  ).id
const rows = (table: HTMLElement) => within(table).getAllByRole('row').slice(1)

beforeEach(() => moveCurrent(-10, 10))

test('the office reads evaluation results by course, by question and by teacher [EVA-14 EVA-15]', async () => {
  const { user, address } = await openApp('/manage/evaluation', { as: 'T5001' })
  expect(await screen.findByText(/不足5份答卷时，不显示也不计入任何合计/)).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /课程、班级/ }), '离散数学')
  await user.click(screen.getByRole('button', { name: '搜索' }))
  const table = await screen.findByRole('table')
  await waitFor(() =>
    expect(rows(table).every(({ textContent }) => textContent.includes('离散数学'))).toBe(true),
  )
  const counted = rows(table).filter(({ textContent }) => !textContent.includes('答卷过少，不显示'))
  expect(counted.length).toBeGreaterThan(0)
  expect(rows(table).length).toBeGreaterThan(counted.length)
  await user.click(within(counted[0] as HTMLElement).getByRole('link', { name: '离散数学' }))
  expect(await screen.findByRole('heading', { level: 1, name: '离散数学' })).toBeTruthy()
  expect(screen.getByText('孙建国 T1001')).toBeTruthy()
  const questions = await screen.findByRole('table', { name: '各题得分' })
  expect(rows(questions)).toHaveLength(10)
  for (const one of within(questions).getAllByRole('img'))
    expect(one.getAttribute('aria-label')).toMatch(/^\d+分：\d+人/)

  await user.click(screen.getByRole('link', { name: '返回列表' }))
  await user.click(await screen.findByRole('radio', { name: '按教师' }))
  await waitFor(() => expect(address()).toMatch(/\/teacher$/))
  const teacher = await screen.findByRole('link', { name: '孙建国' })
  expect(teacher.closest('tr')?.textContent).toMatch(/T1001.*\d+ \/ \d+/)
})

test('evaluation results are exported as a CSV file [EVA-16]', async () => {
  const { user } = await openApp('/manage/evaluation', { as: 'T5001' })
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:saved')
  // A click on the download link would navigate the test browser away.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await user.click(await screen.findByRole('button', { name: /评教结果.*CSV/ }))
  await waitFor(() =>
    expect(
      campus.calls.find(({ path }) => path === '/api/manage/exports/evaluation')?.body,
    ).toMatchObject({ by: 'course', format: 'csv' }),
  )
  expect(await screen.findByText(/评教结果.*\.csv/)).toBeTruthy()
})

test('while an evaluation period is open, the office sees when results will be shown, but no results [EVA-14]', async () => {
  const { user } = await openApp(`/manage/evaluation/${await current()}/course`, { as: 'T5001' })
  expect(await screen.findByText(/评教正在进行，.*截止后显示结果/)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
  await user.click(screen.getByRole('link', { name: '设置评教时间' }))
  expect(await screen.findByRole('heading', { level: 1, name: '评教时间' })).toBeTruthy()
})

test('the office’s form refuses an evaluation period that ends before it opens or overlaps another one [EVA-12]', async () => {
  const { user } = await openApp('/manage/content/evaluationPeriods/new', { as: 'T5001' })
  const { term } = await db()
    .selectFrom('evaluation_period')
    .select('term')
    .orderBy('opens_at', 'desc')
    .executeTakeFirstOrThrow()
  await user.click(await screen.findByRole('button', { name: '学期' }))
  await user.click(await screen.findByRole('radio', { name: term }))
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const after = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  const opens = screen.getByLabelText('开放时间')
  const closes = screen.getByLabelText('截止时间')
  await user.type(opens, `${after}T08:00`)
  await user.type(closes, `${tomorrow}T08:00`)
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect((await screen.findAllByText('截止时间必须晚于开放时间')).length).toBeGreaterThan(0)
  await user.clear(closes)
  await user.type(closes, `${after}T18:00`)
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(/^与本学期.*的评教时间重叠$/)).toBeTruthy()
})

test('a teacher opens their evaluation results from home and sees each of their courses with its questions, but no colleague’s [EVA-17]', async () => {
  const { user } = await openApp('/', { as: 'T1001' })
  await user.click(await screen.findByRole('link', { name: '评教结果' }))
  expect(await screen.findByRole('heading', { level: 1, name: '我的评教结果' })).toBeTruthy()
  expect(await screen.findByText(/评教正在进行/)).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 2, name: '全部课程合计' })).toBeTruthy()
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(names.slice(1).every((name) => name.startsWith('离散数学 · '))).toBe(true)
  expect(screen.getByText(/另有\d+门课程答卷过少，未计入/)).toBeTruthy()
  expect(screen.getAllByText(/不足5份答卷，为保护答题学生，不显示结果/).length).toBeGreaterThan(0)
  await user.click(screen.getAllByText('各题得分')[0] as HTMLElement)
  expect(screen.getAllByRole('img').length).toBeGreaterThanOrEqual(10)
})

test('staff without courses see that they have no evaluation results [EVA-17]', async () => {
  await openApp('/evaluation', { as: 'T2001' })
  expect(await screen.findByText('您名下还没有评教结果')).toBeTruthy()
})

test.each([
  ['has closed', -10, -1, /^评教已于.*结束$/],
  ['is not open yet', 1, 2, /^评教尚未开放，开放时间为.*至.*$/],
])(
  'when the evaluation period %s, the list and a linked form say so and offer nothing to submit [EVA-13]',
  async (_when, opens, closes, says) => {
    await moveCurrent(opens, closes)
    const app = await openApp('/evaluation', { as: '880001' })
    expect(await screen.findByText(says)).toBeTruthy()
    expect(screen.queryByText(/去评教|重新评教/)).toBeNull()
    expect(screen.getAllByText('未评教').length).toBeGreaterThan(0)
    const { id } = await db()
      .selectFrom('taught_course')
      .innerJoin('evaluation', 'course_id', 'id')
      .select('id')
      .where('student_code', '=', 'S880001')
      .orderBy('term', 'desc')
      .executeTakeFirstOrThrow()
    await app.restart(`/gotoevaluation/${id}`)
    expect(await screen.findByText(says)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '提交' })).toBeNull()
  },
)

test('while evaluation is open its end is shown; a form submitted after the end is refused with that message [EVA-13]', async () => {
  const app = await openApp('/evaluation', { as: '880001' })
  expect(await screen.findByText(/^评教正在进行，.*截止$/)).toBeTruthy()
  await app.user.click((await screen.findAllByText(/重新评教/))[0]?.closest('a') as HTMLElement)
  await screen.findAllByRole('group')
  await moveCurrent(-10, -1)
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText(/^评教已于.*结束$/)).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('group').length).toBeGreaterThan(0)
})

test('a course still counts as evaluated after data retention has deleted its scores [EVA-18]', async () => {
  await sql`delete from evaluation_score`.execute(db())
  const app = await openApp('/evaluation', { as: '880001' })
  await app.user.click(await screen.findByRole('button', { name: /学期/ }))
  const [other] = (await screen.findAllByRole('radio')).filter(
    (one) => one.getAttribute('aria-checked') === 'false',
  )
  await app.user.click(other as HTMLElement)
  expect((await screen.findAllByText('已评教')).length).toBeGreaterThan(0)
})
