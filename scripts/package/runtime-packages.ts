import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

const Names = v.optional(v.record(v.string(), v.unknown()), {})
const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.union([v.string(), v.object({ type: v.string() })]), 'see its files'),
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: v.optional(
    v.record(v.string(), v.object({ optional: v.optional(v.boolean()) })),
    {},
  ),
})

/** Reads the package.json of a package. */
export const readPackageManifest = (folder: string) =>
  v.parse(Manifest, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

/**
 * The folders of these packages and of all their run-time dependencies, each once. Throws if a
 * required package is not installed.
 */
export function findRuntimePackages(names: readonly string[]): string[] {
  const found = new Set<string>()
  const open = names.map((name) => ({ name, from: '.', mayLack: false }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const folder = findFrom(next.from, next.name)
    if (folder === undefined && !next.mayLack)
      throw new Error(`The package ${next.name} is not installed; run npm ci.`)
    if (folder === undefined || found.has(folder)) continue
    found.add(folder)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      readPackageManifest(folder)
    const peers = Object.keys(peerDependencies).filter(
      (peer) => peerDependenciesMeta[peer]?.optional !== true,
    )
    // Optional packages can be missing, because they are for other platforms or were not installed.
    for (const name of [...Object.keys(dependencies), ...peers])
      open.push({ name, from: folder, mayLack: name in optionalDependencies })
    for (const name of Object.keys(optionalDependencies))
      open.push({ name, from: folder, mayLack: true })
  }
  return [...found].toSorted()
}

/** Resolves a package like Node.js: in the folder's node_modules, then in each folder above. */
function findFrom(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (at === '.' || at === dirname(at)) return undefined
  }
}
