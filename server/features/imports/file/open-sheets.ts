import { importTexts } from '#i18n/imports'
import { type ImportedSheet, UnreadableFileError } from './sheet-rows.ts'
import { openTextSheet } from './text-file.ts'
import { openXlsx } from './xlsx.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLD_XLS = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * Opens the tables of a file: its visible worksheets in order, or the one table of a text file. The
 * format is determined by the content and not by the name. Throws `UnreadableFileError` for other
 * files. Rows are read lazily, and reading them can throw it too.
 */
export async function openSheets(bytes: Uint8Array): Promise<readonly ImportedSheet[]> {
  if (bytes.byteLength === 0) throw new UnreadableFileError(importTexts.empty)
  if (begins(bytes, OLD_XLS)) throw new UnreadableFileError(importTexts.oldXls)
  const markup = markupIn(bytes)
  if (markup !== undefined) throw new UnreadableFileError(importTexts[markup])
  return begins(bytes, ZIP) ? openXlsx(bytes) : [openTextSheet(bytes)]
}

const begins = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, at) => bytes[at] === byte)

// Some systems write HTML, or the XML of Excel 2003, into .xls files. Spreadsheet programs open
// such files.
function markupIn(bytes: Uint8Array): 'html' | 'xmlSpreadsheet' | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString().replaceAll('\0', '').toLowerCase()
  const text = start.replace(/^[^<\w]*/, '')
  if (!text.startsWith('<')) return undefined
  if (text.startsWith('<?xml') && !text.includes('<html')) return 'xmlSpreadsheet'
  return /^<(!doctype html|!--|html|head|meta|body|style|table|div)/.test(text) ||
    text.includes('<html')
    ? 'html'
    : undefined
}
