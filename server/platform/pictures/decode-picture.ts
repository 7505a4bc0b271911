import sharp, { type Metadata, type Sharp } from 'sharp'
import { jpegCoefficientBytes, countJpegScans } from './jpeg.ts'

/**
 * The kinds of output. 'photo': at most 1600 pixels; 'picture': an avatar as the app has cropped
 * it; 'account picture': the small picture of a messaging account; 'face': a portrait of the
 * smallest recognizable size; 'file': like a photo, and of any smallest size, such as a drawn
 * signature.
 */
export type PictureKind = 'photo' | 'picture' | 'account picture' | 'face' | 'file'

/** The decoded and re-encoded picture, or why the input is rejected. */
export type DecodeResult =
  | { type: 'made'; bytes: Uint8Array }
  | { type: 'not an image' }
  | { type: 'broken' }
  | { type: 'too small' }
  | { type: 'too many pixels' }

const SMALLEST = 200
const LARGEST = 1600
// The size to which the app crops an avatar (PRO-10).
const PICTURE_SIDE = 150
const ACCOUNT_PICTURE_SIDE = 132
const PORTRAIT = { width: 96, height: 128 }
/**
 * The largest portrait, bytes. Portraits are small, because a supervisor's phone caches hundreds
 * over a weak network.
 */
const MAX_PORTRAIT_BYTES = 4096
const PORTRAIT_QUALITIES = [70, 50, 30, 10]
// The largest number of pixels; the best phones take 50 million. A baseline JPEG is decoded in a
// reduced size, row by row, and needs little memory.
const PIXELS = 60_000_000
const LONGEST = 16_384
// The memory limit of pictures that have to be decoded as a whole: PNG and progressive JPEG. The 12
// million pixels of a phone fit. Rows are counted too, so that a PNG can be higher than it is wide.
const HELD_BYTES = 40_000_000
const PNG_WIDEST = 6144
const SCANS = 64
const KINDS = { jpeg: [0xff, 0xd8, 0xff], png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }

/**
 * Decodes an untrusted file within limits of format, pixels and memory, and encodes its pixels
 * again.
 */
export async function decodePicture(wish: PictureKind, bytes: Uint8Array): Promise<DecodeResult> {
  // The format is checked first, because the library decodes many more formats than these two.
  const kind = Object.entries(KINDS).find(([, magic]) =>
    magic.every((byte, index) => bytes[index] === byte),
  )?.[0]
  if (kind === undefined) return { type: 'not an image' }
  const read = (limitInputPixels: number | false = PIXELS) =>
    sharp(bytes, { failOn: 'error', limitInputPixels, sequentialRead: true, pages: 1 })
  try {
    // The metadata is read without the pixel limit, because the library reports a picture above the
    // limit as a broken file.
    const found = await read(false).metadata()
    if (found.format !== kind) return { type: 'not an image' }
    if (isTooMuch(found, bytes)) return { type: 'too many pixels' }
    if (wish === 'face') return { type: 'made', bytes: await makePortrait(read) }
    const made = make(wish, read(), found)
    return made === undefined
      ? { type: 'too small' }
      : { type: 'made', bytes: await made.toBuffer() }
  } catch {
    return { type: 'broken' }
  }
}

function isTooMuch(
  { format, width, height, channels, depth }: Metadata,
  bytes: Uint8Array,
): boolean {
  if (width * height > PIXELS || Math.max(width, height) > LONGEST) return true
  if (format === 'png')
    return (
      width > PNG_WIDEST || width * height * channels * (depth === 'ushort' ? 2 : 1) > HELD_BYTES
    )
  return countJpegScans(bytes) > SCANS || jpegCoefficientBytes(bytes) > HELD_BYTES
}

// Encodes the pixels, rotated upright. Metadata is dropped.
function make(
  wish: Exclude<PictureKind, 'face'>,
  picture: Sharp,
  { format, width, height }: Metadata,
): Sharp | undefined {
  const within = (side: number) =>
    picture
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
  switch (wish) {
    case 'photo':
      return width < SMALLEST || height < SMALLEST ? undefined : within(LARGEST)
    case 'file':
      return within(LARGEST)
    case 'account picture':
      return within(ACCOUNT_PICTURE_SIDE)
    case 'picture':
      return format === 'png' && width === PICTURE_SIDE && height === PICTURE_SIDE
        ? picture.toColourspace('srgb').png()
        : undefined
  }
}

// Encodes a portrait with the best quality within the size limit.
async function makePortrait(read: () => Sharp): Promise<Uint8Array> {
  const small = await read()
    .autoOrient()
    .resize({ ...PORTRAIT, fit: 'cover', position: 'top' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .png()
    .toBuffer()
  let bytes = new Uint8Array()
  for (const quality of PORTRAIT_QUALITIES) {
    bytes = new Uint8Array(await sharp(small).jpeg({ quality, mozjpeg: true }).toBuffer())
    if (bytes.byteLength <= MAX_PORTRAIT_BYTES) break
  }
  return bytes
}
