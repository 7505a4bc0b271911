import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrecachedFile } from '../src/contract/packs.ts'
import { scriptAddressesIn } from '../src/contract/page-scripts.ts'

const LISTED = '.vite/manifest.json'

/** The parts of a worker, as addresses below the build's folder. */
export interface WorkerFileNames {
  /** What it keeps. */
  readonly list: string
  /** What answers pages. */
  readonly code: string
  /** What sends what waits. */
  readonly delivery: string
}

/** One file of scripts of a build, as the bundler's manifest lists it. */
export interface Chunk {
  readonly file: string
  readonly src?: string
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/**
 * The chunks of a build in `folder` by their keys, and which of them the page itself starts. Read
 * off the page: an entry that only imports others is left out by the bundler, and then no chunk is
 * marked as one.
 */
export function readBuildManifest(folder: string): {
  readonly chunks: Readonly<Record<string, Chunk>>
  readonly first: readonly string[]
} {
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(folder, LISTED), 'utf8'),
  )
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = scriptAddressesIn(page)
  const first = Object.keys(chunks).filter((key) =>
    scripts.some((src) => src.endsWith(`/${chunks[key]?.file}`)),
  )
  if (first.length === 0) throw new Error('The build has no entry')
  return { chunks, first }
}

/** The files that come with these chunks, by import and without import(). */
export function filesOfChunks(
  chunks: Readonly<Record<string, Chunk>>,
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

/** The keys of the chunks that only the office at a desk asks for, by its route or within it. */
export function findOfficeOnlyChunks(
  chunks: Readonly<Record<string, Chunk>>,
  entry: readonly string[],
): Set<string> {
  const office = Object.keys(chunks).filter((key) => isOffice(chunks[key]))
  const elsewhere = reachableChunks(chunks, entry, (chunk) => !isOffice(chunk))
  return new Set(
    [...reachableChunks(chunks, office, () => true)].filter((key) => !elsewhere.has(key)),
  )
}

const isOffice = (chunk: Chunk | undefined) => chunk?.src?.startsWith(OFFICE) === true

function reachableChunks(
  chunks: Readonly<Record<string, Chunk>>,
  from: readonly string[],
  follows: (chunk: Chunk) => boolean,
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

/** The parts that `sw.js` names. */
export async function readWorkerFileNames(folder: string): Promise<WorkerFileNames> {
  const [, delivery, list, code] =
    /^self\.deliveryScript="(.*)";importScripts\("(.*)","(.*)"\)$/.exec(
      await readFile(join(folder, 'sw.js'), 'utf8'),
    ) ?? []
  if (list === undefined || code === undefined || delivery === undefined)
    throw new Error('The worker keeps nothing')
  return { list, code, delivery }
}

/** What the worker of a build keeps. */
export async function readPrecacheList(folder: string): Promise<PrecachedFile[]> {
  const { list } = await readWorkerFileNames(folder)
  const text = await readFile(join(folder, list), 'utf8')
  return JSON.parse(text.slice(text.indexOf('['))) as PrecachedFile[]
}
