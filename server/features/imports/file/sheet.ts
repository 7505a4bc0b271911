import { importWords } from '#words/imports'
import { filled } from '../values.ts'
import { MOST_ROWS, type Sheet, Unreadable } from './rows.ts'
import { openText } from './text.ts'
import { openXlsx } from './xlsx.ts'

const XLSX = [0x50, 0x4b, 0x03, 0x04]
const OLD_XLS = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * What a file is, found out by what is in it and not by its name. Throws `Unreadable` for what is no
 * table; so does reading its rows, which happens as they are asked for.
 */
export async function openSheet(bytes: Uint8Array): Promise<Sheet> {
  if (bytes.byteLength === 0) throw new Unreadable(importWords.empty)
  if (begins(bytes, OLD_XLS)) throw new Unreadable(importWords.oldXls)
  const sheet = begins(bytes, XLSX) ? await openXlsx(bytes) : openText(bytes)
  if (sheet.estimate > MOST_ROWS + 100)
    throw new Unreadable(filled(importWords.tooManyRows, MOST_ROWS))
  return sheet
}

const begins = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, at) => bytes[at] === byte)
