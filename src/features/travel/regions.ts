import type { Region, Regions } from '#app/lib/regions.ts'

/** Stands where a region has none below it (D-39). */
export const PLACEHOLDER = '--'
const MOST_FOUND = 30

/** The regions below one that can be chosen; the placeholder is no choice (D-39). */
export const childrenShown = (regions: Regions, code: string): readonly Region[] =>
  regions.childrenOf(code).filter(({ value }) => value !== PLACEHOLDER)

/** A region with all those around it, the outermost first. */
export function pathOf(regions: Regions, code: string): Region[] {
  const region = code === '' || code === PLACEHOLDER ? undefined : regions.all.find(({ value }) => value === code)
  return region === undefined ? [] : [...pathOf(regions, region.parent), region]
}

/** Regions whose name holds what was typed, those that begin with it first, with the names around them. */
export function searchRegions(regions: Regions, typed: string): { region: Region; label: string }[] {
  const wanted = typed.trim()
  if (wanted === '') return []
  const found = regions.all.filter(({ name, value }) => value !== PLACEHOLDER && name.includes(wanted))
  const ranked = [...found.filter(({ name }) => name.startsWith(wanted)), ...found.filter(({ name }) => !name.startsWith(wanted))]
  return ranked.slice(0, MOST_FOUND).map((region) => ({
    region,
    label: pathOf(regions, region.value)
      .map(({ name }) => name)
      .join(' '),
  }))
}
