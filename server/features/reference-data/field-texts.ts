import { toChinaMinute, parseChinaMinute } from '../../platform/clock.ts'

// Conversions between values of the database and the text of a form's fields.

/** A boolean as '1' or '0'. */
export const formatFlag = (value: boolean): string => (value ? '1' : '0')
/** A timestamp as a minute in China; '' for null. */
export const formatChinaMinuteOrEmpty = (at: Date | null): string =>
  at === null ? '' : toChinaMinute(at)
/** The timestamp of a minute in China; null for ''. */
export const parseChinaMinuteOrEmpty = (said: string): Date | null =>
  said === '' ? null : parseChinaMinute(said)
