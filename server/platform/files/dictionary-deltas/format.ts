import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A file of a build can be sent as a delta against the file of an earlier build in the browser's
 * cache (compression dictionary transport, RFC 9842). A browser that requests the file of the same
 * name in a later build sends the hash of its stored file, the dictionary. It accepts the delta as
 * a content encoding.
 */

/**
 * The content encoding of a delta: Zstandard with the earlier file as its dictionary (RFC 9842).
 */
export const DELTA_ENCODING = 'dcz'

/** The header of this encoding; the SHA-256 of the dictionary follows (RFC 9842, section 5). */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex')

/** The value of Available-Dictionary: the SHA-256 of the dictionary as a byte sequence. */
const AVAILABLE_DICTIONARY = /^:([A-Za-z0-9+/]{43}=):$/

/** The folder of deltas, a sibling of the folder of the files themselves. */
export const DELTA_FOLDER = 'differences'

/** The name of a dictionary in that folder. */
export const dictionaryNameOf = (content: Uint8Array): string => hashOf(content).toString('base64')

/**
 * The path of a file's delta against an earlier content; `file` is relative to `assets`. The path
 * contains the base64 name unchanged, in which a slash creates a folder. So a proxy can build the
 * path from the value of the header.
 */
export const deltaPath = (filesDir: string, file: string, earlier: string): string =>
  join(filesDir, DELTA_FOLDER, file, earlier)

/**
 * Encodes a delta for transfer: `packed` is compressed by Zstandard with the dictionary `earlier`.
 */
export const encodeDelta = (packed: Uint8Array, earlier: Uint8Array): Buffer =>
  Buffer.concat([MAGIC, hashOf(earlier), packed])

/**
 * Finds the delta of a file for the client's Available-Dictionary. Undefined if the client has no
 * dictionary or there is no such delta.
 */
export async function findDelta(
  filesDir: string,
  file: string,
  available: string | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [, earlier] = AVAILABLE_DICTIONARY.exec(available ?? '') ?? []
  if (earlier === undefined) return undefined
  try {
    return new Uint8Array(await readFile(deltaPath(filesDir, file, earlier)))
  } catch {
    return undefined
  }
}

/**
 * A pattern of a file's names in all builds. A star stands for the variable part: the folder of a
 * build or, in a name without a folder, the content hash.
 */
export const dictionaryPattern = (file: string): string =>
  file.includes('/') ? file.replace(/^[^/]+/, '*') : file.replace(/-[\w-]{8}(?=\.js$)/, '-*')

/**
 * The Use-As-Dictionary header. It says that the file is a dictionary for the files of the same
 * name in other builds.
 */
export const formatUseAsDictionary = (basePath: string, file: string): string =>
  `match="${basePath}/assets/${dictionaryPattern(file)}"`

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest()
