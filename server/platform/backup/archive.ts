import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { type ArchiveKey, encryptStream, decryptStream, WrongKeyError } from './archive-key.ts'

/** One file of an archive to be written; small enough for memory. */
export interface ArchiveEntry {
  readonly name: string
  readonly content: Buffer
}

/** One file of an archive that is being read; read it before the next file. */
export interface ArchiveEntryStream {
  readonly name: string
  readonly content: AsyncIterable<Buffer>
}

/**
 * Writes an archive: a tar, compressed by gzip and encrypted by age, so that it can be read without
 * this program. The file gets its name only when it is completely on the disk.
 */
export async function writeArchive(
  file: string,
  key: ArchiveKey,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  const half = `${file}.part`
  try {
    await pipeline(
      tarred(entries),
      createGzip(),
      (bytes: AsyncIterable<Buffer>) => encryptStream(bytes, key),
      createWriteStream(half, { mode: 0o600, flush: true }),
    )
    await rename(half, file)
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Reads the files of an archive in order. Throws when it is incomplete or was changed. */
export async function* readArchive(
  file: string,
  key: ArchiveKey,
): AsyncGenerator<ArchiveEntryStream, void> {
  const extract = tar.extract()
  let failure: unknown
  const feeding = pipeline(
    decryptStream(createReadStream(file), key),
    createGunzip(),
    extract,
  ).catch((error: unknown) => (failure = error))
  // An error of an earlier stage says more than the stream's own error, so it is thrown instead.
  const explained = async function* <Part>(parts: AsyncIterable<Part>) {
    try {
      for await (const part of parts) yield part
    } catch (error) {
      await feeding
      throw toArchiveError(failure ?? error, file)
    }
  }
  for await (const entry of explained(extract))
    yield { name: entry.header.name, content: explained(bytesOf(entry)) }
  await feeding
  if (failure !== undefined) throw toArchiveError(failure, file)
}

async function* tarred(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer, void> {
  const pack = tar.pack()
  const fill = async () => {
    for await (const { name, content } of entries)
      await new Promise<void>((resolve, reject) =>
        pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve())),
      )
    pack.finalize()
  }
  const filling = fill().catch((error: Error) => {
    pack.destroy(error)
  })
  yield* bytesOf(pack)
  await filling
}

// The types of the library's streams do not declare their chunks.
async function* bytesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer, void> {
  for await (const chunk of stream)
    if (chunk instanceof Uint8Array) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
}

function toArchiveError(error: unknown, file: string): Error {
  if (error instanceof WrongKeyError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new Error(`There is no archive ${file}.`)
  if (code === 'EACCES') return new Error(`The archive ${file} may not be read by this user.`)
  return new Error(
    `${file} is no archive, or it is damaged or cut off (${error instanceof Error ? error.message : String(error)}).`,
  )
}
