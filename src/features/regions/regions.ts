import * as v from 'valibot'
import { PinyinReadings, createRegionSearch } from './region-search.ts'

/** A region of the national code list: province, city or district (FAM-44). */
export interface Region {
  readonly name: string
  /** Six digits, or '--' for a placeholder: the region that contains it has no regions below. */
  readonly value: string
  /** The code of the region that contains it; '' for a province. */
  readonly parent: string
}

/** All regions, with functions to query them. */
export interface Regions {
  readonly all: readonly Region[]
  readonly provinces: () => readonly Region[]
  readonly childrenOf: (code: string) => readonly Region[]
  /** Returns the regions directly below a region; the placeholder is not among them (D-39). */
  readonly choicesIn: (code: string) => readonly Region[]
  /** Returns a region and all regions that contain it, outermost first. */
  readonly pathOf: (code: string) => readonly Region[]
  /** Returns the regions that match a typed text (region-search.ts). */
  readonly search: (typed: string) => readonly Region[]
  /** Joins the names of the chosen codes: '广东省,东莞市', without the placeholder (D-39). */
  readonly joinNames: (codes: readonly string[]) => string
  /**
   * Returns the codes of a joined name as far as they are known. If the placeholder is the only
   * choice, it is included.
   */
  readonly codesOf: (joined: string) => readonly string[]
}

const PLACEHOLDER = '--'
const Compact = v.array(
  v.strictTuple([
    v.string(),
    v.union([v.string(), v.array(v.strictTuple([v.string(), v.string()]))]),
  ]),
)

/** Loads the regions once; later calls return the same promise. */
export function loadRegions(fetchFile: typeof fetch = fetch): Promise<Regions> {
  loading ??= fetchJson(fetchFile, 'regions.json').then((file) => {
    let readings: PinyinReadings | undefined
    // The file loads in the background. Until it has loaded, or if it cannot be loaded, the search
    // works in Chinese only.
    fetchJson(fetchFile, 'region-pinyin.json').then(
      (read) => (readings = v.parse(PinyinReadings, read)),
      () => {},
    )
    return parseRegions(file, () => readings)
  })
  // A failure is not cached, so the next call loads the file again.
  loading.catch(() => (loading = undefined))
  return loading
}

async function fetchJson(fetchFile: typeof fetch, name: string): Promise<unknown> {
  const answer = await fetchFile(`${import.meta.env.BASE_URL}${name}`)
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return answer.json()
}

let loading: Promise<Regions> | undefined

/** Parses the compact file (its format is defined in scripts/regions.ts). */
export function parseRegions(
  file: unknown,
  readings: () => PinyinReadings | undefined = () => undefined,
): Regions {
  const all: Region[] = []
  for (const { number, name, rest } of counted(v.parse(Compact, file), ([said]) => said)) {
    const province = `${number}0000`
    all.push({ name, value: province, parent: '' })
    const below = rest[1]
    if (typeof below === 'string') addDistricts(below, province)
    else
      for (const city of counted(below, ([said]) => said))
        addCity(city.name, `${number}${city.number}00`, province, city.rest[1])
  }
  return lookups(all, readings)

  function addCity(name: string, value: string, parent: string, districts: string) {
    all.push({ name, value, parent })
    addDistricts(districts, value)
  }

  function addDistricts(districts: string, parent: string) {
    if (districts === '') all.push({ name: PLACEHOLDER, value: PLACEHOLDER, parent })
    else
      for (const { number, name } of counted(districts.split(' '), (said) => said)) {
        all.push({ name, value: parent.slice(0, 4) + number, parent })
      }
  }
}

// Yields each name with the two digits of its code: the digits before the name, or else the
// previous digits plus one.
function counted<T>(
  items: readonly T[],
  say: (item: T) => string,
): { number: string; name: string; rest: T }[] {
  let last = 0
  return items.map((rest) => {
    const [, digits = '', name = ''] = /^(\d*)(.*)$/.exec(say(rest)) ?? []
    last = digits === '' ? last + 1 : Number(digits)
    return { number: String(last).padStart(2, '0'), name, rest }
  })
}

function lookups(all: readonly Region[], readings: () => PinyinReadings | undefined): Regions {
  const byParent = groupByParent(all)
  const byCode = new Map(all.map((region) => [region.value, region]))
  let search:
    | { readonly read: PinyinReadings | undefined; readonly find: Regions['search'] }
    | undefined
  const childrenOf = (code: string) => byParent.get(code) ?? []
  const pathOf = (code: string): Region[] => {
    const region = code === PLACEHOLDER ? undefined : byCode.get(code)
    return region === undefined ? [] : [...pathOf(region.parent), region]
  }
  return {
    all,
    provinces: () => childrenOf(''),
    childrenOf,
    choicesIn: (code) => childrenOf(code).filter(({ value }) => value !== PLACEHOLDER),
    pathOf,
    // The picker also works without the pinyin.
    search: (typed) => {
      const read = readings()
      if (search === undefined || search.read !== read) {
        const known = all.filter(({ value }) => value !== PLACEHOLDER)
        search = { read, find: createRegionSearch(known, pathOf, read) }
      }
      return search.find(typed)
    },
    joinNames: (codes) =>
      codes
        .map((code) => all.find(({ value }) => value === code)?.name ?? PLACEHOLDER)
        .filter((name) => name !== PLACEHOLDER)
        .join(','),
    codesOf: (joined) => {
      const codes: string[] = []
      for (const name of joined.split(',')) {
        const found = childrenOf(codes.at(-1) ?? '').find((region) => region.name === name)
        if (found === undefined) break
        codes.push(found.value)
      }
      const below = childrenOf(codes.at(-1) ?? PLACEHOLDER)
      return below[0]?.value === PLACEHOLDER ? [...codes, PLACEHOLDER] : codes
    },
  }
}

function groupByParent(all: readonly Region[]): Map<string, Region[]> {
  const byParent = new Map<string, Region[]>()
  for (const region of all) {
    const siblings = byParent.get(region.parent)
    if (siblings) siblings.push(region)
    else byParent.set(region.parent, [region])
  }
  return byParent
}
