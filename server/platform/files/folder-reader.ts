import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type StaticFile, readStaticFile } from './static-file.ts'

// Only plain names are allowed, and the folder `.well-known` (RFC 8615).
const NAME = /^(?:\.well-known\/)?(?:[\w-][\w.-]*\/){0,3}[\w-][\w.-]*$/
const LARGEST = 5 * 2 ** 20
const DEFAULT_CACHED_FILES = 8

/**
 * Reads files of `folder` on request: a domain verification, a robots.txt, the files of another
 * release. At most `most` files stay in memory.
 */
export function createFolderReader(
  folder: string,
  most = DEFAULT_CACHED_FILES,
): (name: string) => Promise<StaticFile | undefined> {
  // Reading, hashing and compressing block other requests, so each file is processed once and kept
  // until it changes.
  const kept = new Map<string, CachedFile>()
  return async (name) => {
    if (!NAME.test(name)) return undefined
    try {
      const [home, path] = await Promise.all([realpath(folder), realpath(join(folder, name))])
      const found = await stat(path)
      // A symbolic link to a place outside the folder is not followed.
      if (!path.startsWith(home + sep) || !found.isFile() || found.size > LARGEST) return undefined
      // ctime is compared too, because a copied file can have an old mtime.
      const state = [found.mtimeMs, found.ctimeMs, found.size].join(' ')
      const known = kept.get(path)
      const file = known?.state === state ? known.file : readStaticFile(path)
      kept.delete(path)
      kept.set(path, { state, file })
      const [longestUnasked] = kept.keys()
      if (kept.size > most && longestUnasked !== undefined) kept.delete(longestUnasked)
      return file
    } catch {
      return undefined
    }
  }
}

interface CachedFile {
  readonly state: string
  readonly file: StaticFile
}
