/**
 * Masks a phone number so that its owner still recognizes it: 138****0000, +852****67. Outside the
 * mainland numbers are shorter, so fewer digits remain.
 */
export const maskPhone = (phone: string): string => {
  if (phone === '') return ''
  return phone.startsWith('+')
    ? `${phone.slice(0, 4)}****${phone.slice(-2)}`
    : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/**
 * Masks the number of an identity document: 110****5. A mainland number consists of a county code,
 * the birthday, three digits and a check digit. If the last four digits were visible, everybody who
 * knows the birthday and the county would know the whole number. The number of a passport or a permit
 * is shorter and keeps one character at each end: E****8.
 */
export const maskIdCard = (idCard: string): string =>
  idCard === '' ? '' : `${idCard.slice(0, idCard.length < 15 ? 1 : 3)}****${idCard.slice(-1)}`

const ID_CARD = /(?<!\d)(?:\d{17}[\dXx]|\d{15})(?!\d)/g
// The permits and passports that begin with letters. A number of eight to ten digits is not masked,
// because student numbers have the same form.
const LETTERED = /(?<![A-Z\d])[A-Z]{1,3}\d{7,12}(?!\d)/gi
const PHONE = /(?<!\d)1[3-9]\d{9}(?!\d)/g
const PHONE_ABROAD = /\+[1-9]\d{6,14}(?!\d)/g

/** Masks every ID number and phone number in a text that is recognizable by its form. */
export const maskNumbersIn = (text: string): string =>
  maskDigitsIn(text.replace(LETTERED, maskIdCard))

/**
 * Masks mainland ID numbers and phone numbers in a text. Numbers with letters remain, because they
 * can be student numbers or references of payments.
 */
export const maskDigitsIn = (text: string): string =>
  text.replace(ID_CARD, maskIdCard).replace(PHONE_ABROAD, maskPhone).replace(PHONE, maskPhone)

/**
 * The forms of the numbers that `maskNumbersIn` masks, as a regular expression that PostgreSQL reads
 * as well, without regard to case.
 */
export const maskedNumberPattern = [LETTERED, ID_CARD, PHONE_ABROAD, PHONE]
  .map(({ source }) => source)
  .join('|')
