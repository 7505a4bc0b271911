/** The keys of ID numbers in responses. */
const ID_NUMBERS: ReadonlySet<string> = new Set(['idCard', 'idNumber'])

/**
 * Copies a value with every ID number blanked, at any depth: ID numbers are never stored on the
 * phone (D-105).
 */
export function redactIdNumbers<T>(value: T): T
export function redactIdNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => redactIdNumbers<unknown>(one))
  // Dates and other class instances contain no ID numbers.
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return value
  const entries = Object.entries(value)
  // The answer to a question of a campus form about an identity document has these two keys.
  const isDocument = entries.length === 2 && 'type' in value && 'number' in value
  return Object.fromEntries(
    entries.map(([key, inner]) => [
      key,
      (ID_NUMBERS.has(key) || (isDocument && key === 'number')) && typeof inner === 'string'
        ? ''
        : redactIdNumbers<unknown>(inner),
    ]),
  )
}

/**
 * Masks an ID number: '110101200801010015' becomes '110******0015', which is enough to recognise
 * the number on a screen that other people might see. The shorter number of a passport or a permit
 * becomes 'E1******78'.
 */
export const maskIdNumber = (idCard: string): string => {
  if (idCard === '') return ''
  return idCard.length < 15
    ? `${idCard.slice(0, 2)}******${idCard.slice(-2)}`
    : `${idCard.slice(0, 3)}******${idCard.slice(-4)}`
}
