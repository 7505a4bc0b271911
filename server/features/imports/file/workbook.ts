import { posix } from 'node:path'
import { isDateFormat } from 'hucre'
import { importWords } from '#words/imports'
import { Unreadable } from './rows.ts'
import { parseAll } from './xml.ts'
import type { Archive } from './zip.ts'

/** What the cells of a workbook's first sheet refer to. */
export interface Workbook {
  /** Where its rows lie in the archive. */
  readonly sheet: string
  /** The texts that cells share. */
  readonly texts: readonly string[]
  /** Of every style, whether it shows a number as a date. */
  readonly dates: readonly boolean[]
  /** Days are counted from 1904 on. */
  readonly from1904: boolean
}

// A text takes up to four times as much as its XML.
const MOST_BYTES = 32 * 2 ** 20

/** All of a workbook but its rows. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const start = (await linksOf(archive, '')).find(({ type }) => type === 'officeDocument')
  if (start === undefined) throw new Unreadable(importWords.badXlsx)
  const links = await linksOf(archive, start.path)
  const { id, from1904 } = await firstSheet(archive, start.path)
  const sheet = links.find((link) => link.type === 'worksheet' && link.id === id)
  if (sheet === undefined) throw new Unreadable(importWords.badXlsx)
  const named = (type: string) => links.find((link) => link.type === type)?.path
  return {
    sheet: sheet.path,
    from1904,
    texts: await textsIn(archive, named('sharedStrings')),
    dates: await datesIn(archive, named('styles')),
  }
}

interface Link {
  readonly id: string
  /** The last word of its type, which two editions of the format spell differently before it. */
  readonly type: string
  readonly path: string
}

async function linksOf(archive: Archive, of: string): Promise<Link[]> {
  const folder = posix.dirname(of)
  const links: Link[] = []
  await parseAll(
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

// A target that begins with a slash is reckoned from the package's root (ECMA-376-2 § 6.4).
const partNamed = (folder: string, target: string): string =>
  posix.resolve('/', folder, target).slice(1)

async function firstSheet(archive: Archive, path: string) {
  let id = ''
  let from1904 = false
  await parseAll(archive.read(path, MOST_BYTES), {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name === 'sheet' && id === '')
        id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    },
  })
  return { id, from1904 }
}

async function textsIn(archive: Archive, path: string | undefined): Promise<string[]> {
  const texts: string[] = []
  if (path === undefined || !archive.has(path)) return texts
  let whole = ''
  let isText = false
  // How a text is pronounced stands within it.
  let isSound = false
  await parseAll(archive.read(path, MOST_BYTES), {
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
      if (name === 'si') texts.push(plain(whole))
    },
  })
  return texts
}

/**
 * A text as it was typed: signs that XML does not have are spelled `_x000D_`. It is a copy: a piece
 * of a long text keeps all of it in memory.
 */
export const plain = (text: string): string =>
  Buffer.from(
    text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
  ).toString()

async function datesIn(archive: Archive, path: string | undefined): Promise<boolean[]> {
  const dates: boolean[] = []
  if (path === undefined || !archive.has(path)) return dates
  const own = new Map<string, string>()
  let isCellStyle = false
  await parseAll(archive.read(path, MOST_BYTES), {
    open: (name, { numFmtId: id = '0', formatCode: code = '' }) => {
      if (name === 'numFmt') own.set(id, code)
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) dates.push(isDateFormat(own.get(id) ?? id))
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return dates
}
