import { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { importTexts } from '#i18n/imports'
import { UnreadableFileError } from './sheet-rows.ts'

/**
 * A ZIP archive whose files are decompressed as streams. Names are case-insensitive
 * (ECMA-376-2 § 6.2.2.3).
 */
export class ZipArchive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  static async open(bytes: Uint8Array): Promise<ZipArchive> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const zip = await fromBufferPromise(buffer, { autoClose: false })
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      const key = keyOf(entry.fileName)
      if (!entries.has(key)) entries.set(key, entry)
      if (entries.size > MOST_FILES) throw new UnreadableFileError(importTexts.tooLarge)
    }
    return new ZipArchive(zip, entries)
  }

  has(path: string): boolean {
    return this.#entries.has(keyOf(path))
  }

  /**
   * Reads a file. Throws `UnreadableFileError` if its declared size exceeds `most`, and another
   * error if the file is larger than declared.
   */
  async *read(path: string, most: number): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(keyOf(path))
    if (entry === undefined) throw new UnreadableFileError(importTexts.badXlsx)
    if (entry.uncompressedSize > most) throw new UnreadableFileError(importTexts.tooLarge)
    const stream = await this.#zip.openReadStreamPromise(entry)
    for await (const chunk of Readable.from(stream)) if (Buffer.isBuffer(chunk)) yield chunk
  }
}

const keyOf = (name: string): string => name.toLowerCase()

// The largest number of files in an archive; a workbook contains a few dozen.
const MOST_FILES = 5000
