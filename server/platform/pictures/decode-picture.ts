import sharp, { type Metadata, type Sharp } from 'sharp'
import { jpegCoefficientBytes, countJpegScans } from './jpeg.ts'

/**
 * What is to be made: a photo of at most 1600 pixels, the picture of oneself as the app crops it,
 * the small one of a messaging account, or a face as small as it can be recognised.
 */
export type PictureKind = 'photo' | 'picture' | 'account picture' | 'face'

/** What was made, or what is wrong with what came. */
export type DecodeResult =
  | { type: 'made'; bytes: Uint8Array }
  | { type: 'not an image' }
  | { type: 'broken' }
  | { type: 'too small' }
  | { type: 'too many pixels' }

const SMALLEST = 200
const LARGEST = 1600
// What the crop of the app makes (PRO-10).
const PICTURE_SIDE = 150
const ACCOUNT_PICTURE_SIDE = 132
const PORTRAIT = { width: 96, height: 128 }
/** A supervisor's phone keeps hundreds of faces, and a weak network brings them. */
const MAX_PORTRAIT_BYTES = 4096
const PORTRAIT_QUALITIES = [70, 50, 30, 10]
// The best phones take 50 million. A plain JPEG is read in a reduced size, row by row, and costs
// next to nothing.
const PIXELS = 60_000_000
const LONGEST = 16_384
// What must be held as a whole while it is read, at worst: PNG, and JPEG in several passes. A
// phone's 12 million pixels fit. Rows are held as well, so that a PNG may be longer than it is
// wide.
const HELD_BYTES = 40_000_000
const PNG_WIDEST = 6144
const SCANS = 64
const KINDS = { jpeg: [0xff, 0xd8, 0xff], png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }

/** Make a picture out of a stranger's file, where it is one that costs no more than it may. */
export async function decodePicture(wish: PictureKind, bytes: Uint8Array): Promise<DecodeResult> {
  // Before a decoder sees it: the library reads many more kinds than these two.
  const kind = Object.entries(KINDS).find(([, magic]) =>
    magic.every((byte, index) => bytes[index] === byte),
  )?.[0]
  if (kind === undefined) return { type: 'not an image' }
  const read = (limitInputPixels: number | false = PIXELS) =>
    sharp(bytes, { failOn: 'error', limitInputPixels, sequentialRead: true, pages: 1 })
  try {
    // What it says of itself is read whatever that is: at its limit the library calls it broken.
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

// Nothing of the file itself is kept: only its pixels, upright.
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
    case 'account picture':
      return within(ACCOUNT_PICTURE_SIDE)
    case 'picture':
      return format === 'png' && width === PICTURE_SIDE && height === PICTURE_SIDE
        ? picture.toColourspace('srgb').png()
        : undefined
  }
}

// As good as its bytes allow.
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
