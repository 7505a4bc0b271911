import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** KB on the wire of the heaviest file group that is loaded later and alone: what a further route adds to the first load. */
export function heaviestRoute(folder: string): number {
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const filesOf = (key: string, seen: Set<string> = new Set()): Set<string> => {
    const chunk = chunks[key]
    if (chunk === undefined || seen.has(chunk.file)) return seen
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
    for (const imported of chunk.imports ?? []) filesOf(imported, seen)
    return seen
  }
  const first = new Set(Object.entries(chunks).flatMap(([key, { isEntry }]) => (isEntry === true ? [...filesOf(key)] : [])))
  const later = Object.entries(chunks).filter(([, { isDynamicEntry }]) => isDynamicEntry === true)
  const weights = later.map(([key]) =>
    [...filesOf(key)].filter((file) => !first.has(file)).reduce((sum, file) => sum + sizeOf(join(folder, file)), 0),
  )
  return Math.max(...weights) / 1024
}

const sizeOf = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
