import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { compressUsingDict, createCCtx, freeCCtx, init } from '@bokuweb/zstd-wasm'
import { filesIn, lay } from '../laying.ts'
import { differenceAt, nameOf, patternOf, sentDifference } from './format.ts'

/** A phone that has been away for longer than so many builds fetches its files whole. */
const BUILDS = 5
/** As small as Zstandard makes them in less than half a second a file. */
const LEVEL = 19
/** A difference that saves less than this share is not worth its place. */
const WORTH = 0.8

// A second time it says that it is done while it still replaces the memory that others work in.
let ready: Promise<void> | undefined

/**
 * Lay beside the files of this build what makes each out of those of the same name in the builds
 * before it, where that is less than the file itself. Answers how many were made.
 */
export async function makeDifferences({
  appDir,
  filesDir,
}: {
  appDir: string
  filesDir: string
}): Promise<number> {
  await (ready ??= init())
  const context = createCCtx()
  const own = textsIn(join(appDir, 'assets'))
  const laid = textsIn(join(filesDir, 'assets')).toSorted((a, b) => b.seen - a.seen)
  let made = 0
  for (const { name, path, pattern } of own) {
    const content = readFileSync(path)
    const enough = WORTH * sizeOf(`${path}.br`, content.length)
    const others = laid.filter((one) => one.pattern === pattern && one.name !== name)
    for (const known of others.slice(0, BUILDS).map((one) => readFileSync(one.path))) {
      const to = differenceAt(filesDir, name, nameOf(known))
      if (known.equals(content) || existsSync(to)) continue
      const packed = compressUsingDict(context, content, known, LEVEL)
      if (packed.length > enough) continue
      lay(to, (half) => writeFileSync(half, sentDifference(packed, known)))
      made += 1
    }
  }
  freeCCtx(context)
  return made
}

interface Text {
  readonly name: string
  readonly path: string
  readonly pattern: string
  /** When a release was last seen that brought it along, ms. */
  readonly seen: number
}

const textsIn = (folder: string): Text[] =>
  filesIn(folder)
    .filter(({ name }) => ['.js', '.css'].includes(extname(name)))
    .map(({ name, path }) => ({
      name,
      path,
      pattern: patternOf(name),
      seen: statSync(path).mtimeMs,
    }))

const sizeOf = (path: string, otherwise: number): number =>
  statSync(path, { throwIfNoEntry: false })?.size ?? otherwise
