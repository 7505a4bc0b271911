import { isDay, isIdCard } from './fields.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'

/**
 * What is wrong with an ID number that a list brings, by GB 11643: its shape, the birthday in it, or
 * its check digit. What a person types is taken as it is (ID-12); a list is where a slip of the hand
 * is found before the student stands at the door.
 */
export function idCardFault(value: string): 'shape' | 'birthday' | 'digit' | undefined {
  if (!isIdCard(value)) return 'shape'
  const birthday = value.length === 15 ? `19${value.slice(6, 12)}` : value.slice(6, 14)
  if (!isDay(birthday.replace(/^(.{4})(.{2})(.{2})$/, '$1-$2-$3'))) return 'birthday'
  if (value.length === 15) return undefined
  const sum = WEIGHTS.reduce((all, weight, at) => all + weight * Number(value[at]), 0)
  return CHECKS[sum % 11] === value[17]?.toUpperCase() ? undefined : 'digit'
}
