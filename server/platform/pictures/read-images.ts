import { setImmediate as nextTurn } from 'node:timers/promises'
import { photoTexts } from '#i18n/photo'
import { decodeInProcess } from './decoder-pool.ts'
import { MAX_IMAGE_BYTES } from './image-size-limit.ts'

/** A re-encoded image, or why the input is rejected. */
export type ImageReadResult =
  | { type: 'ok'; jpeg: Buffer }
  | { type: keyof typeof imageProblemTexts }

/** The text for each problem of an image. */
export const imageProblemTexts = {
  'not an image': photoTexts.notAnImage,
  broken: photoTexts.broken,
  'too small': photoTexts.tooSmall,
  'too large': photoTexts.tooLarge,
  'too many pixels': photoTexts.tooManyPixels,
}

/**
 * Reads a JPEG or PNG in base64 and re-encodes its pixels, upright, as a JPEG of at most 1600
 * pixels. Metadata is dropped.
 */
export async function readBase64Image(base64: string): Promise<ImageReadResult> {
  const head = /^data:[^,]{0,100},/.exec(base64)?.[0].length ?? 0
  const text = head === 0 ? base64 : base64.slice(head)
  const bytes = Buffer.from(text, 'base64')
  if (!(await isFullyDecoded(text, bytes))) return { type: 'not an image' }
  if (bytes.byteLength > MAX_IMAGE_BYTES) return { type: 'too large' }
  const decoded = await decodeInProcess('photo', bytes)
  return decoded.type === 'made' ? { type: 'ok', jpeg: Buffer.from(decoded.bytes) } : decoded
}

/** Reads a JPEG or PNG of any smallest size, such as a drawn signature, and re-encodes its pixels. */
export async function readPictureFile(bytes: Uint8Array): Promise<ImageReadResult> {
  if (bytes.byteLength > MAX_IMAGE_BYTES) return { type: 'too large' }
  const decoded = await decodeInProcess('file', bytes)
  return decoded.type === 'made' ? { type: 'ok', jpeg: Buffer.from(decoded.bytes) } : decoded
}

/** Re-encodes an avatar; undefined unless it is a PNG of 150 by 150. */
export async function readAvatar(bytes: Uint8Array): Promise<Buffer | undefined> {
  const decoded = await decodeInProcess('picture', bytes)
  return decoded.type === 'made' ? Buffer.from(decoded.bytes) : undefined
}

/** Re-encodes the picture of a messaging account, small; undefined unless it is a JPEG or PNG. */
export async function readMessagingAvatar(bytes: Uint8Array): Promise<Buffer | undefined> {
  const decoded = await decodeInProcess('account picture', bytes)
  return decoded.type === 'made' ? Buffer.from(decoded.bytes) : undefined
}

/** Makes a small portrait of a stored photo; undefined when it cannot be read. */
export async function readPortrait(photo: Uint8Array): Promise<Buffer | undefined> {
  const decoded = await decodeInProcess('face', photo)
  return decoded.type === 'made' ? Buffer.from(decoded.bytes) : undefined
}

const SLICE = 256 * 1024
// The accepted share of blanks: enough for line breaks after 64 characters, which some encoders
// write.
const MOST_BLANKS = 1 / 20

// Whether the text was completely decoded: Buffer's base64 decoder skips invalid characters without
// an error. The text can be millions of characters long, so the check compares the decoded length.
// Only a text with line breaks is scanned, slice by slice, with a turn of the event loop between
// slices.
async function isFullyDecoded(text: string, bytes: Buffer): Promise<boolean> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (text !== '' && bytes.byteLength === Math.floor(((text.length - padding) * 3) / 4)) return true
  const letters = text.trimEnd().replace(/={1,2}$/, '')
  const passedOver = letters.length - Math.ceil((bytes.byteLength * 4) / 3)
  if (passedOver === 0 || passedOver > letters.length * MOST_BLANKS) return false
  for (let at = 0; at < letters.length; at += SLICE) {
    if (!/^[\w+/\s-]*$/.test(letters.slice(at, at + SLICE))) return false
    await nextTurn()
  }
  return true
}
