/** Masks a phone number so that its owner still recognizes it: 138****0000. */
export const maskPhone = (phone: string): string =>
  phone === '' ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`

/**
 * Masks the number of an identity document: 110****5. A mainland number consists of a county code,
 * the birthday, three digits and a check digit. If the last four digits were visible, everybody who
 * knows the birthday and the county would know the whole number.
 */
export const maskIdCard = (idCard: string): string =>
  idCard === '' ? '' : `${idCard.slice(0, 3)}****${idCard.slice(-1)}`

const ID_CARD = /(?<!\d)(?:\d{17}[\dXx]|\d{15})(?!\d)/g
const PHONE = /(?<!\d)1[3-9]\d{9}(?!\d)/g

/** Masks every mainland ID number and phone number in a text. */
export const maskNumbersIn = (text: string): string =>
  text.replace(ID_CARD, maskIdCard).replace(PHONE, maskPhone)
