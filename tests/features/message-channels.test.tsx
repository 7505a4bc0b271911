import { act, screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { replaceAppSettings } from '#app/lib/platform/config.ts'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

/** Open the profile in the browser of WeChat, whose script needs no signature here. */
async function openInWechat(userAgent = 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50') {
  const { user } = await openApp('/me', { as: '880001' })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  vi.stubGlobal('wx', {})
  sessionStorage.setItem('authTried', '1')
  campus.addFault(
    http.post('*/api/messageChannels/find', () =>
      Response.json({
        code: '0',
        data: [{ channel: 'wechat-subscription', allowed: '1', reachable: '1' }],
        pushKey: '',
        subscribed: '0',
        template: 'TEMPLATE-0001',
        quiet: '',
      }),
    ),
  )
  const page = {
    school: '示例大学',
    demo: false,
    host: 'wechat',
    appId: 'wx1',
    payment: 'wechatpay',
    sms: true,
  }
  const hosts = [{ type: 'wechat', appId: 'wx1', authorizeUrl: 'https://open.test/authorize' }]
  replaceAppSettings(JSON.stringify({ ...page, authorizeUrl: '', hosts }))
  await user.click(await screen.findByRole('link', { name: '个人资料' }))
}
const findTag = () =>
  waitFor(() => {
    const tag = document.querySelector('wx-open-subscribe')
    if (tag === null) throw new Error('no tag')
    return tag
  })
const answer = (tag: Element, status: string) =>
  act(() =>
    tag.dispatchEvent(
      new CustomEvent('success', {
        detail: {
          errMsg: 'subscribe:ok',
          subscribeDetails: JSON.stringify({ 'TEMPLATE-0001': JSON.stringify({ status }) }),
        },
      }),
    ),
  )

test('in WeChat a student is asked for subscription messages by WeChat’s own tag, and told what it answered', async () => {
  await openInWechat()
  const tag = await findTag()
  expect(tag.getAttribute('template')).toBe('TEMPLATE-0001')
  const content = tag.querySelector('script[type="text/wxtag-template"]')
  expect(content?.textContent).toContain('同意接收一条</button>')
  await answer(tag, 'accept')
  expect(await screen.findByText('下一条通知会发到微信')).toBeTruthy()
  await answer(tag, 'reject')
  expect(await screen.findByText('微信不会收到通知')).toBeTruthy()
})

test('a version of WeChat that does not know the tag shows no question', async () => {
  await openInWechat()
  await findTag()
  act(() => void document.dispatchEvent(new CustomEvent('WeixinOpenTagsError')))
  await waitFor(() => expect(document.querySelector('wx-open-subscribe')).toBeNull())
  expect(screen.queryByText('有审核结果或答复时，要在手机上提醒您吗？')).toBeNull()
})

test.each([
  ['an ordinary browser', 'Mozilla/5.0 (Linux; Android 14) Chrome/120'],
  ['a mini program', 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50 miniProgram/wx2'],
])('in %s the tag is left out', async (_where, userAgent) => {
  await openInWechat(userAgent)
  expect(await screen.findByText('消息提醒')).toBeTruthy()
  expect(document.querySelector('wx-open-subscribe')).toBeNull()
})
