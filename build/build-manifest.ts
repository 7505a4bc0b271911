import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrecachedFile } from '../src/contract/packs.ts'
import { extractScriptAddresses } from '../src/contract/page-scripts.ts'
import type { FileGroup } from './file-groups.ts'

const LISTED = '.vite/manifest.json'

/** The files of a worker, as paths below the build's folder. */
export interface WorkerFileNames {
  /** The list of the files that it precaches. */
  readonly list: string
  /** The code that answers requests of pages. */
  readonly code: string
  /** The delivery worker, which sends the outbox of bound people. */
  readonly delivery: string
}

/** A chunk of a build, as listed in Vite's manifest. */
export interface ManifestChunk {
  readonly file: string
  readonly src?: string
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/**
 * Reads the chunks of the build in `folder` by their keys, and the keys of the chunks that the page
 * itself loads. The latter are read from the page: if an entry only imports other chunks, the
 * bundler leaves it out, and no chunk is marked as entry. Throws if the page loads no chunk.
 */
export function readBuildManifest(folder: string): {
  readonly chunks: Readonly<Record<string, ManifestChunk>>
  readonly first: readonly string[]
} {
  const chunks: Readonly<Record<string, ManifestChunk>> = JSON.parse(
    readFileSync(join(folder, LISTED), 'utf8'),
  )
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = extractScriptAddresses(page)
  const first = Object.keys(chunks).filter((key) =>
    scripts.some((src) => src.endsWith(`/${chunks[key]?.file}`)),
  )
  if (first.length === 0) throw new Error('The build has no entry')
  return { chunks, first }
}

/** The key of the chunk of a group of files (build/file-groups.ts). */
export const groupKey = (name: FileGroup): string => `_${name}.js`

/** The files of these chunks, and of all chunks that they import statically. */
export function filesOfChunks(
  chunks: Readonly<Record<string, ManifestChunk>>,
  keys: readonly string[],
): Set<string> {
  const seen = new Set<string>()
  const open = [...keys]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = chunks[key]
    if (chunk === undefined || seen.has(chunk.file)) continue
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
    open.push(...(chunk.imports ?? []))
  }
  return seen
}

const OFFICE = 'src/routes/manage.$.tsx'

/**
 * The keys of the chunks that only the office needs: for its route, or for parts of its screens.
 */
export function findOfficeOnlyChunks(
  chunks: Readonly<Record<string, ManifestChunk>>,
  entry: readonly string[],
): Set<string> {
  const office = Object.keys(chunks).filter((key) => isOffice(chunks[key]))
  const elsewhere = reachableChunks(chunks, entry, (chunk) => !isOffice(chunk))
  return new Set(
    [...reachableChunks(chunks, office, () => true)].filter((key) => !elsewhere.has(key)),
  )
}

const isOffice = (chunk: ManifestChunk | undefined) => chunk?.src?.startsWith(OFFICE) === true

function reachableChunks(
  chunks: Readonly<Record<string, ManifestChunk>>,
  from: readonly string[],
  follows: (chunk: ManifestChunk) => boolean,
): Set<string> {
  const seen = new Set<string>()
  const open = [...from]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = chunks[key]
    if (chunk === undefined || seen.has(key) || !follows(chunk)) continue
    seen.add(key)
    open.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []))
  }
  return seen
}

/** Reads the worker's files named in `sw.js`. Throws if it names none. */
export async function readWorkerFileNames(folder: string): Promise<WorkerFileNames> {
  const [, delivery, list, code] =
    /^self\.deliveryScript="(.*)";importScripts\("(.*)","(.*)"\)$/.exec(
      await readFile(join(folder, 'sw.js'), 'utf8'),
    ) ?? []
  if (list === undefined || code === undefined || delivery === undefined)
    throw new Error('The worker keeps nothing')
  return { list, code, delivery }
}

/** Reads the list of the files that the worker of a build precaches. */
export async function readPrecacheList(folder: string): Promise<PrecachedFile[]> {
  const { list } = await readWorkerFileNames(folder)
  const text = await readFile(join(folder, list), 'utf8')
  return JSON.parse(text.slice(text.indexOf('['))) as PrecachedFile[]
}
