import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import type { Language } from '#i18n/translate'
import { serverYear } from './china-time.ts'

dayjs.extend(utc)

// Calendar days, 'YYYY-MM-DD', have no time zone, so they are parsed and formatted in UTC.
const parseDay = (day: string) => dayjs.utc(day)
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/**
 * Formats '2026-08-20' as '8月20日 周四' or 'Thu, 20 Aug'. The year is added unless it is the current
 * one. A string that is not a date is returned unchanged.
 */
export const formatLongDay = (day: string, language: Language): string =>
  parseDay(day).year() === serverYear()
    ? formatDay(day, language, '')
    : formatFullDay(day, language)

/**
 * Like `formatLongDay`, always with the year: for text that is read elsewhere or later, such as an
 * export.
 */
export const formatFullDay = (day: string, language: Language): string =>
  formatDay(day, language, language === 'en' ? ' YYYY' : 'YYYY年')

function formatDay(day: string, language: Language, year: string): string {
  const date = parseDay(day)
  if (!date.isValid()) return day
  return language === 'en'
    ? date.format(`ddd, D MMM${year}`)
    : `${date.format(`${year}M月D日`)} ${WEEKDAYS[date.day()]}`
}

/** The day `days` days after `day`, YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  parseDay(day).add(days, 'day').format('YYYY-MM-DD')
