import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { setLanguage } from '#app/lib/language/language.ts'
import { getEnglishNames } from '#app/lib/language/name-translator.ts'
import { callApi, describeCallOutcome, applyCallOutcome } from '#app/lib/network/call-api.ts'
import { handleDatabaseEpoch } from '#app/lib/network/database-epoch.ts'
import { getNetworkStatus } from '#app/lib/network/network-status.ts'
import { getServerTimeOffset } from '#app/lib/platform/server-clock.ts'
import { hasSessionEnded, storeMessagingUser, getSessionToken } from '#app/lib/session/session.ts'
import { phoneReports } from '#contract/phone-reports'
import { commonTexts } from '#i18n/common'
import { bindStaffSession } from '#tests/support/screens/bind-staff.ts'

vi.mock('#app/lib/network/database-epoch.ts', { spy: true })

const nothing = { receipts: [] }
const good = (headers: Record<string, string> = {}) =>
  Response.json({ code: '0', gone: [], newer: [] }, { headers })

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setLanguage('zh')
  await clearPhoneData()
})

describe('a call from the app', () => {
  const asked: (readonly [string, RequestInit])[] = []
  let answer: () => Response | Promise<Response> = good

  beforeEach(() => {
    asked.length = 0
    answer = good
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init = {}) => {
      asked.push([JSON.stringify(address), init])
      return answer()
    })
  })

  test('a call carries the bound person’s token, the language of the app and the call’s extra headers', async () => {
    bindStaffSession('secret')
    storeMessagingUser({ openId: 'o', nickname: '', avatar: '', accessToken: 'access' })
    setLanguage('en')
    await callApi(phoneReports.received, nothing, {
      ifMatch: '"7"',
      headers: { 'X-Words': '1' },
      keepalive: true,
    })
    // Binding and setting the language can make requests of their own.
    const own = asked.find(([address]) => address.includes(phoneReports.received.path))
    expect(own?.[1]).toMatchObject({
      keepalive: true,
      headers: {
        Authorization: 'secret',
        accesstoken: 'access',
        'Accept-Language': 'en',
        'If-Match': '"7"',
        'X-Words': '1',
      },
    })
  })

  test('a call without a session carries no token, and is aborted after 30 s or after its own timeout', async () => {
    vi.useFakeTimers()
    answer = () => new Promise(() => {})
    for (const [beside, ms] of [
      [undefined, 30_000],
      [{ timeout: 5_000 }, 5_000],
    ] as const) {
      asked.length = 0
      const ended = vi.fn<(outcome: unknown) => void>()
      void callApi(phoneReports.received, nothing, beside).then(ended)
      await vi.advanceTimersByTimeAsync(ms - 1)
      expect(asked[0]?.[1].headers).not.toHaveProperty('Authorization')
      expect(asked[0]?.[1].headers).not.toHaveProperty('accesstoken')
      expect(asked[0]?.[1].signal?.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(asked[0]?.[1].signal?.aborted).toBe(true)
      expect(getNetworkStatus()).toBe('weak')
    }
  })

  test('a fast response sets the server clock, and a response that took 4 s does not change it', async () => {
    const inAnHour = () => Math.round((Date.now() + 3_600_000) / 1_000) * 1_000
    answer = () => good({ Date: new Date(inAnHour()).toUTCString() })
    expect(await callApi(phoneReports.received, nothing)).toMatchObject({ type: 'ok' })
    const known = getServerTimeOffset() ?? 0
    expect(Math.abs(known - 3_600_000)).toBeLessThan(2_000)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    answer = async () => {
      await new Promise((later) => setTimeout(later, 4_000))
      return good({ Date: new Date(Date.now() + 7_200_000).toUTCString() })
    }
    const slow = callApi(phoneReports.received, nothing)
    await vi.advanceTimersByTimeAsync(4_000)
    await slow
    expect(getServerTimeOffset()).toBe(known)
    answer = () => good({ Date: new Date(Date.now() + 7_200_000).toUTCString() })
    await callApi(phoneReports.received, nothing)
    expect(Math.abs((getServerTimeOffset() ?? 0) - 7_200_000)).toBeLessThan(2_000)
  })

  test('a response that ends a session ends it for the person who made the call, not for a person bound since, nor on an unbound phone', async () => {
    bindStaffSession('first')
    answer = async () => {
      bindStaffSession('second')
      return Response.json({ status: '-500', why: 'password' }, { status: 401 })
    }
    expect(await callApi(phoneReports.received, nothing)).toMatchObject({ type: 'signed-out' })
    expect(getSessionToken()).toBe('second')
    expect(hasSessionEnded()).toBe(false)
    answer = () => Response.json({ status: '-500', why: 'password' }, { status: 401 })
    await callApi(phoneReports.received, nothing)
    expect(getSessionToken()).toBeUndefined()
    expect(hasSessionEnded()).toBe(true)
    await clearPhoneData()
    await callApi(phoneReports.received, nothing)
    expect(hasSessionEnded()).toBe(false)
  })

  test('English names in a response to an earlier person’s call are not cached', () => {
    bindStaffSession('first')
    const outcome = { type: 'ok', data: [], echoed: false, english: { 高数: 'Calculus' } } as const
    applyCallOutcome(outcome, 'an older token')
    expect(getEnglishNames()).toEqual({})
    applyCallOutcome(outcome, 'first')
    expect(getEnglishNames()).toEqual({ 高数: 'Calculus' })
  })

  test('a new database epoch in a response is handled only when the call was the bound person’s', () => {
    bindStaffSession('first')
    const handleEpoch = vi.mocked(handleDatabaseEpoch).mockClear()
    const plain = { type: 'ok', data: [], echoed: false } as const
    applyCallOutcome({ ...plain, epoch: 'e2' }, 'an older token')
    applyCallOutcome(plain, 'first')
    expect(handleEpoch).not.toHaveBeenCalled()
    applyCallOutcome({ ...plain, epoch: 'e2' }, 'first')
    expect(handleEpoch.mock.calls).toEqual([['e2']])
  })
})

describe('the message for a failed call', () => {
  test('a refusal without a message is shown with a generic message [XC-10]', () => {
    expect(describeCallOutcome({ type: 'refused', status: 200, message: '' }, 'zh')).toBe(
      '系统故障，请联系管理员',
    )
    expect(describeCallOutcome({ type: 'refused', status: 200, message: '迎新已结束' }, 'zh')).toBe(
      '迎新已结束',
    )
  })

  test('a call without a response shows 网络错误 while the phone is online, and the offline message otherwise [XC-12]', () => {
    expect(describeCallOutcome({ type: 'unreachable', code: -404 }, 'zh')).toBe(
      '网络错误，请稍后再试',
    )
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(describeCallOutcome({ type: 'unreachable', code: -404 }, 'zh')).toBe(
      '当前网络不可用，请联网后再操作',
    )
    // `navigator` does not exist during server-side rendering.
    vi.stubGlobal('navigator', undefined)
    expect(describeCallOutcome({ type: 'unreachable', code: -404 }, 'zh')).toBe(
      '网络错误，请稍后再试',
    )
    vi.unstubAllGlobals()
  })

  test('a server error shows 服务器异常请稍后再试 [XC-13]', () => {
    expect(describeCallOutcome({ type: 'unreadable', code: -404, status: 500 }, 'zh')).toBe(
      '服务器异常请稍后再试',
    )
    expect(describeCallOutcome({ type: 'unreadable', code: -404, status: 500 }, 'en')).toBe(
      'Server error, try again later',
    )
  })

  test('a refusal with issues shows the first issue; a conflict and an ended session show their own messages', () => {
    const issues = [
      { path: 'a', message: '请填写' },
      { path: 'b', message: '请选择' },
    ]
    const refused = { type: 'refused', status: 422, message: '有误' } as const
    expect(describeCallOutcome({ ...refused, issues }, 'zh')).toBe('请填写')
    expect(describeCallOutcome({ ...refused, issues: [] }, 'zh')).toBe('有误')
    expect(describeCallOutcome({ type: 'conflict', message: '已修改' }, 'zh')).toBe('已修改')
    expect(describeCallOutcome({ type: 'conflict', message: '' }, 'zh')).toBe(
      commonTexts.staleVersion.zh,
    )
    expect(describeCallOutcome({ type: 'signed-out', page: 'root', why: '' }, 'zh')).toBe(
      commonTexts.signedOut.zh,
    )
    expect(describeCallOutcome({ type: 'unreadable', code: -404, message: '维护中' }, 'zh')).toBe(
      '维护中',
    )
  })

  test('the message for a rate-limited call says how long to wait', () => {
    expect(describeCallOutcome({ type: 'too-many', after: 90 }, 'zh')).toBe(
      '操作过于频繁，请2分钟后再试',
    )
    expect(describeCallOutcome({ type: 'too-many', after: 5 }, 'en')).toBe(
      'Too many tries. Wait 5 s, then try again',
    )
  })
})
