import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type SentFile, sentFile } from './files.ts'

// Plain names only, and the one folder with a dot that has a meaning on the web (RFC 8615).
const NAME = /^(?:\.well-known\/)?(?:[\w-][\w.-]*\/){0,3}[\w-][\w.-]*$/
const LARGEST = 5 * 2 ** 20

/** A file that somebody has put into `folder`, looked for when it is asked for: a proof of the domain, a robots.txt. */
export async function droppedFile(folder: string, name: string): Promise<SentFile | undefined> {
  if (!NAME.test(name)) return undefined
  try {
    const [home, path] = await Promise.all([realpath(folder), realpath(join(folder, name))])
    const found = await stat(path)
    // A link may lead anywhere; what lies elsewhere was not put here to be read by all.
    return path.startsWith(home + sep) && found.isFile() && found.size <= LARGEST ? sentFile(path) : undefined
  } catch {
    return undefined
  }
}
