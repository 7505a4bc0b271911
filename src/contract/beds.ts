import { countCharacters } from './normalize.ts'

const MOST_BEDS = 20
const LONGEST = 20

/**
 * Parses the beds of a room. '4' means beds 1 to 4; any other text is a list of bed names,
 * separated by commas. Returns undefined for no bed, too many beds, or a duplicate.
 */
export function parseBeds(text: string): readonly string[] | undefined {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replace(/\.0+$|[人张个床]+$/gu, '')
  const names = /^\d+$/.test(typed) ? numbered(Number(typed)) : named(text)
  const isGood =
    names.length > 0 && names.length <= MOST_BEDS && new Set(names).size === names.length
  return isGood && names.every((name) => countCharacters(name) <= LONGEST) ? names : undefined
}

/** Formats beds so that `parseBeds` reads the same beds. */
export const formatBeds = (beds: readonly string[]): string =>
  // A single bed name gets a trailing separator, because `parseBeds` reads a single number as the
  // number of beds.
  beds.length === 1 && beds[0] !== '1' ? `${beds.join()}、` : beds.join('、')

const numbered = (count: number) =>
  Array.from({ length: Math.min(count, MOST_BEDS + 1) }, (_, nth) => String(nth + 1))

const named = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .split(/[,，、;；|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .sort()

const NUMERALS = '零一二三四五六七八九十'
const OTHER_NUMERALS: Readonly<Record<string, number>> = { 单: 1, 双: 2, 两: 2 }

/**
 * The number of beds in a dormitory type's name, such as 双人间 or 6人间; undefined if the name contains
 * none.
 */
export function parseCapacityFromDormTypeName(typeName: string): number | undefined {
  const [, digits, numeral] =
    /(?:(\d{1,2})|([单双两一二三四五六七八九十]))人/u.exec(
      typeName.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, ''),
    ) ?? []
  if (digits !== undefined) return Number(digits)
  return numeral === undefined ? undefined : (OTHER_NUMERALS[numeral] ?? NUMERALS.indexOf(numeral))
}
