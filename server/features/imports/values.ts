import { isDay } from '#contract/fields'
import { idCardFault } from '#contract/id-card'
import { storedName, withoutMarks } from '#contract/names'
import { countOf, workNumberOf } from '#contract/plain'
import { valueTexts } from '#i18n/import-values'
import type { Text, TextTemplate } from '#i18n/translate'
import { isStorable } from '../../platform/database/storable.ts'
import type { FileFacts, Reading, Value } from './kind.ts'

type Reader = (text: string, facts?: FileFacts) => Reading

const no = (says: Text): Reading => ({ says })

/** A sentence with its values put in. */
export const filled = <V extends readonly unknown[]>(
  text: TextTemplate<V>,
  ...values: V
): Text => ({
  zh: text.zh(...values),
  en: text.en(...values),
})

/*
 * Each type has its grammar, and what does not match it is refused as it was written. Nothing joins
 * what blanks or line breaks part: two numbers in one cell are not one number, and `0:00` behind a
 * day is not part of the day.
 */

// Some programs leave the apostrophe in the cell that kept a number from being reckoned with.
const codeIn = (text: string): string => typedIn(text).replace(/^'(?=\d)/, '')

/** A cell as it is compared: wide signs are narrow, invisible marks and blanks around it are gone. */
const typedIn = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .trim()

/**
 * A decimal fraction as a spreadsheet shows it. It stores binary fractions, so 89.9 may come as
 * 89.899999999999991; only 15 significant digits mean anything.
 */
export const asShown = (typed: string): string =>
  /^\d+\.\d+$/.test(typed) && typed.replace('.', '').replace(/^0+/, '').length > 15
    ? String(Number(Number(typed).toPrecision(15)))
    : typed

/** Text for people to read: blanks around it are gone, inside of it they stay. */
export const words =
  (most = 100): Reader =>
  (text) => {
    const value = withoutMarks(text.normalize('NFC')).trim()
    if (!isStorable(value)) return no(valueTexts.badCharacters)
    return countOf(value) > most ? no(filled(valueTexts.tooLong, most)) : { value }
  }

/** A person's name, spelled as names are stored. */
export const personName =
  (most = 50): Reader =>
  (text) => {
    const value = storedName(text)
    return /[\r\n]/.test(value) ? no(valueTexts.severalNames) : words(most)(value)
  }

/**
 * A number of somebody or something: letters and digits, however wide they were typed. A program that
 * keeps numbers as fractions writes 13800000001.0.
 */
export const number =
  (most = 32): Reader =>
  (text) => {
    const value = codeIn(text).replace(/^(\d+)\.0+$/, '$1')
    if (/\s/.test(value)) return no(valueTexts.severalNumbers)
    if (!/^[A-Za-z0-9]+$/.test(value)) return no(valueTexts.notNumber)
    return value.length > most ? no(filled(valueTexts.tooLong, most)) : { value }
  }

/** A work number, which has one spelling. */
export const workNumber: Reader = (text) => {
  const read = number()(text)
  return 'value' in read ? { value: workNumberOf(String(read.value)) } : read
}

/**
 * An ID number: `x` is X, blanks may part its place, birthday and end, and its birthday and check
 * digit are right.
 */
export const idCard: Reader = (text) => {
  const typed = codeIn(text).toUpperCase()
  const value = typed.replace(/^(\d{6}) ?(\d{8}) ?(\d{3}[\dX])$/, '$1$2$3')
  switch (idCardFault(value)) {
    case 'shape':
      return no(valueTexts.idShape)
    case 'birthday':
      return no(valueTexts.idBirthday)
    case 'digit':
      return no(valueTexts.idDigit)
    case undefined:
      return { value }
  }
}

const PHONE =
  /^(?:\(?(?:\+|00)?86\)?[- \u2010-\u2015]?)?(1\d{2})[- \u2010-\u2015]?(\d{4})[- \u2010-\u2015]?(\d{4})(?:\.0+)?$/

/** A mobile number, in one piece or as 138 0000 0000, with or without the country's code. */
export const phone: Reader = (text) => {
  const [, operator = '', area = '', line = ''] = PHONE.exec(codeIn(text)) ?? []
  const value = operator + area + line
  return value === '' ? no(valueTexts.notPhone) : { value }
}

/**
 * One of some words, each of which may be spelled in several ways; the first is the one that is
 * shown. What is stored may be spelled as well.
 */
export const oneOf =
  <V extends Value>(
    choices: readonly { readonly value: V; readonly as: readonly string[] }[],
  ): Reader =>
  (text) => {
    const asked = alike(text)
    const found = choices.find(
      ({ value, as }) => as.some((one) => alike(one) === asked) || String(value) === asked,
    )
    return found === undefined
      ? no(filled(valueTexts.notOneOf, choices.map(({ as }) => as[0]).join(' / ')))
      : { value: found.value }
  }

// Blanks that only set Chinese words apart (`本 科`) are no part of them.
const alike = (text: string) =>
  typedIn(text)
    .replaceAll(/ +/g, ' ')
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    .toLowerCase()

/** Several of some words, divided by commas or the like, sorted and once each. */
export const someOf =
  (choices: readonly { readonly value: string; readonly as: readonly string[] }[]): Reader =>
  (text) => {
    const one = oneOf(choices)
    const found: string[] = []
    for (const part of parts(text)) {
      const reading = one(part)
      if ('says' in reading) return reading
      found.push(String(reading.value))
    }
    return { value: [...new Set(found)].toSorted() }
  }

/** Several names, divided by commas or the like, sorted and once each. */
export const names =
  (most = 50): Reader =>
  (text) => {
    const one = words(most)
    for (const part of parts(text)) {
      const reading = one(part)
      if ('says' in reading) return reading
    }
    return { value: [...new Set(parts(text))].toSorted() }
  }

const parts = (text: string) =>
  text
    .split(/[,，、;；|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Yes or no. */
export const yesOrNo: Reader = oneOf([
  { value: true, as: ['是', 'yes', 'true', '1', 'y', '√', '有'] },
  { value: false, as: ['否', 'no', 'false', '0', 'n', '×', '无'] },
])

/** A whole number. */
export const whole =
  (least: number, most: number): Reader =>
  (text) => {
    const typed = typedIn(text).replace(/\.0+$/, '')
    const value = Number(typed)
    return /^-?\d{1,10}$/.test(typed) && value >= least && value <= most
      ? { value }
      : no(filled(valueTexts.notWhole, least, most))
  }

const AMOUNT = /^¥? ?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(\.\d*)? ?元?$/

/** An amount in yuan, stored in fen. */
export const money =
  (mostYuan = 1_000_000): Reader =>
  (text) => {
    const [, yuan, rest = ''] = AMOUNT.exec(typedIn(text)) ?? []
    if (yuan === undefined) return no(valueTexts.notMoney)
    const typed = asShown(yuan.replaceAll(',', '') + rest)
    if (!/^\d+(\.\d{0,2}0*)?$/.test(typed)) return no(valueTexts.notMoney)
    const value = Math.round(Number(typed) * 100)
    return value > mostYuan * 100 ? no(filled(valueTexts.moneyRange, mostYuan)) : { value }
  }

/** A year of the calendar, also as 2026级 or 2026年. */
export const year: Reader = (text) => {
  const reading = whole(1990, 2100)(typedIn(text).replace(/ ?[级年届]$/, ''))
  return 'says' in reading ? reading : { value: String(reading.value) }
}

/** A day, as people write it and as spreadsheets count it, also with the midnight they add. */
export const day: Reader = (text, facts) => {
  const reading = dayAndTime(typedIn(text), facts)
  if (reading === undefined) return no(valueTexts.notDay)
  return reading.time === '00:00:00'
    ? { value: reading.day }
    : no(filled(valueTexts.timeInDay, reading.time))
}

/** A day and a time of China, stored as a moment; a day alone begins at midnight. */
export const moment: Reader = (text, facts) => {
  const reading = dayAndTime(typedIn(text), facts)
  return reading === undefined
    ? no(valueTexts.notMoment)
    : { value: new Date(`${reading.day}T${reading.time}+08:00`).toISOString() }
}

const CLOCK = /[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/

/** What a text says of a day and a time; the clock is China's. */
interface DayAndTime {
  readonly day: string
  /** HH:mm:ss */
  readonly time: string
}

function dayAndTime(typed: string, { from1904 = false }: FileFacts = {}): DayAndTime | undefined {
  if (/^\d{5}(\.\d+)?$/.test(typed)) return ofSerial(Number(typed) + (from1904 ? DAYS_TO_1904 : 0))
  const clock = CLOCK.exec(typed)
  if (clock === null) {
    const only = dayIn(typed)
    return only === undefined ? undefined : { day: only, time: '00:00:00' }
  }
  const [matched, hours = '', minutes = '', seconds = '0', zone] = clock
  const date = dayIn(typed.slice(0, -matched.length))
  if (date === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined
  const time = [hours, minutes, seconds].map((one) => one.padStart(2, '0')).join(':')
  return zone === undefined ? { day: date, time } : inChina(`${date}T${time}${zone}`)
}

// What another zone's clock shows, on China's.
function inChina(iso: string): DayAndTime | undefined {
  const at = Date.parse(iso.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  if (Number.isNaN(at)) return undefined
  const china = new Date(at + CHINA_MS).toISOString()
  return { day: china.slice(0, 10), time: china.slice(11, 19) }
}

function dayIn(typed: string): string | undefined {
  const found =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(typed)
  if (found === null) return undefined
  const [, y = '', m = '', d = ''] = found
  const value = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDay(value) ? value : undefined
}

const CHINA_MS = 8 * 3_600_000
const DAYS_TO_1904 = 1462

// Day 1 is 1900-01-01, and there is a 29 February 1900 that never was. A fraction is the time, to
// the second.
function ofSerial(serial: number): DayAndTime | undefined {
  if (serial < 20_000 || serial > 80_000) return undefined
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(serial * 86_400) * 1000)
  const iso = at.toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 19) }
}
