import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { compressUsingDict, createCCtx, freeCCtx, init } from '@bokuweb/zstd-wasm'
import { listFiles, writeAtomically } from '../disk/atomic-write.ts'
import { deltaPath, dictionaryNameOf, dictionaryPattern, encodeDelta } from './format.ts'

/**
 * The number of earlier builds against which deltas are built; a phone with an older build fetches
 * complete files.
 */
const MAX_EARLIER_BUILDS = 5
/** The highest level of Zstandard that takes less than half a second for each file. */
const COMPRESSION_LEVEL = 19
/** A delta larger than this share of the file's compressed size is not stored. */
const MAX_SIZE_RATIO = 0.8

// The library is initialized only once: a second initialization reports completion while it is
// still replacing memory in use.
let ready: Promise<void> | undefined

/**
 * Builds the deltas of this build's files against the files of the same name in earlier builds. A
 * delta is stored only if it is smaller than the file. Returns how many deltas were built.
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
  /** When a release with this build was last published, ms since the epoch. */
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
