import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type StaticFile, readStaticFile } from './static-file.ts'

// Plain names only, and the one folder with a dot that has a meaning on the web (RFC 8615).
const NAME = /^(?:\.well-known\/)?(?:[\w-][\w.-]*\/){0,3}[\w-][\w.-]*$/
const LARGEST = 5 * 2 ** 20
const DEFAULT_CACHED_FILES = 8

/**
 * Files that somebody puts into `folder`, each looked for when it is asked for: a proof of the
 * domain, a robots.txt, the files of another release. `most` of them stay in memory.
 */
export function createFolderReader(
  folder: string,
  most = DEFAULT_CACHED_FILES,
): (name: string) => Promise<StaticFile | undefined> {
  // Reading, hashing and packing hold up everybody: done once, until the file is another.
  const kept = new Map<string, CachedFile>()
  return async (name) => {
    if (!NAME.test(name)) return undefined
    try {
      const [home, path] = await Promise.all([realpath(folder), realpath(join(folder, name))])
      const found = await stat(path)
      // A link may lead anywhere; what lies elsewhere was not put here to be read by all.
      if (!path.startsWith(home + sep) || !found.isFile() || found.size > LARGEST) return undefined
      // The time of the inode's change counts too: a copied file may keep the old time of its
      // content.
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
