import { afterEach, describe, expect, test, vi } from 'vitest'
import { outcomeText } from '#app/lib/call.ts'

describe('why a call did not go well', () => {
  afterEach(() => void vi.restoreAllMocks())

  test('an answer that refuses without a word [XC-10]', () => {
    expect(outcomeText({ type: 'refused', status: 200, message: '' }, 'zh')).toBe(
      '系统故障，请联系管理员',
    )
    expect(outcomeText({ type: 'refused', status: 200, message: '迎新已结束' }, 'zh')).toBe(
      '迎新已结束',
    )
  })

  test('no answer with a network that claims to be there; without one the offline sentence [XC-12]', () => {
    expect(outcomeText({ type: 'unreachable', code: -404 }, 'zh')).toBe('网络错误，请稍后再试')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(outcomeText({ type: 'unreachable', code: -404 }, 'zh')).toBe(
      '当前网络不可用，请联网后再操作',
    )
  })

  test('a server in trouble [XC-13]', () => {
    expect(outcomeText({ type: 'unreadable', code: -404, status: 500 }, 'zh')).toBe(
      '服务器异常请稍后再试',
    )
    expect(outcomeText({ type: 'unreadable', code: -404, status: 500 }, 'en')).toBe(
      'Server error, try again later',
    )
  })

  test('too many tries name the wait', () => {
    expect(outcomeText({ type: 'too-many', after: 90 }, 'zh')).toBe('操作过于频繁，请2分钟后再试')
    expect(outcomeText({ type: 'too-many', after: 5 }, 'en')).toBe(
      'Too many tries. Wait 5 s, then try again',
    )
  })
})
