import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesWith, officeOnly, readBuilt } from '../../../build/built.ts'

/**
 * KB on the wire of the heaviest file group that is loaded later and alone: what a further route
 * adds to the first load. The office is not for phones on the way.
 */
export function heaviestRoute(folder: string): number {
  const { chunks, first } = readBuilt(folder)
  const here = filesWith(chunks, first)
  const office = officeOnly(chunks, first)
  const weights = Object.keys(chunks)
    .filter((key) => chunks[key]?.isDynamicEntry === true && !office.has(key))
    .map((key) =>
      [...filesWith(chunks, [key])]
        .filter((file) => !here.has(file))
        .reduce((sum, file) => sum + sizeOf(join(folder, file)), 0),
    )
  return Math.max(...weights) / 1024
}

const sizeOf = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
