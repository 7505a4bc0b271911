import * as v from 'valibot'
import { referenceDataTexts } from '../i18n/reference-data.ts'
import { validationMessage } from '../i18n/translate.ts'
import { MAX_PERIODS } from './bell-schedules.ts'
import { recordCodec, textCodec } from './codec.ts'
import { dayTextField } from './reference-data-fields.ts'

/** A bell schedule as the office edits it: one period in each line. */
export const BellScheduleValues = recordCodec({
  firstDay: dayTextField,
  periods: textCodec(
    v.check(
      (said) => parsePeriodTimes(said) !== undefined,
      validationMessage(referenceDataTexts.wrongPeriods),
    ),
  ),
})

/**
 * Parses the periods of a day as the office types them, such as `8:00-8:45，8:55-9:40`. Returns each
 * as `HH:mm-HH:mm`; undefined if a time is wrong, two periods overlap, or there are more than 14.
 */
export function parsePeriodTimes(text: string): readonly string[] | undefined {
  const parts = text
    .normalize('NFKC')
    .split(/[,;、\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const periods: string[] = []
  for (const part of parts) {
    const found = /^([01]?\d|2[0-3]):([0-5]\d) ?[-—–~至] ?([01]?\d|2[0-3]):([0-5]\d)$/.exec(part)
    if (found === null) return undefined
    const [, fromHour = '', fromMinute = '', toHour = '', toMinute = ''] = found
    const starts = `${fromHour.padStart(2, '0')}:${fromMinute}`
    const ends = `${toHour.padStart(2, '0')}:${toMinute}`
    if (starts >= ends || starts < (periods.at(-1)?.slice(6) ?? '')) return undefined
    periods.push(`${starts}-${ends}`)
  }
  return periods.length > 0 && periods.length <= MAX_PERIODS ? periods : undefined
}
