import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Files of a build as differences to what a browser has kept of an earlier one (compression
 * dictionaries, RFC 9842). A browser that keeps a file as a dictionary names it by its content when
 * it asks for the file of the same name in a later build; it takes the difference as an encoding.
 */

/** The encoding of a difference: Zstandard with the earlier file as its dictionary. */
export const DELTA_ENCODING = 'dcz'

/** Begins such an encoding; the SHA-256 of the dictionary follows (RFC 9842, section 5). */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex')

/** A content as the header Available-Dictionary names it: its SHA-256 as a byte sequence. */
const AVAILABLE_DICTIONARY = /^:([A-Za-z0-9+/]{43}=):$/

/** The folder of differences, beside the folder of the files themselves. */
export const DELTA_FOLDER = 'differences'

/** The name of a content in that folder. */
export const dictionaryNameOf = (content: Uint8Array): string => hashOf(content).toString('base64')

/**
 * Where the difference of a file to an earlier content lies: `file` as below `assets`. A slash in
 * the content's name makes a folder, so that a proxy finds it by the header as it comes.
 */
export const deltaPath = (filesDir: string, file: string, earlier: string): string =>
  join(filesDir, DELTA_FOLDER, file, earlier)

/** A difference as it is sent: `packed` by Zstandard with `earlier` as its dictionary. */
export const encodeDelta = (packed: Uint8Array, earlier: Uint8Array): Buffer =>
  Buffer.concat([MAGIC, hashOf(earlier), packed])

/**
 * The difference of a file to what the asker has of it, by their Available-Dictionary; undefined
 * where they have nothing of it or there is none.
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
 * The names that a file has in all builds, a star for what changes: the folder of a build, or the
 * mark of the content in a name without a folder.
 */
export const dictionaryPattern = (file: string): string =>
  file.includes('/') ? file.replace(/^[^/]+/, '*') : file.replace(/-[\w-]{8}(?=\.js$)/, '-*')

/** What Use-As-Dictionary says of a file: keep it for those of the same name in other builds. */
export const formatUseAsDictionary = (basePath: string, file: string): string =>
  `match="${basePath}/assets/${dictionaryPattern(file)}"`

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest()
