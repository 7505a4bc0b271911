import { findModuleImports } from './module-imports.ts'

/** The features of the app by name, each with the features that it imports. */
export type FeatureImports = ReadonlyMap<string, ReadonlySet<string>>

/** Which feature of the app below `root` imports which. */
export function readFeatureImports(root: string): FeatureImports {
  const parts = new Map<string, Set<string>>()
  for (const { from, to } of findModuleImports(root)) {
    const [own, other] = [featureOf(from), featureOf(to)]
    if (own === undefined || other === undefined || own === other) continue
    parts.set(own, (parts.get(own) ?? new Set()).add(other))
  }
  return parts
}

const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

/** An import path from a part through other parts back to itself, if there is one. */
export function findImportCycle(parts: FeatureImports): readonly string[] | undefined {
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
