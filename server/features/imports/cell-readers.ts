import { isDay } from '#contract/fields'
import { ID_DOCUMENT_TYPES, recognizeIdDocument, validateIdNumber } from '#contract/id-document'
import { isIdNumber, normalizeIdNumber } from '#contract/id-number'
import { normalizeName, stripInvisibleMarks } from '#contract/names'
import { countCharacters, normalizeWorkNumber } from '#contract/normalize'
import { isPhoneAbroad, normalizePhone } from '#contract/phones'
import { importValueTexts } from '#i18n/import-values'
import { fillTemplateText, type LocalizedText } from '#i18n/translate'
import { isStorable } from '../../platform/database/queries/storable.ts'
import type { ImportFileFacts, CellReadResult, CellValue } from './import-kind.ts'

type CellReader = (text: string, facts?: ImportFileFacts) => CellReadResult

const rejectCell = (says: LocalizedText): CellReadResult => ({ says })

/* Each type has a grammar, and a cell that does not match it is refused unchanged. Spaces and line
   breaks are never removed to join parts: two numbers in one cell are not one number, and `0:00`
   after a day is not part of the day. */

// Some programs leave an apostrophe in the cell, which marks a number as text.
const codeIn = (text: string): string => normalizeCell(text).replace(/^'(?=[\d+])/, '')

/** Normalizes a cell: full-width to half-width, without invisible characters and outer spaces. */
const normalizeCell = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .trim()

/**
 * Rounds a decimal fraction to 15 significant digits, as a spreadsheet shows it. Spreadsheets store
 * binary fractions, so the file can contain 89.899999999999991 for 89.9.
 */
export const roundToShownDigits = (typed: string): string =>
  /^\d+\.\d+$/.test(typed) && typed.replace('.', '').replace(/^0+/, '').length > 15
    ? String(Number(Number(typed).toPrecision(15)))
    : typed

/** Reads text. Outer spaces are removed, and inner spaces are kept. */
export const textUpTo =
  (most = 100): CellReader =>
  (text) => {
    const value = stripInvisibleMarks(text.normalize('NFC')).trim()
    if (!isStorable(value)) return rejectCell(importValueTexts.badCharacters)
    return countCharacters(value) > most
      ? rejectCell(fillTemplateText(importValueTexts.tooLong, most))
      : { value }
  }

/** Reads a person's name in the normalized form in which names are stored. */
export const personNameCell =
  (most = 50): CellReader =>
  (text) => {
    const value = normalizeName(text)
    return /[\r\n]/.test(value) ? rejectCell(importValueTexts.severalNames) : textUpTo(most)(value)
  }

/**
 * Reads an identifier of letters and digits, half-width or full-width. A trailing `.0`, which some
 * programs add to numbers (13800000001.0), is removed.
 */
export const identifierCell =
  (most = 32): CellReader =>
  (text) => {
    const value = codeIn(text).replace(/^(\d+)\.0+$/, '$1')
    if (/\s/.test(value)) return rejectCell(importValueTexts.severalNumbers)
    if (!/^[A-Za-z0-9]+$/.test(value)) return rejectCell(importValueTexts.notNumber)
    return value.length > most
      ? rejectCell(fillTemplateText(importValueTexts.tooLong, most))
      : { value }
  }

/** Reads a work number, normalized to capitals. */
export const workNumberCell: CellReader = (text) => {
  const read = identifierCell()(text)
  return 'value' in read ? { value: normalizeWorkNumber(String(read.value)) } : read
}

/**
 * Reads the number of an identity document. Spaces can separate its parts. The birthday and the check
 * digit must be valid if the form has them; `checkIdNumber` compares the form with the type.
 */
export const idNumberCell: CellReader = (text) => {
  const typed = codeIn(text).replace(/^(\d+)\.0+$/, '$1')
  if (/[\r\n]/.test(typed)) return rejectCell(importValueTexts.severalNumbers)
  const value = normalizeIdNumber(typed)
  if (!isIdNumber(value)) return rejectCell(importValueTexts.idShape)
  const wrong = value.length < 15 ? undefined : checkIdNumber(undefined, value)
  return wrong === undefined ? { value } : rejectCell(wrong)
}

/**
 * Verifies the number of an identity document. Without a type the type is recognized by the form of
 * the number. Returns the issue, or undefined if the number is valid.
 */
export function checkIdNumber(type: unknown, number: string): LocalizedText | undefined {
  const known = ID_DOCUMENT_TYPES.find((one) => one === type)
  const own = known ?? recognizeIdDocument(number)?.type
  const wrong = own === undefined ? 'shape' : validateIdNumber(own, number)
  switch (wrong) {
    case 'shape':
      return known === undefined ? importValueTexts.idShape : importValueTexts.idShapeOfType
    case 'birthday':
      return importValueTexts.idBirthday
    case 'digit':
      return importValueTexts.idDigit
    case undefined:
      return undefined
  }
}

const MAINLAND_PHONE =
  /^(?:\(?(?:\+|00)?86\)?[- \u2010-\u2015]?)?(1\d{2})[- \u2010-\u2015]?(\d{4})[- \u2010-\u2015]?(\d{4})(?:\.0+)?$/
// Each digit has its own separators, so that a long text cannot be matched in many ways.
const PHONE_ABROAD = /^\(?(?:\+|00)[1-9]\d{0,3}(?:[- ()\u2010-\u2015]{0,2}\d)+$/

/**
 * Reads a mobile number: of the mainland, such as 13800000000 or 138 0000 0000, with or without
 * country code; of another country or region with its code, such as +852 9123 4567.
 */
export const phoneCell: CellReader = (text) => {
  const typed = codeIn(text)
  const [, operator = '', area = '', line = ''] = MAINLAND_PHONE.exec(typed) ?? []
  const value = operator + area + line
  if (value !== '') return { value }
  const abroad = PHONE_ABROAD.test(typed) ? normalizePhone(typed) : ''
  return isPhoneAbroad(abroad) ? { value: abroad } : rejectCell(importValueTexts.notPhone)
}

/**
 * Reads one of several choices. Each choice has several accepted texts, of which the first is
 * shown. The stored value is accepted as well.
 */
export const choiceCell =
  <V extends CellValue>(
    choices: readonly { readonly value: V; readonly as: readonly string[] }[],
  ): CellReader =>
  (text) => {
    const asked = normalizeChoice(text)
    const found = choices.find(
      ({ value, as }) =>
        as.some((one) => normalizeChoice(one) === asked) || String(value) === asked,
    )
    return found === undefined
      ? rejectCell(
          fillTemplateText(importValueTexts.notOneOf, choices.map(({ as }) => as[0]).join(' / ')),
        )
      : { value: found.value }
  }

// Spaces between Chinese characters (`本 科`) are ignored.
const normalizeChoice = (text: string) =>
  normalizeCell(text)
    .replaceAll(/ +/g, ' ')
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
    .toLowerCase()

/** Reads several choices, separated by commas or similar, sorted and without duplicates. */
export const choiceListCell =
  (choices: readonly { readonly value: string; readonly as: readonly string[] }[]): CellReader =>
  (text) => {
    const one = choiceCell(choices)
    const found: string[] = []
    for (const part of parts(text)) {
      const reading = one(part)
      if ('says' in reading) return reading
      found.push(String(reading.value))
    }
    return { value: [...new Set(found)].toSorted() }
  }

/** Reads several names, separated by commas or similar, sorted and without duplicates. */
export const nameListCell =
  (most = 50): CellReader =>
  (text) => {
    const one = textUpTo(most)
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

/** Reads yes or no. */
export const yesNoCell: CellReader = choiceCell([
  { value: true, as: ['是', 'yes', 'true', '1', 'y', '√', '有'] },
  { value: false, as: ['否', 'no', 'false', '0', 'n', '×', '无'] },
])

/** Reads a whole number. */
export const wholeNumberCell =
  (least: number, most: number): CellReader =>
  (text) => {
    const typed = normalizeCell(text).replace(/\.0+$/, '')
    const value = Number(typed)
    return /^-?\d{1,10}$/.test(typed) && value >= least && value <= most
      ? { value }
      : rejectCell(fillTemplateText(importValueTexts.notWhole, least, most))
  }

const AMOUNT = /^¥? ?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(\.\d*)? ?元?$/

/** Reads an amount in yuan, stored in fen. */
export const moneyCell =
  (mostYuan = 1_000_000): CellReader =>
  (text) => {
    const [, yuan, rest = ''] = AMOUNT.exec(normalizeCell(text)) ?? []
    if (yuan === undefined) return rejectCell(importValueTexts.notMoney)
    const typed = roundToShownDigits(yuan.replaceAll(',', '') + rest)
    if (!/^\d+(\.\d{0,2}0*)?$/.test(typed)) return rejectCell(importValueTexts.notMoney)
    const value = Math.round(Number(typed) * 100)
    return value > mostYuan * 100
      ? rejectCell(fillTemplateText(importValueTexts.moneyRange, mostYuan))
      : { value }
  }

/** Reads a calendar year; 2026级 and 2026年 are also accepted. */
export const yearCell: CellReader = (text) => {
  const reading = wholeNumberCell(1990, 2100)(normalizeCell(text).replace(/ ?[级年届]$/, ''))
  return 'says' in reading ? reading : { value: String(reading.value) }
}

/**
 * Reads a day, in common formats or as a spreadsheet's serial number. Midnight can follow the day.
 */
export const dayCell: CellReader = (text, facts) => {
  const reading = dayAndTime(normalizeCell(text), facts)
  if (reading === undefined) return rejectCell(importValueTexts.notDay)
  return reading.time === '00:00:00'
    ? { value: reading.day }
    : rejectCell(fillTemplateText(importValueTexts.timeInDay, reading.time))
}

/** Reads a day and time in China, stored as a timestamp. A day without a time means midnight. */
export const timestampCell: CellReader = (text, facts) => {
  const reading = dayAndTime(normalizeCell(text), facts)
  return reading === undefined
    ? rejectCell(importValueTexts.notMoment)
    : { value: new Date(`${reading.day}T${reading.time}+08:00`).toISOString() }
}

const CLOCK = /[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/

/** A day and time in China. */
interface DayAndTime {
  readonly day: string
  /** The time of day, HH:mm:ss. */
  readonly time: string
}

function dayAndTime(
  typed: string,
  { from1904 = false }: ImportFileFacts = {},
): DayAndTime | undefined {
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

// Converts an ISO time with another zone to China's time.
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

// Converts a spreadsheet's serial number of a day. Day 1 is 1900-01-01, and spreadsheets also count
// 29 February 1900, which did not exist. The fraction is the time of day.
function ofSerial(serial: number): DayAndTime | undefined {
  if (serial < 20_000 || serial > 80_000) return undefined
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(serial * 86_400) * 1000)
  const iso = at.toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 19) }
}
