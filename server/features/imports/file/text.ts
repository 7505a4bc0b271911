import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { importWords } from '#words/imports'
import { filled } from '../values.ts'
import { MOST_CHARACTERS, MOST_COLUMNS, type Sheet, type SheetRow, Unreadable } from './rows.ts'

const CHUNK = 64 * 1024

/** A file of text: its encoding is found out, and what divides its columns. */
export function openText(bytes: Uint8Array): Sheet {
  const encoding = encodingOf(bytes)
  const [start = ''] = [...decoded(bytes.subarray(0, CHUNK), encoding, true)]
  return {
    format: `CSV ${encoding.toUpperCase()}`,
    estimate: linesIn(bytes),
    rows: () => rowsOf(bytes, encoding, delimiterOf(start)),
  }
}

// GB18030 reads nearly everything, so UTF-8, which does not, is tried first.
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return isUtf8(bytes) ? 'utf-8' : 'gb18030'
}

// A part at a time: a whole file as one text takes twice its memory. `isPart` allows for a
// character that was cut in two.
function* decoded(bytes: Uint8Array, encoding: string, isPart = false): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let at = 0; at < bytes.byteLength; at += CHUNK)
      yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true })
    if (!isPart) yield decoder.decode()
  } catch {
    throw new Unreadable(importWords.badEncoding)
  }
}

function linesIn(bytes: Uint8Array): number {
  let lines = 1
  for (const byte of bytes) if (byte === 0x0a) lines += 1
  return lines
}

// That which stands most often in the first line that has one.
function delimiterOf(start: string): string {
  const line = start.split(/\r?\n/, 20).find((one) => /[,;\t]/.test(one)) ?? ''
  const often = (sign: string) => line.split(sign).length
  return [',', '\t', ';'].toSorted((one, other) => often(other) - often(one))[0] ?? ','
}

async function* rowsOf(
  bytes: Uint8Array,
  encoding: string,
  delimiter: string,
): AsyncGenerator<SheetRow> {
  const source = Readable.from(decoded(bytes, encoding))
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MOST_CHARACTERS,
  })
  // A pipe hands on rows, not failures.
  source.on('error', (error) => parser.destroy(error))
  let line = 0
  try {
    for await (const cells of source.pipe(parser)) {
      line += 1
      yield { line, cells: textsIn(cells) }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Unreadable(filled(importWords.badCsv, line + 1))
    throw error
  } finally {
    source.destroy()
  }
}

const textsIn = (cells: unknown): string[] =>
  Array.isArray(cells) ? cells.slice(0, MOST_COLUMNS).map(String) : []
