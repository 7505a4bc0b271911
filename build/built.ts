import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LISTED = '.vite/manifest.json'

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
export function readBuilt(folder: string): {
  readonly chunks: Readonly<Record<string, Chunk>>
  readonly first: readonly string[]
} {
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(folder, LISTED), 'utf8'),
  )
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, src = '']) => src)
  const first = Object.keys(chunks).filter((key) =>
    scripts.some((src) => src.endsWith(`/${chunks[key]?.file}`)),
  )
  if (first.length === 0) throw new Error('The build has no entry')
  return { chunks, first }
}

/** The files that come with these chunks, by import and without import(). */
export function filesWith(
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
