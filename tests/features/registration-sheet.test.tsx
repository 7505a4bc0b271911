import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { setLanguage } from '#app/lib/language/language.ts'
import { allCalls as contractCalls } from '#contract/index'
import { toChinaYear } from '#server/platform/clock'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const asked = () => campus.calls.filter(({ path }) => path === '/reportBill/QueryStuMessage')
const writes = new Set<string>(
  contractCalls.filter(({ kind }) => kind === 'write').map(({ path }) => path),
)
const written = () => campus.calls.filter(({ path }) => writes.has(path))

test('the registration sheet of this fee year is requested with the ID number that was typed at sign-in [RPT-01 RPT-08 RPT-09]', async () => {
  await openApp('/report', { as: '880001' })
  expect(await screen.findByRole('heading', { level: 1, name: '报到单' })).toBeTruthy()
  const table = await screen.findByRole('table')
  expect(asked()[0]?.body).toEqual({
    idCard: '110101200601010019',
    years: String(year),
    payType: '',
  })
  for (const label of ['姓名', '院系', '班级', '邮箱', '联系电话'])
    expect(screen.getByText(label)).toBeTruthy()
  expect(screen.getByText('刘嘉怡')).toBeTruthy()
  const rows = within(table).getAllByRole('row')
  expect(rows.length).toBeGreaterThan(2)
  for (const row of rows.slice(1)) expect(row.textContent).toMatch(/¥ \d/)
  expect(rows.at(-1)?.textContent).toMatch(/^合计/)
  for (const label of ['已缴', '尚欠', '宿舍床位']) expect(screen.getByText(label)).toBeTruthy()
  expect(screen.getByRole('img', { name: '报到识别码' })).toBeTruthy()
})

test('the registration sheet offers the fee years since entry and requests the chosen one [RPT-01 RPT-08]', async () => {
  const app = await openApp('/report', { as: '880001' })
  await app.user.click(await screen.findByRole('button', { name: /缴费年度/ }))
  const offered = (await screen.findAllByRole('radio')).map((one) => one.textContent)
  expect(offered).toEqual([year, year - 1, year - 2].map((one) => `${one} 学年`))
  await app.user.click(screen.getByRole('radio', { name: `${year - 1} 学年` }))
  await waitFor(() => expect(asked().at(-1)?.body['years']).toBe(String(year - 1)))
})

test('the registration sheet can be printed [RPT-01]', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const app = await openApp('/report', { as: '880001' })
  await app.user.click(await screen.findByRole('button', { name: '打印' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('a registration sheet that cannot be loaded shows an error with a retry [RPT-08]', async () => {
  const app = await openApp('/', { as: '880001' })
  let broken = true
  campus.addFault(
    http.post('*/reportBill/QueryStuMessage', () =>
      broken ? HttpResponse.text('gateway', { status: 502 }) : undefined,
    ),
  )
  const reopened = await app.restart('/report')
  expect(await screen.findByText('报到单加载失败')).toBeTruthy()
  // Wait for the retry button, since the page might be retrying automatically.
  const again = await screen.findByRole('button', { name: '重试' })
  broken = false
  await reopened.user.click(again)
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('the registration sheet opened offline shows the offline message and requests nothing [RPT-01 D-105]', async () => {
  const app = await openApp('/', { as: '880001' })
  goOffline(campus)
  sessionStorage.removeItem('stu_idcard')
  await app.restart('/report')
  expect(await screen.findByText('当前网络不可用，请联网后再操作')).toBeTruthy()
  expect(asked()).toHaveLength(0)
})

test.each([
  ['/registration', '注册缴费单', 'RPT-02'],
  ['/PromptInformation', '来校须知', 'RPT-03'],
  ['/ConfirmOrder', '确认订单', 'RPT-04'],
  ['/DailyuseBook', '日用品预订', 'RPT-05'],
  ['/generateform/990001', '新生登记表', 'RPT-06'],
  ['/paytuition/990001', '缴纳学费', 'FEE-66'],
  ['/feepaid', '缴费结果', 'FEE-67'],
  ['/feepaid/990001', '缴费结果', 'FEE-67'],
  ['/delay/990001', '缓交申请', 'GRN-03'],
])(
  'the page %s (%s) is marked as a sample, and tapping its controls sends nothing [%s RPT-07 D-100]',
  async (address, title) => {
    const app = await openApp(address, { as: '990001' })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByText('示例页面')).toBeTruthy()
    vi.stubGlobal('print', () => {})
    campus.calls.length = 0
    const main = screen.getByRole('main')
    const controls = ['button', 'checkbox', 'radio', 'link'].flatMap((role) =>
      within(main).queryAllByRole(role),
    )
    for (const control of controls) if (control.isConnected) await app.user.click(control)
    expect(written()).toEqual([])
    expect(campus.calls.filter(({ path }) => /fee|pay|order/i.test(path))).toEqual([])
    vi.unstubAllGlobals()
  },
)

test('the sample fee bill lists its items with their total [RPT-02]', async () => {
  await openApp('/registration')
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    '项目金额',
    '学费¥ 18,000.00',
    '住宿费¥ 4,200.00',
    '床上用品¥ 800.00',
    '合计¥ 23,000.00',
  ])
})

test('another number in the address of a sample page is replaced by the student’s own [D-36]', async () => {
  const { address } = await openApp('/paytuition/1', { as: '990001' })
  await waitFor(() => expect(address()).toBe('/paytuition/990001'))
})

test('the sample page on coming to the school lists four modes of travel and the bus stops [RPT-03 TRV-28 TRV-29]', async () => {
  await openApp('/PromptInformation')
  expect(await screen.findByText('火车 · 飞机 · 汽车 · 其他')).toBeTruthy()
  expect(screen.getByText('火车站 · 机场 · 汽车站 · 其他')).toBeTruthy()
  setLanguage('en')
  expect(await screen.findByText('Train · Plane · Bus · Other')).toBeTruthy()
  expect(screen.getByText('Train station · Airport · Coach station · Other')).toBeTruthy()
})

test('the number of pieces in the sample order is limited to 1 to 20 [RPT-04 RPT-10]', async () => {
  const app = await openApp('/ConfirmOrder')
  const more = await screen.findByRole('button', { name: '增加一件' })
  const count = () =>
    within(screen.getByRole('group', { name: '数量' })).getByRole('status').textContent
  for (let tap = 0; tap < 25; tap++) await app.user.click(more)
  expect(count()).toBe('20')
  expect(more.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('¥ 16,000.00')).toBeTruthy()
  for (let tap = 0; tap < 25; tap++)
    await app.user.click(screen.getByRole('button', { name: '减少一件' }))
  expect(count()).toBe('1')
  await app.user.click(screen.getByRole('button', { name: '提交订单' }))
  expect(await screen.findByText('示例页面，没有提交任何内容')).toBeTruthy()
})

test('the sample booking of daily supplies shows the sum of the chosen items [RPT-05]', async () => {
  const app = await openApp('/DailyuseBook')
  await app.user.click(await screen.findByRole('checkbox', { name: /洗漱用品/ }))
  await app.user.click(screen.getByRole('checkbox', { name: /台灯/ }))
  expect(screen.getByText('¥ 157.00')).toBeTruthy()
  expect(screen.getByText('已选 2 样')).toBeTruthy()
  await app.user.click(screen.getByRole('link', { name: '去确认订单' }))
  await waitFor(() => expect(app.address()).toBe('/ConfirmOrder'))
})

test('the sample form shows bedding for ¥ 800 and tuition for ¥ 18,000 [RPT-06 NOT-10]', async () => {
  await openApp('/generateform/990001', { as: '990001' })
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    '项目金额',
    '床上用品¥ 800.00',
    '学费¥ 18,000.00',
    '合计¥ 18,800.00',
  ])
})

test('the sample deferral shows its three states [GRN-03 D-76]', async () => {
  const app = await openApp('/delay/990001', { as: '990001' })
  const state = () => within(screen.getByRole('main')).getByRole('status').textContent
  await screen.findByRole('radio', { name: '待审核' })
  expect(state()).toBe('待审核')
  await app.user.click(screen.getByRole('radio', { name: '审核通过' }))
  expect(state()).toBe('审核通过')
  await app.user.click(screen.getByRole('radio', { name: '审核未通过' }))
  expect(state()).toBe('审核未通过')
  expect(screen.getByText('驳回原因')).toBeTruthy()
})

test('the button of the sample payment opens the sample page of a paid fee [FEE-66 FEE-67]', async () => {
  const app = await openApp('/paytuition/990001', { as: '990001' })
  await app.user.click(await screen.findByRole('link', { name: '缴费' }))
  await waitFor(() => expect(app.address()).toBe('/feepaid/990001'))
  expect(await screen.findByText('已缴清')).toBeTruthy()
})
