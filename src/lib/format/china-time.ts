import type { Language } from '#i18n/translate'
import { toServerTime, isValidTimestamp, serverNow } from '../platform/server-clock.ts'
import { formatChinaTime } from './china-clock.ts'

// Formats times (ms since the epoch) in China's time zone, and days in short form. China has one
// time zone and no daylight saving time, so the file does not need the date library of dates.ts.
// Every first visit and the timetable load this file, which is 3 KB smaller without the library.

const DAY_MS = 24 * 3_600_000

/** A time in China as YYYY-MM-DD HH:mm:ss; the current one by default. `at`: ms since the epoch. */
export const chinaNow = (at: number = serverNow()): string => formatChinaTime(at)

/** Today in China, YYYY-MM-DD. */
export const chinaToday = (): string => chinaNow().slice(0, 10)

/** The current year in China by the server's clock (D-28, D-46). */
export const serverYear = (): number => Number(chinaNow().slice(0, 4))

/**
 * A past time in short form: 今天 14:02, 昨天 21:05, 8月2日 19:40. `at`: ms since the epoch by the
 * server's clock; '' if it is not a valid time.
 */
export function formatRecentTime(at: number, language: Language): string {
  if (!isValidTimestamp(at)) return ''
  const when = chinaNow(at)
  const isOf = (moment: number) => when.slice(0, 10) === chinaNow(moment).slice(0, 10)
  const day = isOf(serverNow())
    ? { zh: '今天', en: 'today' }[language]
    : isOf(serverNow() - DAY_MS)
      ? { zh: '昨天', en: 'yesterday' }[language]
      : formatShortDay(when, language)
  return `${day} ${when.slice(11, 16)}`
}

/** Like `formatRecentTime`, for a time by this phone's clock, ms since the epoch. */
export const formatRecentPhoneTime = (at: number, language: Language): string =>
  formatRecentTime(toServerTime(at), language)

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * Formats '2026-08-20' as '8月20日' or '20 Aug'. The year is added unless it is the current one, so
 * that a date written under a wrong clock is noticed; `withYear` adds it always. A string that is not
 * a date is returned unchanged.
 */
export function formatShortDay(
  day: string,
  language: Language,
  { withYear = false }: { readonly withYear?: boolean } = {},
): string {
  const [, year = '', month = '', date = ''] =
    /^(\d{4})\D(\d{1,2})\D(\d{1,2})(?!\d)/.exec(day) ?? []
  const name = MONTHS[Number(month) - 1]
  if (name === undefined) return day
  const hasYear = withYear || year !== String(serverYear())
  return language === 'en'
    ? `${Number(date)} ${name}${hasYear ? ` ${year}` : ''}`
    : `${hasYear ? `${year}年` : ''}${Number(month)}月${Number(date)}日`
}
