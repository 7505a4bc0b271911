import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { importTexts } from '#i18n/imports'
import { CsvRows } from './csv.ts'
import { type ImportedSheet, type SheetRow, UnreadableFileError } from './sheet-rows.ts'

const START = 64 * 1024
// The number of characters that are parsed without a pause, at most eight thousand blank lines.
const CHUNK = 16 * 1024

/** Opens a text file; its encoding and its delimiter are detected. */
export function openTextSheet(bytes: Uint8Array): ImportedSheet {
  const encoding = encodingOf(bytes)
  const start = [...decodeInChunks(bytes.subarray(0, START), encoding, true)].join('')
  if (encoding === 'gb18030' && isBig5(bytes.subarray(0, START), start))
    throw new UnreadableFileError(importTexts.big5)
  return {
    format: `CSV ${encoding.toUpperCase()}`,
    name: '',
    facts: { isText: true },
    estimate: () => linesIn(bytes),
    rows: () => rowsOf(bytes, encoding, delimiterOf(start)),
  }
}

// Detects the encoding. UTF-8 is tried first, because nearly any bytes are valid GB18030. Zero
// bytes mean UTF-16, in which each ASCII letter has one.
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 1024).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  if (first + second > 1) return first > second ? 'utf-16be' : 'utf-16le'
  return isUtf8(bytes) ? 'utf-8' : 'gb18030'
}

// Whether the text is Big5. Big5 text is valid GB18030 too, but decoded as GB18030 it rarely
// contains the characters of headings.
function isBig5(bytes: Uint8Array, asGb18030: string): boolean {
  const asBig5 = new TextDecoder('big5').decode(bytes)
  return headingsCharacters(asBig5) > headingsCharacters(asGb18030)
}

const headingsCharacters = (text: string) =>
  text.match(/[姓名性別别號号學学生院專专業业班級级課课程教師师日期證证電电話话年入系]/gu)
    ?.length ?? 0

// Decodes the file in parts, because a whole file as one text takes twice its memory. With `isPart`
// the last character can be cut off.
function* decodeInChunks(bytes: Uint8Array, encoding: string, isPart = false): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let at = 0; at < bytes.byteLength; at += CHUNK)
      yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true })
    if (!isPart) yield decoder.decode()
  } catch {
    throw new UnreadableFileError(importTexts.badEncoding)
  }
}

// Counts the lines of a large file slice by slice, with a turn of the event loop between slices.
async function linesIn(bytes: Uint8Array): Promise<number> {
  let lines = 1
  for (let start = 0; start < bytes.byteLength; start += SLICE) {
    // An index loop is used, because an iterator takes ten times as long.
    const end = Math.min(start + SLICE, bytes.byteLength)
    for (let at = start; at < end; at += 1) if (bytes[at] === 0x0a) lines += 1
    await nextTurn()
  }
  return lines
}
const SLICE = 2 ** 19

// The most frequent delimiter in the first line that contains a delimiter.
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
  const rows = new CsvRows(delimiter)
  let line = 0
  for (const part of decodeInChunks(bytes, encoding)) {
    for (const cells of rows.read(part)) yield { line: (line += 1), cells }
    await nextTurn()
  }
  for (const cells of rows.end()) yield { line: (line += 1), cells }
}
