import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  formatRecentTime,
  chinaNow,
  chinaToday,
  serverYear,
  formatShortDay,
} from '#app/lib/format/china-time.ts'
import { addDays, formatLongDay, formatFullDay } from '#app/lib/format/dates.ts'
import {
  restoreServerTimeOffset,
  getServerTimeOffset,
  noteServerTime,
} from '#app/lib/platform/server-clock.ts'

const NOW = Date.parse('2026-01-01T00:30:00+08:00')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('times in China’s time zone', () => {
  test('formatted times equal those of Intl.DateTimeFormat in China’s time zone', () => {
    const inChina = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Shanghai',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    // Since the last daylight saving time in China.
    const moments = fc.date({
      min: new Date('1992-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(moments, (moment) => {
        expect(chinaNow(moment.getTime())).toBe(inChina.format(moment))
      }),
    )
  })

  test('half past midnight in China on New Year’s Day belongs to the new year', () => {
    expect([chinaNow(), chinaToday(), serverYear()]).toEqual([
      '2026-01-01 00:30:00',
      '2026-01-01',
      2026,
    ])
  })
})

describe('a formatted day', () => {
  test('a day is formatted in a long form with its weekday, and in a short form without it', () => {
    expect([formatLongDay('2026-08-20', 'zh'), formatLongDay('2026-08-20', 'en')]).toEqual([
      '8月20日 周四',
      'Thu, 20 Aug',
    ])
    expect([formatShortDay('2026-09-01', 'zh'), formatShortDay('2026/9/1', 'en')]).toEqual([
      '9月1日',
      '1 Sep',
    ])
    expect(formatShortDay('2026-09-01 10:00:00', 'zh')).toBe('9月1日')
  })

  test('a formatted day contains the year when it is not the current one; in an export it always does', () => {
    expect([formatLongDay('2025-08-20', 'zh'), formatLongDay('2027-08-20', 'en')]).toEqual([
      '2025年8月20日 周三',
      'Fri, 20 Aug 2027',
    ])
    expect([formatShortDay('2025-09-01', 'zh'), formatShortDay('2027/9/1', 'en')]).toEqual([
      '2025年9月1日',
      '1 Sep 2027',
    ])
    expect([formatFullDay('2026-08-20', 'zh'), formatFullDay('2026-08-20', 'en')]).toEqual([
      '2026年8月20日 周四',
      'Thu, 20 Aug 2026',
    ])
  })

  test('an invalid day is left unchanged', () => {
    expect([
      formatLongDay('', 'zh'),
      formatLongDay('soon', 'en'),
      formatShortDay('—', 'zh'),
    ]).toEqual(['', 'soon', '—'])
  })

  test('adding days crosses the end of months and of years', () => {
    expect(addDays('2026-12-30', 3)).toBe('2027-01-02')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  })
})

describe('a formatted moment', () => {
  test.each([
    ['2026-01-01T00:10:00+08:00', '今天 00:10', 'today 00:10'],
    ['2025-12-31T23:50:00+08:00', '昨天 23:50', 'yesterday 23:50'],
    ['2025-12-30T23:50:00+08:00', '2025年12月30日 23:50', '30 Dec 2025 23:50'],
  ])('the moment %s is formatted relative to today', (at, zh, en) => {
    expect(formatRecentTime(Date.parse(at), 'zh')).toBe(zh)
    expect(formatRecentTime(Date.parse(at), 'en')).toBe(en)
  })

  test('an invalid moment is formatted as an empty text', () => {
    for (const none of [Number.NaN, Infinity, -Infinity, 8.64e15, 1e300])
      expect(formatRecentTime(none, 'zh')).toBe('')
  })

  test('an invalid time from the server or from storage leaves the server clock unset', () => {
    for (const none of [Number.NaN, Infinity, -Infinity, 1e300]) {
      restoreServerTimeOffset(none)
      noteServerTime(none)
      expect(getServerTimeOffset()).toBeUndefined()
      expect(chinaNow()).toMatch(/^20/)
    }
  })
})
