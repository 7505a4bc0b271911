import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * Writes a world-readable file atomically and creates its folders. Readers see either the complete
 * file or no file.
 */
export function writeAtomically(to: string, write: (half: string) => void): void {
  const folder = dirname(resolve(to))
  const topmost = mkdirSync(folder, { recursive: true }) ?? folder
  // The folders are made readable for all users, because the proxy runs as another user.
  for (let made = folder; made.length >= topmost.length; made = dirname(made))
    makeFolderReadable(made)
  const half = `${to}.${process.pid}.half`
  write(half)
  chmodSync(half, 0o644)
  renameSync(half, to)
}

/** The files below a folder with their relative names, without source maps. */
export const listFiles = (folder: string): { readonly name: string; readonly path: string }[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path), path }))

/** Makes a folder readable for all users. */
export const makeFolderReadable = (folder: string): void =>
  ignoreErrors(() => chmodSync(folder, 0o755))

/** Runs `work` and ignores errors. For changes that the process of another user also makes. */
export function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // The file belongs to another user.
  }
}
