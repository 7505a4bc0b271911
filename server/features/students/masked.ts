/** A number of which only enough is shown to know it by. */
export const masked = (number: string): string =>
  number === '' ? '' : `${number.slice(0, 3)}****${number.slice(-4)}`

// The keys under which the words of forms have numbers.
const NUMBERS: ReadonlySet<string> = new Set(['phone', 'idNumber', 'idCard'])

/** The words of a form with every number in them masked, at any depth. */
export function withMasks(words: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      NUMBERS.has(key) && typeof value === 'string' ? masked(value) : inside(value),
    ]),
  )
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside)
  return isRecord(value) ? withMasks(value) : value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
