import { act, screen, waitFor, within } from '@testing-library/react'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { bindDemoUser, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

test('the administrator creates a staff account, whose holder replaces the initial password and is signed in', async () => {
  const office = await openApp('/manage/staff', { as: 'T4001' })
  await office.user.click(await screen.findByRole('link', { name: '新建账号' }))
  await office.user.click(await screen.findByRole('button', { name: '新建账号' }))
  expect((await screen.findAllByText('请输入工号')).length).toBeGreaterThan(0)
  await office.user.type(screen.getByLabelText('工号'), 't9001')
  await office.user.type(screen.getByLabelText('姓名'), '许静')
  await office.user.click(screen.getByRole('checkbox', { name: '招生' }))
  await office.user.click(screen.getByRole('button', { name: '新建账号' }))
  const dialog = await screen.findByRole('dialog', { name: '许静 的初始密码' })
  const first = within(dialog).getByText(/^[0-9A-Z-]{19}$/).textContent ?? ''
  await office.user.click(within(dialog).getByRole('button', { name: '已记下' }))
  expect(await screen.findByRole('heading', { name: '许静 T9001' })).toBeTruthy()
  expect(screen.getByText('待修改初始密码')).toBeTruthy()
  expect(screen.queryByText(first)).toBeNull()

  await clearPhoneData()
  const own = await office.restart('/manage/notices')
  // The sign-in for the office opens with the tab of staff.
  const tab = await screen.findByRole('tab', { name: /教职工/ })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  await own.user.type(screen.getByLabelText('工号'), 'T9001')
  await own.user.type(screen.getByLabelText('密码'), first)
  await own.user.click(within(screen.getByRole('tabpanel', { name: /教职工/ })).getByRole('button'))
  await own.user.type(await screen.findByLabelText('原密码'), first)
  expect(own.address()).toBe('/changepass/T9001?next=%2Fmanage%2Fnotices')
  await own.user.type(screen.getByLabelText('新密码'), 'own words here')
  await own.user.type(screen.getByLabelText('确认密码'), 'own words here')
  await own.user.click(screen.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(own.address()).toBe('/manage/notices'))
  expect((await screen.findAllByRole('link', { name: '通知管理' })).length).toBeGreaterThan(0)
})

test('the administrator makes slips with first passwords for all imported staff, and sends the rest by SMS', async () => {
  const { db } = campus.backend()
  const imported = (code: string, phone: string | null) => ({
    code,
    id: `U${code}`,
    name: `许${code}`,
    department: '批量学院',
    post: '教师',
    phone,
    password_hash: 'none',
    has_password: false,
  })
  await db
    .insertInto('staff')
    .values([imported('B1', null), imported('B2', '13800009002')])
    .execute()
  const { user } = await openApp('/manage/staff', { as: 'T4001' })
  await user.click(await screen.findByRole('link', { name: '批量发放初始密码' }))
  await user.type(await screen.findByLabelText('工号、姓名或部门'), '批量学院')
  await user.click(screen.getByRole('button', { name: '搜索' }))
  expect(await screen.findByText('其中 1 个账号没有手机号，请为他们打印密码单。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '用短信发给 1 人' }))
  expect(await screen.findByText('已发出 1 条短信，是否送达见“短信记录”。')).toBeTruthy()
  const sent = await db.selectFrom('message_out').select('text').execute()
  expect(sent.at(-1)?.text).toMatch(/工号B2，初始密码[0-9A-Z-]{19}。7天内有效/)
})

test('slips with first passwords are shown once, and each opens a sign-in', async () => {
  const { db } = campus.backend()
  await db
    .insertInto('staff')
    .values({
      code: 'B3',
      id: 'UB3',
      name: '许三',
      department: '密码单学院',
      post: '教师',
      password_hash: 'none',
      has_password: false,
    })
    .execute()
  const { user } = await openApp('/manage/staff/passwords', { as: 'T4001' })
  await user.type(await screen.findByLabelText('工号、姓名或部门'), '密码单学院')
  await user.click(screen.getByRole('button', { name: '搜索' }))
  await user.click(await screen.findByRole('button', { name: '生成 1 张密码单' }))
  const slip = (await screen.findByText('密码单学院 许三')).closest('li')
  if (slip === null) throw new Error('There is no slip.')
  expect(within(slip).getByText(`登录网址 ${location.origin}/login`)).toBeTruthy()
  const password = within(slip).getByText(/^[0-9A-Z-]{19}$/).textContent ?? ''
  const body = { userCode: 'B3', openId: '', password }
  expect((await campus.backend().post('/api/sys/login', body)).body.token).toBeTruthy()
})

test('finance sets up a second factor with recovery codes, and enters a code at the next sign-in', async () => {
  const { user, restart } = await openApp('/manage/factor', { as: 'T6001' })
  await user.click(await screen.findByRole('button', { name: '启用动态口令' }))
  expect(await screen.findByRole('img', { name: '动态口令二维码' })).toBeTruthy()
  const secret = screen.getByText(/^[A-Z2-7]{32}$/).textContent ?? ''
  const now = () =>
    new TOTP({ secret }).generate({ timestamp: campus.backend().clock.now().getTime() })
  await user.type(screen.getByLabelText('动态口令或恢复码'), '000000')
  await user.click(screen.getByRole('button', { name: '验证口令' }))
  expect(await screen.findByText('动态口令不正确')).toBeTruthy()
  await user.type(screen.getByLabelText('动态口令或恢复码'), now())
  await user.click(screen.getByRole('button', { name: '验证口令' }))
  expect(await screen.findAllByText(/^[0-9A-Z-]{19}$/)).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: '已保存恢复码' }))
  expect(await screen.findByText('剩余恢复码 10 个')).toBeTruthy()

  await bindDemoUser('T6001')
  const again = await restart('/manage/')
  const field = await screen.findByLabelText('动态口令或恢复码')
  expect(screen.queryByRole('link', { name: '动态口令' })).toBeNull()
  campus.backend().clock.advance(60)
  await again.user.type(field, now())
  await again.user.click(screen.getByRole('button', { name: '验证口令' }))
  expect((await screen.findAllByRole('link', { name: '动态口令' })).length).toBeGreaterThan(0)
})

test('the audit log describes each action and whom it concerned in the reader’s language', async () => {
  const teller = await campus.backend().signInAs('T4001')
  await teller.post('/api/manage/students/reveal', { student: 'S880001', what: 'phone' })
  await openApp('/manage/log', { as: 'T4001' })
  const log = await screen.findByRole('table', { name: '操作日志' })
  expect(within(log).getAllByText('登录管理端').length).toBeGreaterThan(0)
  expect(within(log).getByText('查看证件号或手机号')).toBeTruthy()
  expect(within(log).getByText('学生 刘嘉怡 880001')).toBeTruthy()
  expect(within(log).getByText('查看内容：联系电话')).toBeTruthy()
  expect(
    screen.getByRole('button', { name: /操作日志.*XLSX|XLSX.*操作日志|操作日志.*Excel/ }),
  ).toBeTruthy()
  act(() => setLanguage('en'))
  expect(within(log).getByText('Looked at an ID or phone number')).toBeTruthy()
  expect(within(log).getByText('Student 刘嘉怡 880001')).toBeTruthy()
})
