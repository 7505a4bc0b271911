import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { compressUsingDict, createCCtx, freeCCtx, init } from '@bokuweb/zstd-wasm'
import { listFiles, writeAtomically } from '../disk/atomic-write.ts'
import { deltaPath, dictionaryNameOf, dictionaryPattern, encodeDelta } from './format.ts'

/** A phone that has been away for longer than so many builds fetches its files whole. */
const MAX_EARLIER_BUILDS = 5
/** As small as Zstandard makes them in less than half a second a file. */
const COMPRESSION_LEVEL = 19
/** A difference that saves less than this share is not worth its place. */
const MAX_SIZE_RATIO = 0.8

// A second time it says that it is done while it still replaces the memory that others work in.
let ready: Promise<void> | undefined

/**
 * Lay beside the files of this build what makes each out of those of the same name in the builds
 * before it, where that is less than the file itself. Answers how many were made.
 */
export async function buildDeltas({
  appDir,
  filesDir,
}: {
  appDir: string
  filesDir: string
}): Promise<number> {
  await (ready ??= init())
  const context = createCCtx()
  const own = listTextFiles(join(appDir, 'assets'))
  const laid = listTextFiles(join(filesDir, 'assets')).toSorted((a, b) => b.seen - a.seen)
  let made = 0
  for (const { name, path, pattern } of own) {
    const content = readFileSync(path)
    const enough = MAX_SIZE_RATIO * sizeOf(`${path}.br`, content.length)
    const others = laid.filter((one) => one.pattern === pattern && one.name !== name)
    for (const known of others.slice(0, MAX_EARLIER_BUILDS).map((one) => readFileSync(one.path))) {
      const to = deltaPath(filesDir, name, dictionaryNameOf(known))
      if (known.equals(content) || existsSync(to)) continue
      const packed = compressUsingDict(context, content, known, COMPRESSION_LEVEL)
      if (packed.length > enough) continue
      writeAtomically(to, (half) => writeFileSync(half, encodeDelta(packed, known)))
      made += 1
    }
  }
  freeCCtx(context)
  return made
}

interface BuildTextFile {
  readonly name: string
  readonly path: string
  readonly pattern: string
  /** When a release was last seen that brought it along, ms. */
  readonly seen: number
}

const listTextFiles = (folder: string): BuildTextFile[] =>
  listFiles(folder)
    .filter(({ name }) => ['.js', '.css'].includes(extname(name)))
    .map(({ name, path }) => ({
      name,
      path,
      pattern: dictionaryPattern(name),
      seen: statSync(path).mtimeMs,
    }))

const sizeOf = (path: string, otherwise: number): number =>
  statSync(path, { throwIfNoEntry: false })?.size ?? otherwise
