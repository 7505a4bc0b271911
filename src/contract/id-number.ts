import { normalizeNumberText } from './normalize.ts'

/**
 * Normalises the number of an identity document: capitals, half-width, without spaces, hyphens and
 * brackets.
 */
export const normalizeIdNumber = (typed: string): string =>
  normalizeNumberText(typed)
    .replaceAll(/[-()\u2010-\u2015]+/g, '')
    .toUpperCase()

/** Whether a normalised text can be the number of any identity document. */
export const isIdNumber = (value: string): boolean => /^[A-Z0-9]{5,18}$/.test(value)
