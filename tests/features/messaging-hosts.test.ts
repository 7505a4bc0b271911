import { http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createAuthoriseAddress } from '#app/host/authorise.ts'
import { closeWindow } from '#app/host/close.ts'
import type { DingtalkBridge } from '#app/host/dingtalk.ts'
import { canPay } from '#app/host/pay.ts'
import { guardRoute } from '#app/host/route-guard.ts'
import { scanWithMessagingApp } from '#app/host/scan.ts'
import { openMessagingSdk } from '#app/host/sdk.ts'
import { appConfig, replaceAppSettings } from '#app/lib/platform/config.ts'
import { getMessagingUser } from '#app/lib/session/session.ts'
import { openScreenCampus } from '../support/screens/render.tsx'

const campus = openScreenCampus()
const WECHAT = 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50'
const WECOM = 'Mozilla/5.0 (Linux; Android 14) wxwork/4.1.6 MicroMessenger/7.0.1'
const DINGTALK = 'Mozilla/5.0 (Linux; Android 14) AliApp(DingTalk/7.6.0)'
const BROWSER = 'Mozilla/5.0 (Linux; Android 14) Chrome/120'

const page = {
  school: '示例大学',
  demo: false,
  host: 'wechat',
  payment: 'wechatpay',
  sms: true,
  appId: 'wx1',
  authorizeUrl: 'https://open.test/authorize',
}
const HOSTS = [
  { type: 'wechat', appId: 'wx1', authorizeUrl: 'https://open.test/authorize' },
  { type: 'wecom', appId: 'ww1', authorizeUrl: 'https://open.test/authorize' },
  { type: 'dingtalk', appId: 'ding1', authorizeUrl: '' },
  { type: 'one of a later server', appId: 'x', authorizeUrl: '' },
]

/** Open the page of a campus with these messaging apps in a browser. */
function openIn(userAgent: string, hosts: readonly object[] | 'absent' = HOSTS) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  replaceAppSettings(JSON.stringify({ ...page, ...(hosts !== 'absent' && { hosts }) }))
}
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
const visit = () => guardRoute({ href: '/onboarding', search: '', open: true })

describe('one campus with several messaging apps', () => {
  test.each([
    [WECHAT, 'wechat', 'wx1'],
    [WECOM, 'wecom', 'ww1'],
    [DINGTALK, 'dingtalk', 'ding1'],
    [BROWSER, 'wechat', 'wx1'],
  ])('the browser %s belongs to %s', (userAgent, host, appId) => {
    openIn(userAgent)
    expect([appConfig.host, appConfig.appId]).toEqual([host, appId])
  })

  test('a page of an earlier server names one messaging app', () => {
    openIn(WECOM, 'absent')
    expect([appConfig.host, appConfig.appId]).toEqual(['wechat', 'wx1'])
  })

  test('WeCom identifies its user by its own authorisation page, without asking for a profile [ID-33]', async () => {
    openIn(WECOM)
    const decided = await visit()
    const address = new URL(decided.type === 'leave' ? decided.address : '')
    expect(address.origin + address.pathname).toBe('https://open.test/authorize')
    expect(address.hash).toBe('#wechat_redirect')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      appid: 'ww1',
      scope: 'snsapi_base',
      response_type: 'code',
    })
    expect(new URL(createAuthoriseAddress('http://campus.test/')).searchParams.get('scope')).toBe(
      'snsapi_base',
    )
  })

  test('another messaging app than those of the campus is an ordinary browser', async () => {
    openIn(DINGTALK, HOSTS.slice(0, 2))
    expect(await visit()).toEqual({ type: 'pass' })
    expect(await openMessagingSdk()).toEqual({ type: 'none' })
  })

  test('payments are offered in WeChat only [D-61]', () => {
    const offered = [WECHAT, WECOM, DINGTALK, BROWSER].map((userAgent) => {
      openIn(userAgent)
      return canPay()
    })
    expect(offered).toEqual([true, false, false, false])
  })
})

describe('DingTalk', () => {
  /** A fake of DingTalk's script, with the functions `can`. */
  const scriptThat = (can: Partial<DingtalkBridge>) => vi.stubGlobal('dingtalkBridge', can)

  test('DingTalk’s script gives a code, which the university exchanges; no page is left [ID-31]', async () => {
    openIn(DINGTALK)
    const requestAuthCode = vi.fn<DingtalkBridge['requestAuthCode']>(async () => ({
      code: 'ding-code',
    }))
    scriptThat({ requestAuthCode })
    const exchanged: unknown[] = []
    campus.addFault(
      http.post('*/wx/code/getCode', async ({ request }) => {
        exchanged.push(await request.json())
        return Response.json({
          accesstoken: 'proof',
          userInfo: { openId: 'dingtalk:u7', nickname: '小雨', headImgUrl: '' },
        })
      }),
    )
    expect(await visit()).toEqual({ type: 'pass' })
    expect(requestAuthCode).toHaveBeenCalledExactlyOnceWith({ corpId: 'ding1' })
    expect(exchanged).toEqual([{ code: 'ding-code', appid: 'ding1', state: '' }])
    expect(getMessagingUser()).toMatchObject({ openId: 'dingtalk:u7', nickname: '小雨' })
    expect(await visit()).toEqual({ type: 'pass' })
    expect(requestAuthCode).toHaveBeenCalledOnce()
  })

  test('a user who refuses, or a script that does not answer, leaves a page without a messaging user', async () => {
    openIn(DINGTALK)
    const requestAuthCode = vi.fn<DingtalkBridge['requestAuthCode']>(() =>
      Promise.reject(new Error('no')),
    )
    scriptThat({ requestAuthCode })
    expect(await visit()).toEqual({ type: 'pass' })
    expect(await visit()).toEqual({ type: 'pass' })
    expect(requestAuthCode).toHaveBeenCalledOnce()
    expect(getMessagingUser()).toBeNull()
  })

  test.each([
    [async () => ({ text: 'BD1.x' }), { type: 'scanned', text: 'BD1.x' }],
    // oxlint-disable-next-line prefer-promise-reject-errors -- DingTalk rejects with an object
    [() => Promise.reject({ errorCode: '-1', errorMessage: 'cancel' }), { type: 'cancelled' }],
    [
      // oxlint-disable-next-line prefer-promise-reject-errors -- DingTalk rejects with an object
      () => Promise.reject({ errorCode: '7', errorMessage: 'no camera' }),
      { type: 'failed', said: '{"errorCode":"7","errorMessage":"no camera"}' },
    ],
  ])('a scan with DingTalk’s scanner: %#', async (scan, result) => {
    openIn(DINGTALK)
    scriptThat({ scan })
    expect(await scanWithMessagingApp()).toEqual(result)
  })

  test('the window of DingTalk is closed by its script [CMP-03]', async () => {
    openIn(DINGTALK)
    const close = vi.fn<DingtalkBridge['close']>(async () => ({}))
    scriptThat({ close })
    expect(await closeWindow()).toBe(true)
    expect(close).toHaveBeenCalledOnce()
    scriptThat({ close: () => Promise.reject(new Error('no')) })
    expect(await closeWindow()).toBe(false)
  })

  test('a script of DingTalk that never answers delays the page by three seconds at most', async () => {
    openIn(DINGTALK)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      scriptThat({ requestAuthCode: () => new Promise(() => {}) })
      const decided = visit()
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await decided).toEqual({ type: 'pass' })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the web-view of a mini program', () => {
  test('a mini program cannot pay, and its window is left by going back', async () => {
    openIn(`${WECHAT} miniProgram/wx2`)
    expect(canPay()).toBe(false)
    const navigateBack = vi.fn<() => void>()
    vi.stubGlobal('wx', { miniProgram: { navigateBack } })
    expect(await closeWindow()).toBe(true)
    expect(navigateBack).toHaveBeenCalledOnce()
  })

  test('WeChat names a mini program by its own variable', () => {
    openIn(WECHAT)
    expect(canPay()).toBe(true)
    vi.stubGlobal('__wxjs_environment', 'miniprogram')
    expect(canPay()).toBe(false)
  })
})
