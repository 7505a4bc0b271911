import * as v from 'valibot'
import { normalizeNumberText } from '#contract/normalize'
import type { Region } from './regions.ts'

/**
 * The pinyin of each character of the names, and of the names with an irregular pronunciation
 * (scripts/region-pinyin.ts).
 */
export const PinyinReadings = v.object({
  signs: v.record(v.string(), v.string()),
  names: v.record(v.string(), v.string()),
})
export interface PinyinReadings extends v.InferOutput<typeof PinyinReadings> {}

const MOST_FOUND = 30
// The shortest part of a search text, letters; a single letter would match far too many names.
const SHORTEST_PART = 2

/** Returns the syllables of a name, once for each pronunciation. */
type Reader = (name: string) => readonly (readonly string[])[]

interface IndexedRegion {
  readonly region: Region
  /** The level of the region: how many regions contain it. */
  readonly depth: number
  /**
   * For the region and each region that contains it, outermost first: all texts with which a search
   * for its name can begin.
   */
  readonly spellings: readonly (readonly string[])[]
}

/**
 * Searches regions by a typed text. A region matches by a part of its name, or by the beginning of
 * its pinyin or of its initials. The names of the regions that contain it can precede it: 萧山, 杭州
 * 萧山, xiaoshan, hzxs. Exact names come first, then names that begin with the text.
 */
export function createRegionSearch(
  regions: readonly Region[],
  pathOf: (code: string) => readonly Region[],
  readings: PinyinReadings | undefined,
): (typed: string) => readonly Region[] {
  const read = reader(readings)
  const spelled = new Map<string, readonly string[]>()
  const spell = ({ name }: Region) => {
    const known = spelled.get(name) ?? [
      name,
      ...read(name).flatMap((syllables) => [syllables.join(''), initialsOf(syllables)]),
    ]
    spelled.set(name, known)
    return known
  }
  const known = regions.map((region): IndexedRegion => {
    const path = pathOf(region.value)
    return { region, depth: path.length, spellings: path.map(spell) }
  })
  return (typed) => {
    const wanted = normalizeNumberText(typed).toLowerCase().replaceAll('ü', 'v')
    if (wanted === '') return []
    const isLatin = /^[a-z']+$/.test(wanted)
    const found = known.flatMap((one) => {
      const rank = rankOf(one, wanted.replaceAll("'", ''), read)
      return rank === undefined
        ? []
        : [{ region: one.region, rank: rank * 10 + (isLatin || rank === 0 ? one.depth : 0) }]
    })
    return found
      .sort((one, other) => one.rank - other.rank)
      .slice(0, MOST_FOUND)
      .map(({ region }) => region)
  }
}

function rankOf(
  { region, spellings }: IndexedRegion,
  wanted: string,
  read: Reader,
): number | undefined {
  if (isWholeName(region.name, wanted, read)) return 0
  if (region.name.startsWith(wanted)) return 1
  if (spellings.at(-1)?.some((spelling) => spelling.startsWith(wanted)) === true) {
    // For "xian", 西安 comes before 香港, whose pinyin only begins with these letters.
    return read(region.name).some((syllables) => beginningsOf(syllables).includes(wanted)) ? 1 : 2
  }
  if (region.name.includes(wanted)) return 3
  return isChain(spellings, wanted) ? 4 : undefined
}

// Whether the text is the full name, or the name without its ending (区, 市, 县): 朝阳 is an exact match
// of 朝阳区.
function isWholeName(name: string, wanted: string, read: Reader): boolean {
  const [kind] = /(特别行政区|自治[州县旗区]|[省市区县旗盟])$/.exec(name) ?? ['']
  const rest = name.length - kind.length
  return (
    [name, name.slice(0, rest)].includes(wanted) ||
    read(name).some((syllables) =>
      [syllables, syllables.slice(0, rest)].some((part) => part.join('') === wanted),
    )
  )
}

// Whether the text consists of beginnings of the names, from the outermost region inwards. The last
// part belongs to the region itself.
function isChain([first, ...inner]: IndexedRegion['spellings'], wanted: string): boolean {
  if (first === undefined) return false
  if (inner.length === 0)
    return wanted.length >= SHORTEST_PART && first.some((spelling) => spelling.startsWith(wanted))
  if (isChain(inner, wanted)) return true
  return first.some((spelling) => {
    for (let part = commonLength(spelling, wanted); part >= SHORTEST_PART; part--)
      if (isChain(inner, wanted.slice(part))) return true
    return false
  })
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

const initialsOf = (syllables: readonly string[]) =>
  syllables.map((syllable) => syllable.slice(0, 1)).join('')
const beginningsOf = (syllables: readonly string[]) =>
  syllables.map((_, at) => syllables.slice(0, at + 1).join(''))

// Creates the function that returns syllables. A name with an irregular pronunciation is also found
// by the common one.
function reader(readings: PinyinReadings | undefined): Reader {
  if (readings === undefined) return () => []
  const syllableOf = new Map(
    Object.entries(readings.signs).flatMap(([syllable, signs]) =>
      [...signs].map((sign) => [sign, syllable]),
    ),
  )
  return (name) => {
    const common = [...name].map((sign) => syllableOf.get(sign) ?? '')
    const local = readings.names[name]?.split(' ')
    return local === undefined ? [common] : [common, local]
  }
}
