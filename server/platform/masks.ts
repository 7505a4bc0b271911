/** A telephone number of which only enough is shown to know it by: 138****0000. */
export const maskPhone = (phone: string): string =>
  phone === '' ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`

/**
 * The number of an identity document, of which only enough is shown to know it by: 110****5. A
 * mainland number ends with a birthday, three digits and a check digit: where its last four are
 * shown, whoever knows the birthday and the county knows all of it.
 */
export const maskIdCard = (idCard: string): string =>
  idCard === '' ? '' : `${idCard.slice(0, 3)}****${idCard.slice(-1)}`

const ID_CARD = /(?<!\d)(?:\d{17}[\dXx]|\d{15})(?!\d)/g
const PHONE = /(?<!\d)1[3-9]\d{9}(?!\d)/g

/** A text in which every number of a mainland identity document or telephone is masked. */
export const maskNumbersIn = (text: string): string =>
  text.replace(ID_CARD, maskIdCard).replace(PHONE, maskPhone)
