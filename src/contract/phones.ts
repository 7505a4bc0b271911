import * as v from 'valibot'
import { validationMessage, type LocalizedText } from '../i18n/translate.ts'
import { textCodec } from './codec.ts'
import { normalizeNumberText } from './normalize.ts'

/** A mainland mobile number: 1, then 3 to 9, then nine digits (D-38). */
export const MOBILE_PATTERN = /^1[3-9]\d{9}$/
/**
 * The mobile numbers that the household form accepts, which include 12x. The same pattern applies
 * when a number is compared with the number on record (FAM-31, D-94).
 */
export const HOUSEHOLD_PHONE_PATTERN = /^1[2-9]\d{9}$/

// The mobile numbers of the countries and regions that students come from most often. Numbers of
// other countries are only limited in length (E.164).
const FORMS_BY_PREFIX: Readonly<Record<string, RegExp>> = {
  '+852': /^\+852[4-9]\d{7}$/,
  '+853': /^\+8536\d{7}$/,
  '+886': /^\+8869\d{8}$/,
}

/**
 * Normalises a phone number. A mainland number becomes its 11 digits, as it is stored and sent; a
 * number of another country or region becomes E.164: +85291234567. Without a country code a number
 * counts as a mainland number.
 */
export const normalizePhone = (typed: string): string =>
  normalizeNumberText(typed)
    .replaceAll(/[-()\u2010-\u2015]+/g, '')
    .replace(/^(\+|00)?86(?=1\d{10}$)/, '')
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^\+8860/, '+886')

/** Whether a normalised number is a number outside the mainland, in E.164. */
export const isPhoneAbroad = (number: string): boolean =>
  /^\+(?!86\d)[1-9]\d{6,14}$/.test(number) &&
  (FORMS_BY_PREFIX[number.slice(0, 4)]?.test(number) ?? true)

/** A stored phone number in E.164: 13800000000 becomes +8613800000000. */
export const toE164 = (phone: string): string => (/^1\d{10}$/.test(phone) ? `+86${phone}` : phone)

/** A required mobile number: of the mainland by this pattern, or a number abroad. */
export const mobileNumberField = ({
  empty,
  wrong,
  pattern,
}: {
  empty: LocalizedText
  wrong: LocalizedText
  pattern: RegExp
}) =>
  textCodec(
    v.transform(normalizePhone),
    v.nonEmpty(validationMessage(empty)),
    v.check(
      (value) => value === '' || pattern.test(value) || isPhoneAbroad(value),
      validationMessage(wrong),
    ),
  )
