import { Buffer } from 'node:buffer'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import type { LocalizedText } from '#i18n/translate'
import { imageProblemTexts, readBase64Image } from '../../platform/pictures/read-images.ts'

/** An attachment of a notice. */
export interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

interface Kind {
  readonly type: string
  readonly holds: (bytes: Buffer) => boolean
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const OPEN_XML = 'application/vnd.openxmlformats-officedocument.'

// An Office Open XML format. The file names inside the package (ZIP) are not compressed, so they
// can be searched.
const openXml = (kind: string, part: string): Kind => ({
  type: OPEN_XML + kind,
  holds: (bytes) =>
    begins(bytes, ZIP) &&
    bytes.includes('[Content_Types].xml') &&
    bytes.includes(part) &&
    !bytes.includes('vbaProject.bin'),
})

// An older binary format. The directory of its container has names in UTF-16.
const binary = (type: string, streams: readonly string[]): Kind => ({
  type,
  holds: (bytes) =>
    begins(bytes, OLE) &&
    streams.some((stream) => bytes.includes(Buffer.from(`${stream}\0`, 'utf16le'))) &&
    !bytes.includes(Buffer.from('_VBA_PROJECT', 'utf16le')),
})

const begins = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['pdf', { type: 'application/pdf', holds: (bytes) => begins(bytes, Buffer.from('%PDF-')) }],
  ['docx', openXml('wordprocessingml.document', 'word/document.xml')],
  ['xlsx', openXml('spreadsheetml.sheet', 'xl/workbook.xml')],
  ['pptx', openXml('presentationml.presentation', 'ppt/presentation.xml')],
  ['doc', binary('application/msword', ['WordDocument'])],
  ['xls', binary('application/vnd.ms-excel', ['Workbook', 'Book'])],
  ['ppt', binary('application/vnd.ms-powerpoint', ['PowerPoint Document'])],
])
const PICTURES = new Set(['jpg', 'jpeg', 'png'])
const NAME_AT_MOST = 80

/**
 * Reads an uploaded attachment. Its type is determined by its content. Documents are stored
 * unchanged; images are re-encoded. Returns a text if the file is not accepted.
 */
export async function readAttachment(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Attachment | LocalizedText> {
  const { stem, ending } = partsOf(name)
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (PICTURES.has(ending)) {
    const image = await readBase64Image(content.toString('base64'))
    return image.type === 'ok'
      ? { name: `${stem}.jpg`, type: 'image/jpeg', bytes: image.jpeg }
      : imageProblemTexts[image.type]
  }
  const kind = KINDS.get(ending)
  if (kind === undefined || !kind.holds(content)) return noticePublishingTexts.unknownFile
  return { name: `${stem}.${ending}`, type: kind.type, bytes: content }
}

function partsOf(name: string): { stem: string; ending: string } {
  const plain = name.replaceAll(/[\p{C}/\\:*?"<>|]/gu, ' ').trim()
  const dot = plain.lastIndexOf('.')
  const stem = dot < 0 ? plain : plain.slice(0, dot)
  const ending = dot < 0 ? '' : plain.slice(dot + 1).toLowerCase()
  return { stem: [...stem.trim()].slice(0, NAME_AT_MOST).join('') || '附件', ending }
}
