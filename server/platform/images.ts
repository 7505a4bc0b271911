import { photoWords } from '#words/photo'
import sharp from 'sharp'
import { IMAGE_LIMIT } from './body.ts'

const SMALLEST = 200
const LARGEST = 1600
// The best phones take 50 million; more would be a bomb.
const PIXELS = 60_000_000
const KINDS = { jpeg: [0xff, 0xd8, 0xff], png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }

/** An image made anew from its pixels, or what is wrong with what came. */
export type ReadImage =
  | { type: 'ok'; jpeg: Buffer }
  | { type: 'not an image' }
  | { type: 'broken' }
  | { type: 'too small' }
  | { type: 'too large' }
  | { type: 'too many pixels' }

/** What is wrong with a picture, in words. */
export const imageProblem = {
  'not an image': photoWords.notAnImage,
  broken: photoWords.broken,
  'too small': photoWords.tooSmall,
  'too large': photoWords.tooLarge,
  'too many pixels': photoWords.tooManyPixels,
}

/** Read base64 of a JPEG or PNG. Nothing of the file itself is kept: only its pixels, upright, as a JPEG of at most 1600 pixels. */
export async function readImage(base64: string): Promise<ReadImage> {
  const text = base64.replace(/^data:[^,]{0,100},/, '').replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return { type: 'not an image' }
  const bytes = Buffer.from(text, 'base64')
  if (bytes.byteLength > IMAGE_LIMIT) return { type: 'too large' }
  // Before a decoder sees it: the library reads many more kinds than these two.
  const kind = Object.entries(KINDS).find(([, magic]) => magic.every((byte, index) => bytes[index] === byte))?.[0]
  if (kind === undefined) return { type: 'not an image' }
  try {
    const decoder = () => sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS, sequentialRead: true, pages: 1 })
    const { format, width, height } = await decoder().metadata()
    if (format !== kind) return { type: 'not an image' }
    if (width * height > PIXELS) return { type: 'too many pixels' }
    if (width < SMALLEST || height < SMALLEST) return { type: 'too small' }
    const jpeg = await decoder()
      .autoOrient()
      .resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
      .toBuffer()
    return { type: 'ok', jpeg }
  } catch {
    return { type: 'broken' }
  }
}

// What the crop of the app makes (PRO-10).
const PICTURE_SIDE = 150

/** A picture of oneself made anew from its pixels; undefined unless it is a PNG of 150 by 150. */
export async function readPicture(bytes: Uint8Array): Promise<Buffer | undefined> {
  if (!KINDS.png.every((byte, index) => bytes[index] === byte)) return undefined
  try {
    const decoder = () => sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_SIDE ** 2, pages: 1 })
    const { format, width, height } = await decoder().metadata()
    if (format !== 'png' || width !== PICTURE_SIDE || height !== PICTURE_SIDE) return undefined
    return await decoder().toColourspace('srgb').png().toBuffer()
  } catch {
    return undefined
  }
}
