import { posix } from 'node:path'
import { isDateFormat } from 'hucre'
import { importTexts } from '#i18n/imports'
import { UnreadableFileError } from './sheet-rows.ts'
import { parseXml } from './xml.ts'
import type { ZipArchive } from './zip.ts'

/** The parts of a workbook except the rows of its worksheets. */
export interface Workbook {
  /** The visible worksheets, in order. */
  readonly sheets: readonly WorkbookSheet[]
  /** The shared strings. */
  readonly texts: readonly string[]
  /** The number format of each style. */
  readonly styles: readonly NumberStyle[]
  /** Whether days are counted from 1904. */
  readonly from1904: boolean
}

/** A worksheet and the path of its rows in the archive. */
export interface WorkbookSheet {
  readonly name: string
  readonly path: string
}

/**
 * How a number is displayed: as a date, as a code with leading zeros (`code` is its format), or
 * plain.
 */
export type NumberStyle = 'date' | 'plain' | { readonly code: string }

// The largest size of a part's XML, bytes. Its text takes up to four times this memory.
const MOST_BYTES = 32 * 2 ** 20

/**
 * Reads a workbook without its rows. For a file in another format, throws an `UnreadableFileError`
 * that names the format.
 */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  if (archive.has('content.xml') && archive.has('mimetype'))
    throw new UnreadableFileError(importTexts.ods)
  const start = (await linksOf(archive, '')).find(({ type }) => type === 'officeDocument')
  if (start === undefined) throw new UnreadableFileError(importTexts.badXlsx)
  if (start.path.endsWith('.bin')) throw new UnreadableFileError(importTexts.xlsb)
  const links = await linksOf(archive, start.path)
  const { listed, from1904 } = await readSheetList(archive, start.path)
  // Chart and dialog sheets are not worksheets.
  const sheets = listed.flatMap(({ id, name, state }) => {
    const link = links.find((one) => one.type === 'worksheet' && one.id === id)
    return link === undefined || state !== 'visible' ? [] : [{ name, path: link.path }]
  })
  if (sheets.length === 0) throw new UnreadableFileError(importTexts.noVisibleSheet)
  const named = (type: string) => links.find((link) => link.type === type)?.path
  return {
    sheets,
    from1904,
    texts: await textsIn(archive, named('sharedStrings')),
    styles: await stylesIn(archive, named('styles')),
  }
}

interface Link {
  readonly id: string
  /**
   * The last segment of the relationship's type URI; the rest differs between two editions of the
   * format.
   */
  readonly type: string
  readonly path: string
}

async function linksOf(archive: ZipArchive, of: string): Promise<Link[]> {
  const folder = posix.dirname(of)
  const links: Link[] = []
  await parseXml(
    archive.read(posix.join(folder, '_rels', `${posix.basename(of)}.rels`), MOST_BYTES),
    {
      open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
        if (name === 'Relationship')
          links.push({
            id,
            type: posix.basename(type),
            path: partNamed(folder, target),
          })
      },
    },
  )
  return links
}

// A target that begins with a slash is relative to the package's root (ECMA-376-2 § 6.4).
const partNamed = (folder: string, target: string): string =>
  posix.resolve('/', folder, target).slice(1)

async function readSheetList(archive: ZipArchive, path: string) {
  const listed: { readonly id: string; readonly name: string; readonly state: string }[] = []
  let from1904 = false
  await parseXml(archive.read(path, MOST_BYTES), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (tag !== 'sheet') return
      const { name = '', state = 'visible' } = attributes
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      listed.push({ id, name, state })
    },
  })
  return { listed, from1904 }
}

async function textsIn(archive: ZipArchive, path: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (path === undefined || !archive.has(path)) return texts
  let whole = ''
  let isText = false
  // Phonetic text inside a string is skipped.
  let isSound = false
  await parseXml(archive.read(path, MOST_BYTES), {
    open: (name) => {
      if (name === 'si') whole = ''
      if (name === 'rPh') isSound = true
      if (name === 't') isText = !isSound
    },
    text: (text) => {
      if (isText) whole += text
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isSound = false
      if (name === 'si') texts.push(unescapeXmlText(whole))
    },
  })
  return texts
}

/**
 * Decodes a text in which characters that XML does not allow are escaped as `_x000D_`. The result
 * is a copy, because a substring keeps the whole text in memory.
 */
export const unescapeXmlText = (text: string): string =>
  Buffer.from(
    text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
  ).toString()

async function stylesIn(archive: ZipArchive, path: string | undefined): Promise<NumberStyle[]> {
  const styles: NumberStyle[] = []
  if (path === undefined || !archive.has(path)) return styles
  const own = new Map<string, string>()
  let isCellStyle = false
  await parseXml(archive.read(path, MOST_BYTES), {
    open: (name, { numFmtId: id = '0', formatCode: code = '' }) => {
      if (name === 'numFmt') own.set(id, code)
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) styles.push(styleOf(own.get(id) ?? id))
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

// Formats of codes: `000000` displays 80901 as 080901, and `"T"0000` displays 12 as T0012.
const CODE = /^(?:\[[^\]]*\]|"[^"]*"|\\.)*0{2,}(?:"[^"]*"|\\.)*(?:;.*)?$/

function styleOf(format: string): NumberStyle {
  if (isDateFormat(format)) return 'date'
  return CODE.test(format) ? { code: format } : 'plain'
}
