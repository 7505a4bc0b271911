import { setImmediate as nextTurn } from 'node:timers/promises'
import { photoTexts } from '#i18n/photo'
import { decodeInProcess } from './decoder-pool.ts'
import { MAX_IMAGE_BYTES } from './image-size-limit.ts'

/** An image made anew from its pixels, or what is wrong with what came. */
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
 * Read base64 of a JPEG or PNG. Nothing of the file itself is kept: only its pixels, upright, as a
 * JPEG of at most 1600 pixels.
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

/** A picture of oneself made anew from its pixels; undefined unless it is a PNG of 150 by 150. */
export async function readAvatar(bytes: Uint8Array): Promise<Buffer | undefined> {
  const decoded = await decodeInProcess('picture', bytes)
  return decoded.type === 'made' ? Buffer.from(decoded.bytes) : undefined
}

/** Somebody's picture from elsewhere made anew, small; undefined unless it is a JPEG or PNG. */
export async function readMessagingAvatar(bytes: Uint8Array): Promise<Buffer | undefined> {
  const decoded = await decodeInProcess('account picture', bytes)
  return decoded.type === 'made' ? Buffer.from(decoded.bytes) : undefined
}

/** A face made small from a photo that was stored; undefined where it cannot be read. */
export async function readPortrait(photo: Uint8Array): Promise<Buffer | undefined> {
  const decoded = await decodeInProcess('face', photo)
  return decoded.type === 'made' ? Buffer.from(decoded.bytes) : undefined
}

const SLICE = 256 * 1024
// Lines of 64 letters, as some encoders write them, and then some.
const MOST_BLANKS = 1 / 20

// The decoder of base64 passes over what is none. It may be millions of letters, so they are
// counted and not looked through again, unless there are breaks between them: then slice by slice,
// each in a turn of its own.
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
