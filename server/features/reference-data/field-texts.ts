import { chinaMinute, parseChinaMinute } from '../../platform/clock.ts'

// Between what the database has and the text that a form shows.

/** Yes as '1', no as '0'. */
export const flagText = (value: boolean): string => (value ? '1' : '0')
/** A moment as a minute in China; '' for none. */
export const minuteText = (at: Date | null): string => (at === null ? '' : chinaMinute(at))
/** The moment of a minute in China; none for ''. */
export const minuteOf = (said: string): Date | null => (said === '' ? null : parseChinaMinute(said))
