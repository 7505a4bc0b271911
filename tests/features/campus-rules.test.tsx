import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { CAMPUS_RULES, type RuleValue } from '#contract/campus-rule-list'
import { addSeconds, startOfDay, toChinaDay, toChinaMinute } from '#server/platform/clock'
import { createSecret } from '#server/platform/sessions/secrets'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
afterEach(async () => {
  await campus.backend().db.deleteFrom('campus_rule').execute()
})

/** Stores a version of a rule that applies since yesterday, saved so many seconds later. */
async function setRule(rule: keyof typeof CAMPUS_RULES, change: RuleValue, later = 0) {
  const { db, clock } = campus.backend()
  const at = addSeconds(clock.now(), -86_400)
  await db
    .insertInto('campus_rule')
    .values({
      id: createSecret(),
      rule,
      value: JSON.stringify({ ...CAMPUS_RULES[rule].initial, ...change }),
      valid_from: startOfDay(toChinaDay(at)),
      saved_at: addSeconds(at, later),
      saved_by: 'T4001',
      reason: '测试',
    })
    .execute()
}
const minuteIn = (seconds: number) =>
  toChinaMinute(addSeconds(campus.backend().clock.now(), seconds))

test('an administrator changes a rule: contradictions get a sentence, the preview says what changes for whom, and the history keeps it', async () => {
  const { user } = await openApp('/manage/rules', { as: 'T4001' })
  await user.click(await screen.findByRole('link', { name: '生源地贷款' }))
  const most = await screen.findByLabelText<HTMLInputElement>('最高金额（元）')
  await user.clear(most)
  await user.type(most, '500')
  await user.type(screen.getByLabelText('修改原因'), '国开行上调')
  await user.click(screen.getByRole('button', { name: '预览修改' }))
  expect((await screen.findAllByText('最高金额不能低于最低金额')).length).toBeGreaterThan(0)
  expect(most.value).toBe('500')
  await user.clear(most)
  await user.type(most, '16,000')
  await user.click(screen.getByRole('button', { name: '预览修改' }))
  const sheet = within(await screen.findByRole('dialog', { name: '这次修改的影响' }))
  expect(sheet.getAllByRole('row').at(-1)?.textContent).toBe('最高金额（元）2500016000')
  expect(sheet.getByText('保存后立即生效。')).toBeTruthy()
  expect(sheet.getByText(/^适用于全部学生，现有 \d+ 人。$/)).toBeTruthy()
  await user.click(sheet.getByRole('button', { name: '保存规则' }))
  const history = await screen.findByRole('table', { name: '历史' })
  expect(within(history).getByText('国开行上调')).toBeTruthy()
  expect(within(history).getByText('何晓东')).toBeTruthy()
  const stored = await campus.backend().db.selectFrom('campus_rule').select('value').execute()
  expect(stored).toEqual([{ value: { least: 100_000, most: 1_600_000, step: 100_000, years: 0 } }])
})

test('a save over a version of somebody else is refused, what was typed stays, and the second save succeeds', async () => {
  const { user } = await openApp('/manage/rules/late', { as: 'T4001' })
  const hours = await screen.findByLabelText<HTMLInputElement>('宽限（小时）')
  await user.clear(hours)
  await user.type(hours, '24')
  await user.type(screen.getByLabelText('修改原因'), '放宽')
  await setRule('late', { hours: 12 })
  const save = async () => {
    await user.click(screen.getByRole('button', { name: '预览修改' }))
    await user.click(await screen.findByRole('button', { name: '保存规则' }))
  }
  await save()
  expect(await screen.findByText(/这条规则刚刚被别人修改过/)).toBeTruthy()
  expect(hours.value).toBe('24')
  expect(await screen.findByRole('table', { name: '历史' })).toBeTruthy()
  await save()
  expect(await screen.findByText('放宽')).toBeTruthy()
})

test('finance reads the rules and has no editor', async () => {
  await openApp('/manage/rules/loan', { as: 'T6001' })
  expect(await screen.findByText('只有管理员可以修改规则。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '预览修改' })).toBeNull()
})

test('a student chooses among the loan amounts of the campus', async () => {
  await setRule('loan', { least: 200_000, most: 600_000, step: 200_000 })
  const { user } = await openApp('/loan/990001', { as: '990001' })
  await user.click(await screen.findByLabelText('贷款金额'))
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(3))
  expect(screen.getByRole('radio', { name: '¥ 4,000.00' })).toBeTruthy()
})

test('a backend without rules leaves the constants of the specification in place', async () => {
  campus.addFault(http.post('*/api/campusRules/find', () => HttpResponse.json({}, { status: 404 })))
  const { user } = await openApp('/loan/990001', { as: '990001' })
  await user.click(await screen.findByLabelText('贷款金额'))
  expect(screen.getAllByRole('radio')).toHaveLength(25)
})

test('where the campus lets students choose, the amount of a deferral is typed up to the limit', async () => {
  await setRule('deferral', { formula: 'limit', limit: 300_000 })
  const { user } = await openApp('/reduce/990001', { as: '990001' })
  const amount = await screen.findByLabelText<HTMLInputElement>('缓交金额')
  await waitFor(() => expect(amount.readOnly).toBe(false))
  expect(screen.getByText('由您填写，不超过 3000 元')).toBeTruthy()
  await user.type(amount, '3000.01')
  await user.click(screen.getByRole('button', { name: '提交' }))
  expect((await screen.findAllByText('缓交金额不能超过 3000 元！')).length).toBeGreaterThan(0)
})

test('the campus’s occupations and relations are on offer, offline too', async () => {
  await setRule('family', { occupations: ['船员'], relations: ['祖父'] })
  const app = await openApp('/personalinformation/1/990001', { as: '990001' })
  await app.user.click((await screen.findAllByLabelText('职业'))[0] ?? document.body)
  expect(await screen.findByRole('radio', { name: '船员' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: '教师' })).toBeNull()
  goOffline(campus)
  await app.restart()
  await app.user.click((await screen.findAllByLabelText('关系'))[0] ?? document.body)
  expect(await screen.findByRole('radio', { name: '祖父' })).toBeTruthy()
})

test('a step says until when it is open', async () => {
  const until = minuteIn(3600)
  await setRule('window-schoolInformation', { until })
  await openApp('/schoolInformation/2/990001', { as: '990001' })
  expect(await screen.findByText(`${until} 截止`)).toBeTruthy()
})

test('a step that is over says so, and what a late student does', async () => {
  const over = minuteIn(-3600)
  await setRule('window-schoolInformation', { until: over, note: '请致电迎新办' })
  await openApp('/schoolInformation/2/990001', { as: '990001' })
  expect(await screen.findByText(`已于 ${over} 截止 · 请致电迎新办`)).toBeTruthy()
})

test('the rules of transfers are those of the campus', async () => {
  await setRule('transfer', { arts: true, times: 2 })
  await openApp('/noticeTransfer', { as: '990001' })
  expect(await screen.findByText('在校期间最多转 2 次专业')).toBeTruthy()
  expect(screen.queryByText('艺术类专业学生不能转专业')).toBeNull()
  expect(screen.getByText('文科类学生不能转入理工科专业')).toBeTruthy()
})

test('of two versions that are valid from the same moment the console shows the newer one, as the server applies it', async () => {
  await setRule('late', { hours: 5 })
  await setRule('late', { hours: 6 }, 60)
  await setRule('late', { hours: 7 }, 120)
  await openApp('/manage/rules/late', { as: 'T4001' })
  expect((await screen.findByLabelText<HTMLInputElement>('宽限（小时）')).value).toBe('7')
})

test('nonsense in a field that another choice hides does not hold up the change', async () => {
  const { user } = await openApp('/manage/rules/deferral', { as: 'T4001' })
  const choose = async (name: string) => {
    await user.click(await screen.findByLabelText('缓交金额的算法'))
    await user.click(await screen.findByRole('radio', { name }))
  }
  await choose('学费与住宿费之和的百分比')
  const percent = await screen.findByLabelText<HTMLInputElement>('缓交百分比')
  await user.clear(percent)
  await user.type(percent, '一半')
  await choose('学费与住宿费之和减去先缴金额')
  const paid = await screen.findByLabelText<HTMLInputElement>('先缴金额（元）')
  await user.clear(paid)
  await user.type(paid, '8000')
  await user.type(screen.getByLabelText('修改原因'), '降低先缴金额')
  await user.click(screen.getByRole('button', { name: '预览修改' }))
  expect(await screen.findByRole('dialog', { name: '这次修改的影响' })).toBeTruthy()
})

test('a continuing student applies for a reduction up to the percentage of the campus', async () => {
  await setRule('reduction', { formula: 'share', percent: 40 })
  await openApp('/reduce/880001', { as: '880001' })
  expect(await screen.findByText('由您填写，不超过学费与住宿费之和的 40%')).toBeTruthy()
  expect(screen.queryByText('仅限今年入学的新生申请')).toBeNull()
})

test('a continuing student is told if the campus takes no applications for a reduction', async () => {
  await setRule('reduction', { students: 'none' })
  await openApp('/reduce/880001', { as: '880001' })
  expect(await screen.findByText('仅限今年入学的新生申请')).toBeTruthy()
})

test('a form says when the whole online check-in closes, if that is earlier than its own end', async () => {
  const [first, last] = [minuteIn(3600), minuteIn(7200)]
  await setRule('window-schoolInformation', { until: last })
  await setRule('window-checkin', { until: first })
  await openApp('/schoolInformation/2/990001', { as: '990001' })
  expect(await screen.findByText(`${first} 截止`)).toBeTruthy()
})

test('a form says that the whole online check-in is over', async () => {
  const over = minuteIn(-3600)
  await setRule('window-checkin', { until: over, note: '请到报到现场' })
  await openApp('/schoolInformation/2/990001', { as: '990001' })
  expect(await screen.findByText(`已于 ${over} 截止 · 请到报到现场`)).toBeTruthy()
})

test('the fee page says until when payments are taken', async () => {
  const until = minuteIn(3600)
  await setRule('window-onlinefee', { until })
  await openApp('/onlinefee/5/990001', { as: '990001' })
  expect(await screen.findByText(`${until} 截止`)).toBeTruthy()
})
