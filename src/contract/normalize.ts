/**
 * Normalises a typed or copied number: full-width characters become half-width, and spaces and
 * invisible characters are removed.
 */
export const normalizeNumberText = (typed: string): string =>
  typed.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, '')

/**
 * Normalises a work number to upper case, whether typed, imported, or received from the university.
 */
export const normalizeWorkNumber = (typed: string): string =>
  normalizeNumberText(typed).toUpperCase()

/** Normalises an amount of money: removes the currency sign and the commas between thousands. */
export function normalizeAmount(typed: string): string {
  const amount = normalizeNumberText(typed).replace(/^¥|元$/g, '')
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(amount) ? amount.replaceAll(',', '') : amount
}

/**
 * The number of characters of a text as a reader counts them: surrounding spaces are not counted,
 * and a surrogate pair counts as one.
 */
export const countCharacters = (typed: string): number => [...typed.trim()].length

/**
 * Whether PostgreSQL can store a text: it rejects U+0000. Half of a surrogate pair is rejected too,
 * because no encoding can represent it.
 */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !LONE.test(text)
// Without a lookbehind, which browsers of a few years ago do not support.
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/
