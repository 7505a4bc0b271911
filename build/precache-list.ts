import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PACKS_BY_OFFLINE_AUDIENCE, type PrecachePack } from '../src/contract/packs.ts'
import { groupKey, type ManifestChunk, readBuildManifest } from './build-manifest.ts'
import { BOUND_GROUPS } from './file-groups.ts'
import { packsByFile } from './precache-packs.ts'

interface PrecacheEntry {
  readonly url: string
  packs?: readonly PrecachePack[]
}

/**
 * Adds the packs of build/precache-packs.ts to the worker's list. A file for everybody has no
 * `packs`, a file of a pack has the pack's name, and any other file has an empty list. A file
 * belongs to every pack whose screens import it, directly or indirectly, unless it is for
 * everybody.
 */
export function assignPrecachePacks<Entry extends PrecacheEntry>(
  folder: string,
  entries: readonly Entry[],
): (Entry & Pick<PrecacheEntry, 'packs'>)[] {
  const kept = packsByFile()
  const unknown = [...kept.keys()].filter(
    (name) => !existsSync(join('public', name)) && !existsSync(name),
  )
  if (unknown.length > 0)
    throw new Error(`build/precache-packs.ts names what does not exist: ${unknown.join(', ')}`)
  const ofGroups = BOUND_GROUPS.map(
    (name) => [groupKey(name), PACKS_BY_OFFLINE_AUDIENCE.bound] as const,
  )
  const packsOf = packsOfFiles(readBuildManifest(folder), new Map([...kept, ...ofGroups]))
  return entries.map((entry) => {
    const packs =
      packsOf.get(entry.url) ?? kept.get(entry.url) ?? kept.get(entry.url.split('/', 1)[0] ?? '')
    return packs === undefined ? entry : { ...entry, packs }
  })
}

/** Finds the packs of every file that is needed by some screens and not by the whole app. */
function packsOfFiles(
  { chunks, first }: ReturnType<typeof readBuildManifest>,
  kept: ReadonlyMap<string, readonly PrecachePack[]>,
): ReadonlyMap<string, readonly PrecachePack[]> {
  const nameOf = (key: string) => (chunks[key]?.src ?? key).replace(/\?.*$/, '')
  const keys = Object.keys(chunks)
  const named = keys.filter((key) => kept.has(nameOf(key)))
  const everybody = filesOf(chunks, { from: first, without: named })
  const packs = new Map<string, readonly PrecachePack[]>()
  for (const key of named)
    for (const file of filesOf(chunks, {
      from: [key],
      without: named.filter((other) => other !== key),
    }))
      if (!everybody.has(file))
        packs.set(
          file,
          [...new Set([...(packs.get(file) ?? []), ...(kept.get(nameOf(key)) ?? [])])].toSorted(),
        )
  return packs
}

/**
 * Finds the scripts and styles that the chunks `from` import, statically or dynamically, directly or
 * through other chunks. Chunks in `without` are left out, and their imports are not followed.
 */
function filesOf(
  chunks: Readonly<Record<string, ManifestChunk>>,
  { from, without }: { from: readonly string[]; without: readonly string[] },
): Set<string> {
  const seen = new Set<string>()
  const open = [...from]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key) || without.includes(key)) continue
    seen.add(key)
    open.push(...(chunks[key]?.imports ?? []), ...(chunks[key]?.dynamicImports ?? []))
  }
  return new Set([...seen].flatMap((key) => [chunks[key]?.file ?? '', ...(chunks[key]?.css ?? [])]))
}
