import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a house by name, each with those it imports by their face. */
export type Parts = ReadonlyMap<string, ReadonlySet<string>>

const FACE = /from '[^']*?([\w-]+)\/face(?:\.ts)?'/g

/** Which of the folders in `folder` uses which by its face. */
export function partsIn(folder: string): Parts {
  const names = readdirSync(folder)
  return new Map(names.map((name) => [name, facesUsedIn(join(folder, name))]))
}

function facesUsedIn(folder: string): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Set(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(FACE)])
      .map(([, name = '']) => name),
  )
}

/** A way from a part over others back to itself, if there is one. */
export function circleIn(parts: Parts): readonly string[] | undefined {
  const free = new Set<string>()
  const walk = (name: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name]
    if (free.has(name)) return undefined
    for (const next of parts.get(name) ?? []) {
      const circle = walk(next, [...way, name])
      if (circle !== undefined) return circle
    }
    free.add(name)
    return undefined
  }
  for (const name of parts.keys()) {
    const circle = walk(name, [])
    if (circle !== undefined) return circle
  }
  return undefined
}
