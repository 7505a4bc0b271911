/**
 * What a hand types for a number, or a copy brings: full-width letters, blanks and invisible marks
 * make no difference.
 */
export const normalizeNumberText = (typed: string): string =>
  typed.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, '')

/** A work number in its one spelling, whatever case was typed, imported, or said by the university. */
export const normalizeWorkNumber = (typed: string): string =>
  normalizeNumberText(typed).toUpperCase()

/** A mainland mobile number, however it is divided and with or without the country's code. */
export const normalizePhone = (typed: string): string =>
  normalizeNumberText(typed)
    .replace(/[-()\u2010-\u2015]+/g, '')
    .replace(/^(\+|00)?86(?=1\d{10}$)/, '')

/** An amount of money, with or without its sign and the commas between thousands. */
export function normalizeAmount(typed: string): string {
  const amount = normalizeNumberText(typed).replace(/^¥|元$/g, '')
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(amount) ? amount.replaceAll(',', '') : amount
}

/**
 * How many characters a text has, as a reader counts them: without the blanks around it, and a sign
 * of two parts as one.
 */
export const countCharacters = (typed: string): number => [...typed.trim()].length

/**
 * Can PostgreSQL keep this text? It has no U+0000, and half of a surrogate pair is no character in any
 * encoding.
 */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !LONE.test(text)
// Without looking behind, which phones of a few years ago cannot.
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/
