import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { resetPaymentsToUnpaid } from '#tests/support/screens/payment-state.ts'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

// Set the page settings of a campus without messaging app, payment service and SMS before the app
// reads them at its first import.
vi.hoisted(() => {
  const block = document.getElementById('settings')
  const none = {
    demo: false,
    samples: false,
    host: 'none',
    payment: 'none',
    sms: false,
    appId: '',
    authorizeUrl: '',
    people: [],
  }
  if (block !== null) block.textContent = JSON.stringify({ school: '示例大学', ...none })
})

const NONE = { DEMO: '0', HOST_PROVIDER: 'none', PAYMENT_PROVIDER: 'none', SMS_PROVIDER: 'none' }
const campus = openScreenCampus({ env: NONE })
const link = (name: string) => screen.queryByRole('link', { name: new RegExp(name) })

test('without a payment service the fee step says so and links to paying at school [FEE-01]', async () => {
  await resetPaymentsToUnpaid(campus.backend(), 'S990001')
  const app = await openApp('/onlinefee/5/990001', { as: '990001' })
  expect(await screen.findByText('本校未开通网上缴费')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '缴费' })).toBeNull()
  expect(screen.queryByLabelText('实缴金额')).toBeNull()
  await app.user.click(screen.getByRole('link', { name: '到校缴费' }))
  expect(await screen.findByRole('heading', { level: 1, name: '选择缴费方式' })).toBeTruthy()
  expect(screen.getByText('本校未开通网上缴费')).toBeTruthy()
  expect(link('第三方支付')).toBeNull()
  expect(screen.getByRole('button', { name: /到校缴费/ })).toBeTruthy()
})

test('without a payment service a single fee is shown without a pay button [FEE-04]', async () => {
  await resetPaymentsToUnpaid(campus.backend(), 'S880001')
  const app = await openApp('/recharge/880001', { as: '880001' })
  await app.user.click(await screen.findByRole('link', { name: '缴费：教材费' }))
  expect(await screen.findByText('本校未开通网上缴费')).toBeTruthy()
  expect(screen.getByText('教材费')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '缴费' })).toBeNull()
})

test('without SMS the profile and the page to change the phone number say that it cannot be changed [PRO-03]', async () => {
  const app = await openApp('/editinfo/990001', { as: '990001' })
  expect(await screen.findByText('手机号不能在这里修改，请联系学校。')).toBeTruthy()
  expect(link('修改手机号')).toBeNull()
  await app.restart('/changephonenum/990001')
  expect(await screen.findByText('本校未开通短信验证')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '下一步' })).toBeNull()
})

test('without SMS the personal details are saved without a code [FAM-36 D-37]', async () => {
  const app = await openApp('/perdetiles', { as: '990001' })
  const put = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('微信号')
  expect(screen.queryByLabelText('验证码')).toBeNull()
  expect(screen.getByText('本校未开通短信验证，手机号由学校核对。')).toBeTruthy()
  put('姓名', '陈晓雨')
  put('微信号', 'chen_xy01')
  put('邮箱', 'chen@example.edu')
  put('手机号', '13812345678')
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('已保存')).toBeTruthy()
})

test('without a messaging app the help desk’s page offers only a complaint [CMP-04]', async () => {
  await openApp('/service', { as: '990001' })
  expect(await screen.findByText('本校未开通微信客服')).toBeTruthy()
  expect(link('投诉建议')?.getAttribute('href')).toBe('/advice')
  expect(screen.queryByRole('button', { name: '联系客服' })).toBeNull()
})

test('on a campus without a messaging account, opening the app in the messaging app does not redirect, and the sign-in explains what binding means [ID-33 D-14]', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 MicroMessenger/8.0')
  const app = await openApp('/')
  const who = within(await screen.findByRole('region', { name: '未绑定' }))
  expect(who.queryAllByRole('button')).toEqual([])
  await app.user.click(who.getByRole('link', { name: '请先绑定' }))
  expect(await screen.findByText('本校未接入微信账号，绑定只在本机有效。')).toBeTruthy()
  expect(app.address()).toContain('/login')
})

test.each([
  '/ConfirmOrder',
  '/DailyuseBook',
  '/PromptInformation',
  '/registration',
  '/delay/990001',
  '/generateform/990001',
  '/paytuition/990001',
  '/feepaid/990001',
])(
  'the sample page %s is not shown when the campus has disabled sample pages [D-100]',
  async (address) => {
    await openApp(address, { as: '990001' })
    expect(await screen.findByText('本校没有开放这个页面')).toBeTruthy()
    expect(screen.queryByText('示例页面')).toBeNull()
  },
)
