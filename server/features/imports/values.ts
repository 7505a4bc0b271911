import { isDay } from '#contract/fields'
import { idCardFault } from '#contract/id-card'
import { countOf, plain, plainAmount, plainPhone } from '#contract/plain'
import { valueWords } from '#words/import-values'
import type { Text, TextOf } from '#words/say'
import { isStorable } from '../../platform/database/storable.ts'
import type { Reading, Value } from './kind.ts'

type Reader = (text: string) => Reading

const no = (says: Text): Reading => ({ says })

/** A sentence with its values put in. */
export const filled = <V extends readonly unknown[]>(text: TextOf<V>, ...values: V): Text => ({
  zh: text.zh(...values),
  en: text.en(...values),
})

/** Text for people to read: blanks around it are gone, inside of it they stay. */
export const words =
  (most = 100): Reader =>
  (text) => {
    const value = text.normalize('NFC').trim()
    if (!isStorable(value)) return no(valueWords.badCharacters)
    return countOf(value) > most ? no(filled(valueWords.tooLong, most)) : { value }
  }

/** A number of somebody or something: letters and digits, however wide they were typed. */
export const number =
  (most = 32): Reader =>
  (text) => {
    const value = plain(text)
    if (!/^[A-Za-z0-9]+$/.test(value)) return no(valueWords.notNumber)
    return value.length > most ? no(filled(valueWords.tooLong, most)) : { value }
  }

/** An ID number: blanks gone, `x` is X, and its birthday and check digit are right. */
export const idCard: Reader = (text) => {
  const value = plain(text).toUpperCase()
  switch (idCardFault(value)) {
    case 'shape':
      return no(valueWords.idShape)
    case 'birthday':
      return no(valueWords.idBirthday)
    case 'digit':
      return no(valueWords.idDigit)
    case undefined:
      return { value }
  }
}

/** A mobile number, however it is divided. */
export const phone: Reader = (text) => {
  const value = plainPhone(text)
  return /^1\d{10}$/.test(value) ? { value } : no(valueWords.notPhone)
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
      ? no(filled(valueWords.notOneOf, choices.map(({ as }) => as[0]).join(' / ')))
      : { value: found.value }
  }

const alike = (text: string) => plain(text).toLowerCase()

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
    const typed = plain(text).replace(/\.0+$/, '')
    const value = Number(typed)
    return /^-?\d{1,10}$/.test(typed) && value >= least && value <= most
      ? { value }
      : no(filled(valueWords.notWhole, least, most))
  }

/** An amount in yuan, stored in fen. */
export const money =
  (mostYuan = 1_000_000): Reader =>
  (text) => {
    const typed = plainAmount(text)
    if (!/^\d{1,9}(\.\d{0,2}0*)?$/.test(typed)) return no(valueWords.notMoney)
    const value = Math.round(Number(typed) * 100)
    return value > mostYuan * 100 ? no(filled(valueWords.moneyRange, mostYuan)) : { value }
  }

/** A year of the calendar, also as 2026级 or 2026年. */
export const year: Reader = (text) => {
  const reading = whole(1990, 2100)(plain(text).replace(/[级年届]$/, ''))
  return 'says' in reading ? reading : { value: String(reading.value) }
}

/** A day, as people write it and as spreadsheets count it. */
export const day: Reader = (text) => {
  const value = dayIn(plain(text).replace(/T?00:00(:00(\.000)?)?Z?$/, ''))
  return value === undefined ? no(valueWords.notDay) : { value }
}

function dayIn(typed: string): string | undefined {
  if (/^\d{5}(\.0+)?$/.test(typed)) return dayOfSerial(Number(typed))
  const found =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(typed) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(typed)
  if (found === null) return undefined
  const [, y = '', m = '', d = ''] = found
  const value = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isDay(value) ? value : undefined
}

// Day 1 is 1900-01-01, and there is a 29 February 1900 that never was.
function dayOfSerial(serial: number): string | undefined {
  const value = new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000)
  return serial >= 20_000 && serial <= 80_000 ? value.toISOString().slice(0, 10) : undefined
}

/** A day and a time of China, stored as a moment; a day alone begins at midnight. */
export const moment: Reader = (text) => {
  const typed = text.normalize('NFKC').trim()
  if (/^\d{5}(\.\d+)?$/.test(typed)) {
    const minutes = Math.round((Number(typed) % 1) * 1440)
    return momentOf(dayOfSerial(Number(typed)), Math.floor(minutes / 60), minutes % 60)
  }
  const found = /^(.*?\d日?)(?:[T\s]+(\d{1,2})[:：](\d{2})(?:[:：]\d{2}(?:\.\d+)?)?)?Z?$/.exec(
    typed,
  )
  if (found === null) return no(valueWords.notMoment)
  return momentOf(dayIn(plain(found[1] ?? '')), Number(found[2] ?? 0), Number(found[3] ?? 0))
}

function momentOf(date: string | undefined, hours: number, minutes: number): Reading {
  if (date === undefined || hours > 23 || minutes > 59) return no(valueWords.notMoment)
  const at = (n: number) => String(n).padStart(2, '0')
  return { value: new Date(`${date}T${at(hours)}:${at(minutes)}:00+08:00`).toISOString() }
}
