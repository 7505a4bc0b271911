import { isDay, isTimeOrEmpty } from '#contract/fields'

const MAX_LENGTH = 30

/**
 * Parses a typed day (or, `withTime`, a day and a time of day) in the usual spellings: 2026-09-01,
 * 2026/9/1, 2026年9月1日, 20260901; 08:30, 8：30. Returns YYYY-MM-DD (or YYYY-MM-DD HH:mm), or
 * undefined if the text is no existing day or time.
 */
export function parseDate(typed: string, withTime = false): string | undefined {
  if (typed.length > MAX_LENGTH) return undefined
  const text = typed.normalize('NFKC').trim()
  const [, year = '', month = '', date = '', rest = ''] =
    /^(\d{4})(?:[-/.年])(\d{1,2})(?:[-/.月])(\d{1,2})日?(.*)$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})(.*)$/.exec(text) ??
    []
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (!isDay(day)) return undefined
  if (!withTime) return rest === '' ? day : undefined
  const [, hour = '', minute = ''] = /^[T ]*(\d{1,2}):?(\d{2})(?::\d{2})?$/.exec(rest) ?? []
  const time = `${hour.padStart(2, '0')}:${minute}`
  return isTimeOrEmpty(time) ? `${day} ${time}` : undefined
}
