import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import type { Language } from '#words/say'
import { serverNow } from './clock.ts'

dayjs.extend(utc)

// China has one time zone and no summer time, so an offset says it all.
const inChina = (at: number) => dayjs.utc(at).utcOffset(8)
const onDay = (day: string) => dayjs.utc(day)
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']
const DAY_PATTERN: Readonly<Record<Language, string>> = { zh: 'M月D日', en: 'D MMM' }

/** A moment in China as YYYY-MM-DD HH:mm:ss; now if none is given. `at` in ms. */
export const chinaNow = (at: number = serverNow()): string =>
  inChina(at).format('YYYY-MM-DD HH:mm:ss')

/** Today in China, YYYY-MM-DD. */
export const chinaToday = (): string => chinaNow().slice(0, 10)

/** The current year in China by the server's clock (D-28, D-46). */
export const serverYear = (): number => inChina(serverNow()).year()

/** '2026-08-20' as '8月20日 周四' or 'Thu, 20 Aug'; what is no day stays as it is. */
export function longDay(day: string, language: Language): string {
  const date = onDay(day)
  if (!date.isValid()) return day
  return language === 'en'
    ? date.format('ddd, D MMM')
    : `${date.format('M月D日')} ${WEEKDAYS[date.day()]}`
}

/** '2026-08-20' as '8月20日' or '20 Aug'; what is no day stays as it is. */
export function shortDay(day: string, language: Language): string {
  const date = onDay(day)
  return date.isValid() ? date.format(DAY_PATTERN[language]) : day
}

/** When something happened, in few words: 今天 14:02, 昨天 21:05, 8月2日 19:40. `at` in ms. */
export function agoOrDate(at: number, language: Language): string {
  const when = inChina(at)
  if (!when.isValid()) return ''
  const days = inChina(serverNow()).startOf('day').diff(when.startOf('day'), 'day')
  const day =
    days === 0
      ? { zh: '今天', en: 'today' }[language]
      : days === 1
        ? { zh: '昨天', en: 'yesterday' }[language]
        : when.format(DAY_PATTERN[language])
  return `${day} ${when.format('HH:mm')}`
}

/** A day some days later, YYYY-MM-DD. */
export const daysLater = (day: string, days: number): string =>
  onDay(day).add(days, 'day').format('YYYY-MM-DD')
