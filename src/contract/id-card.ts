import { isDay, isIdCard } from './fields.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'

/**
 * What is wrong with an ID number that a list brings, by GB 11643: its shape, the birthday in it, or
 * its check digit. What a person types is taken as it is (ID-12); a list is where a slip of the hand
 * is found before the student stands at the door.
 */
export function findIdCardProblem(value: string): 'shape' | 'birthday' | 'digit' | undefined {
  if (!isIdCard(value)) return 'shape'
  const birthday = value.length === 15 ? `19${value.slice(6, 12)}` : value.slice(6, 14)
  if (!isDay(birthday.replace(/^(.{4})(.{2})(.{2})$/, '$1-$2-$3'))) return 'birthday'
  if (value.length === 15) return undefined
  const sum = WEIGHTS.reduce((all, weight, at) => all + weight * Number(value[at]), 0)
  return CHECKS[sum % 11] === value[17]?.toUpperCase() ? undefined : 'digit'
}

/** The gender that an ID number says, as it is stored: '1' for men, '2' for women. */
export function genderOfIdCard(value: string): '1' | '2' | undefined {
  if (!isIdCard(value)) return undefined
  const digit = Number(value.length === 15 ? value[14] : value[16])
  return digit % 2 === 1 ? '1' : '2'
}

/** The birthday that an ID number says, YYYY-MM-DD. */
export function birthdayOfIdCard(value: string): string | undefined {
  if (!isIdCard(value)) return undefined
  const digits = value.length === 15 ? `19${value.slice(6, 12)}` : value.slice(6, 14)
  return digits.replace(/^(.{4})(.{2})(.{2})$/, '$1-$2-$3')
}
