import { Buffer } from 'node:buffer'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import type { LocalizedText } from '#i18n/translate'
import { DOCUMENT_KINDS, splitFileName } from '../../platform/files/document-kinds.ts'
import { imageProblemTexts, readBase64Image } from '../../platform/pictures/read-images.ts'

/** An attachment of a notice. */
export interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

const PICTURES = new Set(['jpg', 'jpeg', 'png'])

/**
 * Reads an uploaded attachment. Its type is determined by its content. Documents are stored
 * unchanged; images are re-encoded. Returns a text if the file is not accepted.
 */
export async function readAttachment(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Attachment | LocalizedText> {
  const { stem, ending } = splitFileName(name, '附件')
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (PICTURES.has(ending)) {
    const image = await readBase64Image(content.toString('base64'))
    return image.type === 'ok'
      ? { name: `${stem}.jpg`, type: 'image/jpeg', bytes: image.jpeg }
      : imageProblemTexts[image.type]
  }
  const kind = DOCUMENT_KINDS.find((one) => one.ending === ending)
  if (kind === undefined || !kind.holds(content)) return noticePublishingTexts.unknownFile
  return { name: `${stem}.${ending}`, type: kind.type, bytes: content }
}
