import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { recordOutboxOutcome } from '#app/lib/network/network-status.ts'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
  type RenderedApp,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const saves = () => campus.calls.filter(({ path }) => path.endsWith('/perDetiles/save'))
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const put = (label: string, value: string) => fireEvent.change(box(label), { target: { value } })
const submit = (app: RenderedApp) => app.user.click(screen.getByRole('button', { name: '提交' }))
const opened = () => screen.findByLabelText('微信号')
const member = (n: number) =>
  within(screen.getByRole('heading', { name: `家庭成员 ${n}` }).closest('section') ?? document.body)

beforeEach(async () => {
  const { db } = campus.backend()
  await db.deleteFrom('personal_details').execute()
  await db.deleteFrom('sms_code').execute()
})

function fillIn() {
  put('姓名', '陈晓雨')
  put('微信号', 'chen_xy01')
  put('邮箱', 'chen@example.edu')
  put('手机号', '13812345678')
}

async function takeCode(app: RenderedApp): Promise<string> {
  await app.user.click(screen.getByRole('button', { name: '获取验证码' }))
  const notice = await screen.findByText(/演示环境不发短信，验证码：\d+/)
  return notice.textContent?.match(/\d+/)?.[0] ?? ''
}

test('the personal details form has five fields; submitting it empty shows all errors at once [FAM-35 FAM-36 FAM-38 to FAM-41]', async () => {
  const app = await openApp('/perdetiles', { as: '990001' })
  expect(await screen.findByRole('heading', { level: 1, name: '个人详细信息' })).toBeTruthy()
  await opened()
  for (const label of ['姓名', '微信号', '邮箱', '手机号', '验证码'])
    expect(box(label).value).toBe('')
  await submit(app)
  const summary = await screen.findByRole('alert')
  expect([...summary.querySelectorAll('li')].map((one) => one.textContent)).toEqual([
    '请输入姓名',
    '请输入正确的微信号码！',
    '请输入有效的邮箱！',
    '手机号码不能为空！',
    '请输入验证码',
  ])
  expect(document.activeElement).toBe(box('姓名'))
  expect(saves()).toHaveLength(0)
})

test.each([
  ['姓名', '陈', '姓名格式不对哦~'],
  ['姓名', '一二三四五六七', '姓名格式不对哦~'],
  ['微信号', '1abcde', '请输入正确的微信号码！'],
  ['微信号', 'abcde', '请输入正确的微信号码！'],
  ['微信号', 'a1234', '请输入正确的微信号码！'],
  ['微信号', `a${'1'.repeat(20)}`, '请输入正确的微信号码！'],
  ['微信号', 'a 2345', '请输入正确的微信号码！'],
  ['邮箱', 'a@', '请输入有效的邮箱！'],
  ['手机号', '12012345678', '请输入合法的手机号码！'],
  ['手机号', '1391234567', '请输入合法的手机号码！'],
])('the field %s refuses %s [FAM-39 FAM-40 FAM-42 FAM-43 XC-20]', async (label, wrong, message) => {
  await openApp('/perdetiles', { as: '990001' })
  await opened()
  put(label, wrong)
  fireEvent.blur(box(label))
  expect(await screen.findByText(message)).toBeTruthy()
})

test.each([
  ['姓名', '陈晓', '姓名格式不对哦~'],
  ['姓名', '一二三四五六', '姓名格式不对哦~'],
  ['微信号', 'a12345', '请输入正确的微信号码！'],
  ['微信号', `a${'-_'.repeat(9)}1`, '请输入正确的微信号码！'],
  ['邮箱', 'a@b.cn', '请输入有效的邮箱！'],
  ['手机号', '13912345678', '请输入合法的手机号码！'],
])('the field %s accepts %s [FAM-39 FAM-40 FAM-42 FAM-43 XC-20]', async (label, good, message) => {
  const app = await openApp('/perdetiles', { as: '990001' })
  await opened()
  put(label, good)
  fireEvent.blur(box(label))
  await submit(app)
  expect((await screen.findAllByText('请输入验证码')).length).toBeGreaterThan(0)
  expect(screen.queryByText(message)).toBeNull()
})

test('the personal details form accepts at most two family members and offers five relations [FAM-36 FAM-37]', async () => {
  const app = await openApp('/perdetiles', { as: '990001' })
  await opened()
  const add = screen.getByRole('button', { name: '添加家庭成员' })
  await app.user.click(add)
  await app.user.click(add)
  await app.user.click(add)
  expect(screen.queryByText('请选择关系')).toBeNull()
  expect(await screen.findByText('家庭成员信息最多填写两位！')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2)
  await app.user.click(member(1).getByRole('button', { name: /^关系/ }))
  const options = within(await screen.findByRole('radiogroup')).getAllByRole('radio')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    '父子',
    '父女',
    '母子',
    '母女',
    '其他',
  ])
  await app.user.click(options[1] ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.user.click(screen.getByRole('button', { name: '移除家庭成员 2' }))
  await app.user.click(screen.getByRole('button', { name: '移除家庭成员 1' }))
  await app.user.click(screen.getByRole('button', { name: '撤销' }))
  expect(member(1).getByText('父女')).toBeTruthy()
})

test('personal details are saved with a code from a text message and shown at the next visit, without the code [FAM-37 XC-25 XC-28]', async () => {
  const app = await openApp('/perdetiles', { as: '990001' })
  await opened()
  await app.user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText('手机号码不能为空！')).toBeTruthy()
  fillIn()
  const code = await takeCode(app)
  const again = screen.getByRole('button', { name: '60秒后重发' })
  expect(again.getAttribute('aria-disabled')).toBe('true')
  await app.user.click(again)
  expect(campus.calls.filter(({ path }) => path.endsWith('/sendCode'))).toHaveLength(1)
  await screen.findByRole('button', { name: /^5\d秒后重发$/ })
  put('验证码', code)
  await app.user.click(screen.getByRole('button', { name: '添加家庭成员' }))
  fireEvent.change(member(1).getByLabelText('姓名'), { target: { value: '周敏' } })
  fireEvent.change(member(1).getByLabelText('手机号'), { target: { value: '13987654321' } })
  await app.user.click(member(1).getByRole('button', { name: /^关系/ }))
  await app.user.click(await screen.findByRole('radio', { name: '母女' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const pauses = vi.spyOn(globalThis, 'setTimeout')
  await submit(app)
  const toast = await screen.findByText('已保存')
  expect(pauses.mock.calls.map(([, ms]) => ms)).toContain(800)
  await waitFor(() => expect(toast.isConnected).toBe(false))
  expect(saves()[0]?.body).toMatchObject({
    uname: '陈晓雨',
    wxId: 'chen_xy01',
    email: 'chen@example.edu',
    phoneNum: '13812345678',
    codes: code,
    family: [{ name: '周敏', relation: '004', phone: '13987654321' }],
  })
  await app.restart()
  await opened()
  await waitFor(() => expect(box('微信号').value).toBe('chen_xy01'))
  expect(member(1).getByText('母女')).toBeTruthy()
  expect(box('验证码').value).toBe('')
})

test('personal details with a wrong code are refused with the university’s message, and the typed values stay', async () => {
  const app = await openApp('/perdetiles', { as: '990001' })
  await opened()
  fillIn()
  put('验证码', '000000')
  await submit(app)
  expect((await screen.findByRole('alert')).textContent).toBe('验证码不正确或已过期')
  expect(box('微信号').value).toBe('chen_xy01')
})

test('when sending a code is rate-limited, the button is disabled for the time of Retry-After', async () => {
  campus.addFault(
    http.post('*/sendCode', () =>
      HttpResponse.json(
        { code: '-1', msg: '操作过于频繁' },
        { status: 429, headers: { 'Retry-After': '42' } },
      ),
    ),
  )
  const app = await openApp('/perdetiles', { as: '990001' })
  await opened()
  put('手机号', '13812345678')
  await app.user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByRole('button', { name: '42秒后重发' })).toBeTruthy()
})

test('submitting personal details offline shows an error and queues nothing; the values stay and are restored as a draft [FAM-36 D-103]', async () => {
  const app = await openApp('/perdetiles', { as: '990001' })
  await opened()
  fillIn()
  put('验证码', '123456')
  expect(await screen.findByText('已存草稿')).toBeTruthy()
  goOffline(campus)
  await submit(app)
  expect((await screen.findByRole('alert')).textContent).toBe('当前网络不可用，请联网后再操作')
  expect(box('微信号').value).toBe('chen_xy01')
  await app.restart()
  expect(await screen.findByText('已恢复上次没有提交的草稿')).toBeTruthy()
  expect(box('微信号').value).toBe('chen_xy01')
  expect(box('验证码').value).toBe('')
  await app.restart('/outbox')
  expect(await screen.findByText('没有待提交的内容')).toBeTruthy()
})

test('a form that was opened on a weak network keeps its typed values when the network returns before the record', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  campus.addFault(
    http.post('*/perDetiles/find*', async () => {
      await answered
      return undefined
    }),
  )
  await bindDemoUser('990001')
  act(() => recordOutboxOutcome('unreachable'))
  await openApp('/perdetiles')
  await opened()
  put('微信号', 'chen_xy01')
  act(() => recordOutboxOutcome('ok'))
  expect(box('微信号').value).toBe('chen_xy01')
  await act(async () => answer())
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(box('微信号').value).toBe('chen_xy01')
})

test('an unbound visitor to the personal details is sent to the sign-in, whose address names the form to return to', async () => {
  const app = await openApp('/perdetiles')
  await waitFor(() => expect(app.address()).toContain('/login'))
  expect(app.address()).toContain('perdetiles')
})
