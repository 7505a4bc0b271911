import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The size of a file, or of everything in a folder, bytes. */
export function measureSizeOnDisk(path: string): number {
  const found = lstatSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + measureSizeOnDisk(join(path, name)), 0)
}

/** Formats a number of bytes for a column. */
export const formatMegabytes = (bytes: number): string =>
  `${(bytes / 1e6).toFixed(1).padStart(8)} MB`
