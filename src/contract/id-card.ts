import { isDay, isIdCard } from './fields.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'

/**
 * Validates an ID number of an import by GB 11643. Returns what is wrong (the shape, the birthday
 * or the check digit), or undefined if the number is valid. Typed ID numbers are not validated this
 * way (ID-12). Imported ones are, so that an error in the file is found before the student arrives.
 */
export function validateIdCard(value: string): 'shape' | 'birthday' | 'digit' | undefined {
  if (!isIdCard(value)) return 'shape'
  const birthday = value.length === 15 ? `19${value.slice(6, 12)}` : value.slice(6, 14)
  if (!isDay(birthday.replace(/^(.{4})(.{2})(.{2})$/, '$1-$2-$3'))) return 'birthday'
  if (value.length === 15) return undefined
  return computeCheckDigit(value) === value[17]?.toUpperCase() ? undefined : 'digit'
}

// The check digit of the first 17 digits of an ID number.
const computeCheckDigit = (digits: string) =>
  CHECKS[WEIGHTS.reduce((all, weight, at) => all + weight * Number(digits[at]), 0) % 11]

/** The number of 18 digits that replaced an ID number of 15 digits. */
export function expandIdCard(short: string): string {
  const digits = `${short.slice(0, 6)}19${short.slice(6)}`
  return `${digits}${computeCheckDigit(digits)}`
}

/**
 * The gender in an ID number, as stored: '1' for men, '2' for women; undefined if its shape is
 * wrong.
 */
export function parseGenderFromIdCard(value: string): '1' | '2' | undefined {
  if (!isIdCard(value)) return undefined
  const digit = Number(value.length === 15 ? value[14] : value[16])
  return digit % 2 === 1 ? '1' : '2'
}

/** The birthday in an ID number, YYYY-MM-DD; undefined if its shape is wrong. */
export function parseBirthdayFromIdCard(value: string): string | undefined {
  if (!isIdCard(value)) return undefined
  const digits = value.length === 15 ? `19${value.slice(6, 12)}` : value.slice(6, 14)
  return digits.replace(/^(.{4})(.{2})(.{2})$/, '$1-$2-$3')
}
