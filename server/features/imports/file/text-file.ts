import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { importTexts } from '#i18n/imports'
import { CsvRows } from './csv.ts'
import { type Sheet, type SheetRow, UnreadableFileError } from './sheet-rows.ts'

const START = 64 * 1024
// So much is parsed in one turn: of blank lines these are eight thousand.
const CHUNK = 16 * 1024

/** A file of text: its encoding is found out, and what divides its columns. */
export function openText(bytes: Uint8Array): Sheet {
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

// GB18030 reads nearly everything, so UTF-8, which does not, is tried first. Text has no zero bytes
// but in UTF-16, where they stand beside each letter of ASCII.
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

// Bytes of Big5 are characters of GB18030 as well, but seldom those of headings.
function isBig5(bytes: Uint8Array, asGb18030: string): boolean {
  const asBig5 = new TextDecoder('big5').decode(bytes)
  return headingsCharacters(asBig5) > headingsCharacters(asGb18030)
}

const headingsCharacters = (text: string) =>
  text.match(/[姓名性別别號号學学生院專专業业班級级課课程教師师日期證证電电話话年入系]/gu)
    ?.length ?? 0

// A part at a time: a whole file as one text takes twice its memory. `isPart` allows for a
// character that was cut in two.
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

// Parts of a large file are looked at in turns of their own: others are served between them.
async function linesIn(bytes: Uint8Array): Promise<number> {
  let lines = 1
  for (let start = 0; start < bytes.byteLength; start += SLICE) {
    // An iterator takes ten times as long.
    const end = Math.min(start + SLICE, bytes.byteLength)
    for (let at = start; at < end; at += 1) if (bytes[at] === 0x0a) lines += 1
    await nextTurn()
  }
  return lines
}
const SLICE = 2 ** 19

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
  const rows = new CsvRows(delimiter)
  let line = 0
  for (const part of decodeInChunks(bytes, encoding)) {
    for (const cells of rows.read(part)) yield { line: (line += 1), cells }
    await nextTurn()
  }
  for (const cells of rows.end()) yield { line: (line += 1), cells }
}
