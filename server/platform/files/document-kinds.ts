import { Buffer } from 'node:buffer'

/** A kind of document, which its content shows. */
export interface DocumentKind {
  /** The ending of a name, without the dot. */
  readonly ending: string
  readonly type: string
  readonly holds: (bytes: Buffer) => boolean
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const OPEN_XML = 'application/vnd.openxmlformats-officedocument.'

// An Office Open XML format. The file names inside the package (ZIP) are not compressed, so they
// can be searched.
const openXml = (ending: string, kind: string, part: string): DocumentKind => ({
  ending,
  type: OPEN_XML + kind,
  holds: (bytes) =>
    begins(bytes, ZIP) &&
    bytes.includes('[Content_Types].xml') &&
    bytes.includes(part) &&
    !bytes.includes('vbaProject.bin'),
})

// An older binary format. The directory of its container has names in UTF-16.
const binary = (ending: string, type: string, streams: readonly string[]): DocumentKind => ({
  ending,
  type,
  holds: (bytes) =>
    begins(bytes, OLE) &&
    streams.some((stream) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'))) &&
    !bytes.includes(Buffer.from('_VBA_PROJECT', 'utf16le')),
})

const begins = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)

/** The documents that are accepted, without macros. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  {
    ending: 'pdf',
    type: 'application/pdf',
    holds: (bytes) => begins(bytes, Buffer.from('%PDF-')),
  },
  openXml('docx', 'wordprocessingml.document', 'word/document.xml'),
  openXml('xlsx', 'spreadsheetml.sheet', 'xl/workbook.xml'),
  openXml('pptx', 'presentationml.presentation', 'ppt/presentation.xml'),
  binary('doc', 'application/msword', ['WordDocument']),
  binary('xls', 'application/vnd.ms-excel', ['Workbook', 'Book']),
  binary('ppt', 'application/vnd.ms-powerpoint', ['PowerPoint Document']),
]

const MOST_NAME_CHARACTERS = 80

/** Splits a file's name, without characters that a file system refuses. */
export function splitFileName(
  name: string,
  unnamed: string,
): { readonly stem: string; readonly ending: string } {
  const plain = name.replaceAll(/[\p{C}/\\:*?"<>|]/gu, ' ').trim()
  const dot = plain.lastIndexOf('.')
  const stem = dot < 0 ? plain : plain.slice(0, dot)
  const ending = dot < 0 ? '' : plain.slice(dot + 1).toLowerCase()
  return {
    stem: [...stem.trim()].slice(0, MOST_NAME_CHARACTERS).join('') || unnamed,
    ending,
  }
}
