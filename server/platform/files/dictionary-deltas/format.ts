import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Files of a build as deltas against the file of an earlier build in the browser's cache
 * (compression dictionary transport, RFC 9842). A browser sends the hash of its stored dictionary
 * when it requests the file of the same name in a later build, and accepts the delta as a content
 * encoding.
 */

/** The content encoding of a delta: Zstandard with the earlier file as its dictionary. */
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
 * The path of a file's delta against an earlier content; `file` is relative to `assets`. A slash in
 * the base64 name creates a folder, so that a proxy can build the path from the header's value.
 */
export const deltaPath = (filesDir: string, file: string, earlier: string): string =>
  join(filesDir, DELTA_FOLDER, file, earlier)

/**
 * Encodes a delta for transfer: `packed` is compressed by Zstandard with the dictionary `earlier`.
 */
export const encodeDelta = (packed: Uint8Array, earlier: Uint8Array): Buffer =>
  Buffer.concat([MAGIC, hashOf(earlier), packed])

/**
 * Finds the delta of a file for the client's Available-Dictionary; undefined when the client has no
 * dictionary or there is no delta.
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
 * A pattern of a file's names in all builds, with a star for the variable part: the folder of a
 * build, or the content hash in a name without a folder.
 */
export const dictionaryPattern = (file: string): string =>
  file.includes('/') ? file.replace(/^[^/]+/, '*') : file.replace(/-[\w-]{8}(?=\.js$)/, '-*')

/** The Use-As-Dictionary header: the file is a dictionary for its namesakes in other builds. */
export const formatUseAsDictionary = (basePath: string, file: string): string =>
  `match="${basePath}/assets/${dictionaryPattern(file)}"`

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest()
