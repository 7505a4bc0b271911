import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const db = () => campus.backend().db

beforeEach(async () => {
  await db().deleteFrom('payment_trial_stage').execute()
  await db().deleteFrom('payment_trial').execute()
  await db().deleteFrom('rate_limit').execute()
})
const cardOf = async (name: string) => {
  const section = (await screen.findByRole('heading', { level: 2, name })).parentElement
    ?.parentElement
  if (section === null || section === undefined) throw new Error('no card')
  return within(section)
}

test('the page says of each service whether it is set up, and an SMS to a typed number is sent after a confirmation', async () => {
  const { user } = await openApp('/manage/externals', { as: 'T4001' })
  const sms = await cardOf('短信服务')
  expect(sms.getByText('模拟')).toBeTruthy()
  expect((await cardOf('统一身份认证')).getByText('未配置')).toBeTruthy()
  await user.type(sms.getByLabelText('发送到'), '13800138000')
  await user.click(sms.getByRole('button', { name: '给我发一条短信' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/将向 13800138000 发送/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '确认发送' }))
  expect(await screen.findByText(/演示环境不真正发送，内容是：.*测试消息/)).toBeTruthy()
  const [message] = await db()
    .selectFrom('message_out')
    .select('phone')
    .orderBy('created_at', 'desc')
    .execute()
  expect(message?.phone).toContain('8000')
})

test('a number that is none is refused with a sentence, and stays in its field', async () => {
  const { user } = await openApp('/manage/externals', { as: 'T4001' })
  const sms = await cardOf('短信服务')
  await user.type(sms.getByLabelText('发送到'), '12')
  await user.click(sms.getByRole('button', { name: '给我发一条短信' }))
  await user.click(await screen.findByRole('button', { name: '确认发送' }))
  expect(await screen.findByText('手机号码格式不对，请检查后重试')).toBeTruthy()
  expect(sms.getByLabelText<HTMLInputElement>('发送到').value).toBe('12')
})

test('a payment of one fen shows its code, then each stage until the fen is back', async () => {
  const { user } = await openApp('/manage/externals', { as: 'T4001' })
  await user.click(await screen.findByRole('button', { name: '付一分钱，再退回' }))
  expect(await screen.findByRole('img', { name: '用微信扫码支付一分钱' })).toBeTruthy()
  expect(screen.getByText('等待支付')).toBeTruthy()
  const page = screen.getByRole<HTMLAnchorElement>('link', { name: '打开支付页面' }).href
  const prepay = new URL(page).searchParams.get('prepay') ?? ''
  await campus.backend().fetch('/sandbox/pay/code', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ prepay }).toString(),
  })
  const again = () => user.click(screen.getByRole('button', { name: /^现在再试一次/ }))
  await again()
  expect(await screen.findByText('已收到支付通知，签名正确')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('退款处理中')).toBeTruthy())
  expect(screen.getByText('有 1 笔测试的一分钱还没有退回，系统会继续退款。')).toBeTruthy()
  expect(screen.queryByRole('img', { name: '用微信扫码支付一分钱' })).toBeNull()
  campus.backend().clock.advance(10)
  await again()
  expect(await screen.findByText('一分钱已退回')).toBeTruthy()
  expect(screen.getByText('已退回')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^现在再试一次/ })).toBeNull()
})
