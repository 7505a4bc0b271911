import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  filesOfChunks,
  findOfficeOnlyChunks,
  readBuildManifest,
} from '../../../../build/build-manifest.ts'

/**
 * The transferred KB of the largest group of files that only one route loads: what another route
 * adds to the first load. The office's routes do not count, because the office is not used on
 * phones.
 */
export function heaviestRouteKb(folder: string): number {
  const { chunks, first } = readBuildManifest(folder)
  const here = filesOfChunks(chunks, first)
  const office = findOfficeOnlyChunks(chunks, first)
  const weights = Object.keys(chunks)
    .filter((key) => chunks[key]?.isDynamicEntry === true && !office.has(key))
    .map((key) =>
      [...filesOfChunks(chunks, [key])]
        .filter((file) => !here.has(file))
        .reduce((sum, file) => sum + sizeOf(join(folder, file)), 0),
    )
  return Math.max(...weights) / 1024
}

const sizeOf = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
