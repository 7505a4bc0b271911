import * as v from 'valibot'
import { commonWords } from '../words/common.ts'
import { say, type Text } from '../words/say.ts'
import { text } from './codec.ts'

/** Text that must not be empty. */
export const needed = (message: Text) => text(v.nonEmpty(say(message)))

/** Letters and digits: student, exam and work numbers (D-20). */
export const alphanumeric = ({ empty, wrong }: { empty: Text; wrong: Text }) =>
  text(v.nonEmpty(say(empty)), v.check((value) => value === '' || /^[A-Za-z0-9]+$/.test(value), say(wrong)))

/** 15 digits, 18 digits, or 17 digits and X; x is sent as X (ID-12, D-20). No checksum. */
export const isIdCard = (value: string): boolean => /^(\d{15}|\d{17}[\dXx])$/.test(value)

/** A day as YYYY-MM-DD that exists in the calendar. */
export const isDay = (value: string): boolean => {
  const date = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** A required day, YYYY-MM-DD. */
export const day = (empty: Text) =>
  text(v.nonEmpty(say(empty)), v.check((value) => value === '' || isDay(value), say(commonWords.badField)))

/** A required time of day, HH:mm. */
export const timeOfDay = (empty: Text) =>
  text(
    v.nonEmpty(say(empty)),
    v.check((value) => value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value), say(commonWords.badField)),
  )

/** Free text of a form; the limit guards the server, no one types that much by hand. */
export const prose = (empty: Text, limit = 500) =>
  text(v.nonEmpty(say(empty)), v.maxLength(limit, (issue) => say(tooLong(limit))(issue)))

const tooLong = (limit: number): Text => ({ zh: commonWords.tooLong.zh(limit), en: commonWords.tooLong.en(limit) })
