import type { Language } from '#words/say'
import { serverNow } from './clock.ts'

const HOUR_MS = 3600 * 1000
const DAY_MS = 24 * HOUR_MS
const WEEKDAYS = {
  zh: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
}
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

// China has one time zone and no summer time, so an offset says it all: read in UTC, such a date
// says the time in China.
const inChina = (at: number) => new Date(at + 8 * HOUR_MS)
const onDay = (day: string) => {
  const [, year, month, date] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(day) ?? []
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
}
const isValid = (date: Date) => !Number.isNaN(date.getTime())

/** A moment in China as YYYY-MM-DD HH:mm:ss; now if none is given. `at` in ms. */
export const chinaNow = (at: number = serverNow()): string =>
  inChina(at).toISOString().slice(0, 19).replace('T', ' ')

/** Today in China, YYYY-MM-DD. */
export const chinaToday = (): string => chinaNow().slice(0, 10)

/** The current year in China by the server's clock (D-28, D-46). */
export const serverYear = (): number => inChina(serverNow()).getUTCFullYear()

/** '2026-08-20' as '8月20日 周四' or 'Thu, 20 Aug'; what is no day stays as it is. */
export function longDay(day: string, language: Language): string {
  const date = onDay(day)
  if (!isValid(date)) return day
  const weekday = WEEKDAYS[language][date.getUTCDay()]
  return language === 'en'
    ? `${weekday}, ${monthAndDay(date, language)}`
    : `${monthAndDay(date, language)} ${weekday}`
}

/** '2026-08-20' as '8月20日' or '20 Aug'; what is no day stays as it is. */
export function shortDay(day: string, language: Language): string {
  const date = onDay(day)
  return isValid(date) ? monthAndDay(date, language) : day
}

/** When something happened, in few words: 今天 14:02, 昨天 21:05, 8月2日 19:40. `at` in ms. */
export function agoOrDate(at: number, language: Language): string {
  if (!isValid(inChina(at))) return ''
  const days = dayNumber(serverNow()) - dayNumber(at)
  const day =
    days === 0
      ? { zh: '今天', en: 'today' }[language]
      : days === 1
        ? { zh: '昨天', en: 'yesterday' }[language]
        : monthAndDay(inChina(at), language)
  return `${day} ${chinaNow(at).slice(11, 16)}`
}

/** A day some days later, YYYY-MM-DD. */
export const daysLater = (day: string, days: number): string =>
  new Date(onDay(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)

// Days since 1970 in China.
const dayNumber = (at: number) => Math.floor(inChina(at).getTime() / DAY_MS)

function monthAndDay(date: Date, language: Language): string {
  const [month, day] = [date.getUTCMonth(), date.getUTCDate()]
  return language === 'en' ? `${day} ${MONTHS[month]}` : `${month + 1}月${day}日`
}
