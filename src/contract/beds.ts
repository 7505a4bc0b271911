import { countCharacters } from './normalize.ts'

const MOST_BEDS = 20
const LONGEST = 20

/**
 * The beds that a text says a room has: 4 means beds 1 to 4, else their names, divided by commas.
 * Nothing when it says none, too many, or one of them twice.
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

/** Beds as `parseBeds` reads them again. */
export const formatBeds = (beds: readonly string[]): string =>
  // A number alone would say how many.
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
 * How many people a type of dormitory holds by its name, as 双人间 or 6人间; nothing where the name
 * does not say it.
 */
export function capacityOfTypeName(typeName: string): number | undefined {
  const [, digits, numeral] =
    /(?:(\d{1,2})|([单双两一二三四五六七八九十]))人/u.exec(
      typeName.normalize('NFKC').replaceAll(/[\s\p{Cf}]/gu, ''),
    ) ?? []
  if (digits !== undefined) return Number(digits)
  return numeral === undefined ? undefined : (OTHER_NUMERALS[numeral] ?? NUMERALS.indexOf(numeral))
}
