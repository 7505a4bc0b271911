import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage, type LocalizedText, fillTemplateText } from '../i18n/translate.ts'
import { lazyCodec, textCodec } from './codec.ts'
import { countCharacters, isStorableText, normalizeNumberText } from './normalize.ts'

/** Required text. The limit, in characters, protects the server. */
export const requiredTextField = (message: LocalizedText, limit = 100) =>
  textCodec(v.nonEmpty(validationMessage(message)), maxCharacters(limit))

/** A required number or code as text. It is normalised (`normalizeNumberText`). */
export const requiredNumberTextField = (message: LocalizedText, limit = 100) =>
  textCodec(
    v.transform(normalizeNumberText),
    v.nonEmpty(validationMessage(message)),
    maxCharacters(limit),
  )

/** Letters and digits: student, exam and work numbers (D-20). */
export const alphanumericField = ({
  empty,
  wrong,
}: {
  empty: LocalizedText
  wrong: LocalizedText
}) =>
  textCodec(
    v.transform(normalizeNumberText),
    v.nonEmpty(validationMessage(empty)),
    v.check((value) => value === '' || /^[A-Za-z0-9]+$/.test(value), validationMessage(wrong)),
  )

/**
 * Whether a text has the form of an ID number: 15 digits, 18 digits, or 17 digits and X. A final x
 * is sent as X (ID-12, D-20). The check digit is not verified.
 */
export const isIdCard = (value: string): boolean => /^(\d{15}|\d{17}[\dXx])$/.test(value)

/** Whether a text is an existing day, YYYY-MM-DD. */
export const isDay = (value: string): boolean => {
  const date = new Date(`${value}T00:00:00Z`)
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(value)
  )
}

/** Whether a text is a day, YYYY-MM-DD, or ''. Another rule reports ''. */
export const isDayOrEmpty = (value: string): boolean => value === '' || isDay(value)

/** Whether a text is a time of day, HH:mm, or ''. */
export const isTimeOrEmpty = (value: string): boolean =>
  value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value)

/** A required day, YYYY-MM-DD. */
export const dayField = (empty: LocalizedText) =>
  textCodec(
    v.nonEmpty(validationMessage(empty)),
    v.check(isDayOrEmpty, validationMessage(commonTexts.badField)),
  )

/** A required time of day, HH:mm. */
export const timeOfDayField = (empty: LocalizedText) =>
  textCodec(
    v.nonEmpty(validationMessage(empty)),
    v.check(isTimeOrEmpty, validationMessage(commonTexts.badField)),
  )

/**
 * A day, YYYY-MM-DD, read leniently: a time after the day is dropped; '' if the text is not a day.
 */
export const lenientDayField = read((wire) => {
  const day = wire.slice(0, 10).replaceAll('/', '-')
  return isDay(day) ? day : ''
})

/**
 * A time of day, HH:mm, read leniently: seconds are dropped. Other campuses store other texts in
 * this field; they are returned unchanged.
 */
export const lenientTimeField = read((wire) =>
  /^\d\d:\d\d:\d\d/.test(wire) ? wire.slice(0, 5) : wire,
)

// Data of the campus is read leniently; only written data is validated.
function read(clean: (wire: string) => string) {
  return lazyCodec<string>({
    decode: () => v.pipe(textCodec().decode, v.transform(clean)),
    encode: (value) => value,
    schema: () => v.string(),
  })
}

/**
 * Required free text of a form. The limit, in characters, protects the server; it is longer than
 * what people type.
 */
export const longTextField = (empty: LocalizedText, limit = 500) => requiredTextField(empty, limit)

/** At most `limit` characters, counted as forms count them, all of which PostgreSQL can store. */
export function maxCharacters(limit: number) {
  const long = validationMessage(tooLong(limit))
  const unstorable = validationMessage(commonTexts.badCharacters)
  // One check instead of two: if a first check failed, a schema after it would hide the issues of
  // the other keys of the record.
  return v.check(
    (value: string) => isStorableText(value) && countCharacters(value) <= limit,
    (issue) => (isStorableText(issue.input) ? long : unstorable)(issue),
  )
}

function tooLong(limit: number): LocalizedText {
  return fillTemplateText(commonTexts.tooLong, limit)
}

/** One of the given codes; `missing` is the error for any other value. */
export const choiceField = <const Codes extends readonly string[]>(
  codes: Codes,
  missing: LocalizedText,
) => textCodec(v.picklist(codes, validationMessage(missing)))

/**
 * Money: decimal yuan as text on the wire, whole fen in the code. The conversion works on the text
 * and never on a float (D-110).
 */
export const fenField = fenSpelled({
  pattern: /^-?\d+(\.\d{1,2})?$/,
  read: parseYuan,
  write: formatYuan,
})

/** Money that is text in whole fen on the wire (FEE-39). */
export const fenTextField = fenSpelled({ pattern: /^\d{1,12}$/, read: Number, write: String })

// An amount in fen whose text on the wire has this pattern. A JSON number is read as its text.
function fenSpelled({
  pattern,
  read,
  write,
}: {
  pattern: RegExp
  read: (text: string) => number
  write: (fen: number) => string
}) {
  return lazyCodec<number>({
    decode: () =>
      v.pipe(
        v.union([v.string(), v.number()], validationMessage(commonTexts.badField)),
        v.transform(String),
        v.trim(),
        v.regex(pattern, validationMessage(commonTexts.badField)),
        v.transform(read),
      ),
    encode: write,
    schema: () => v.pipe(v.number(), v.integer()),
  })
}

/** Parses decimal yuan text as fen: '12.5' is 1250. */
export function parseYuan(yuan: string): number {
  const [whole = '0', decimals = ''] = yuan.replace('-', '').split('.')
  const fen = Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2))
  return yuan.startsWith('-') ? -fen : fen
}

/** Formats fen as decimal yuan text with two places: 1250 is '12.50'. */
export function formatYuan(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
