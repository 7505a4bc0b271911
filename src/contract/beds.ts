import { countOf } from './plain.ts'

const MOST_BEDS = 20
const LONGEST = 20

/**
 * The beds that a text says a room has: 4 means beds 1 to 4, else their names, divided by commas.
 * Nothing when it says none, or too many.
 */
export function bedsOf(text: string): readonly string[] | undefined {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replace(/\.0+$|[人张个床]+$/gu, '')
  const names = /^\d+$/.test(typed) ? numbered(Number(typed)) : named(text)
  const isGood = names.length > 0 && names.length <= MOST_BEDS
  return isGood && names.every((name) => countOf(name) <= LONGEST) ? names : undefined
}

/** Beds as `bedsOf` reads them again. */
export const bedsText = (beds: readonly string[]): string =>
  // A number alone would say how many.
  beds.length === 1 && beds[0] !== '1' ? `${beds.join()}、` : beds.join('、')

const numbered = (count: number) =>
  Array.from({ length: Math.min(count, MOST_BEDS + 1) }, (_, nth) => String(nth + 1))

const named = (text: string) =>
  [
    ...new Set(
      text
        .normalize('NFKC')
        .split(/[,，、;；|\n]/)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ].sort()
