import { getNetworkStatus } from '../network/network-status.ts'
import { isTruncatedJpeg, type ImageDefect, detectImageDefect } from './image-defect.ts'

/** The limits of an uploaded image: its longest side, pixels (D-73), and its size, bytes. */
const USUAL = { longest: 1600, heaviest: 400_000 }
/**
 * The limits on a weak network: documents stay legible, and 50 kbit/s need about 20 s for this
 * size.
 */
const THIN = { longest: 1280, heaviest: 120_000 }
/** The limits of a thumbnail. It is sent as part of a list. */
export const THUMBNAIL_SIZE_LIMITS = { longest: 480, heaviest: 40_000 }
/**
 * The length of the shorter side, in pixels, below which the university refuses an image (D-82).
 */
const SHORTEST = 200
const QUALITIES = [0.85, 0.7, 0.55, 0.4]

/** An image ready to be sent; width and height in pixels. */
export interface PreparedImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

/** An image ready to be sent, or why it cannot be sent. */
export type PrepareImageResult =
  | { readonly type: 'ready'; readonly image: PreparedImage }
  | { readonly type: ImageDefect }
  | { readonly type: 'too-small' }

/** The Network Information API, which not every browser has. */
interface NavigatorWithConnection {
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean }
}

// The limits by the browser's network information and the app's own network status.
function limits() {
  const { connection }: Navigator & NavigatorWithConnection = navigator
  const isThin = connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
  return isThin || getNetworkStatus() !== 'online' ? THIN : USUAL
}

/** Reduces a prepared image further if the network has become weak since it was prepared. */
export async function shrinkImageForWeakNetwork(image: PreparedImage): Promise<PreparedImage> {
  if (image.blob.size <= limits().heaviest) return image
  const again = await prepareImage(image.blob)
  return again.type === 'ready' ? again.image : image
}

/**
 * Prepares an image for sending: upright, as a JPEG of at most 1600 pixels and 400 KB (less on a
 * weak network), without the camera's metadata.
 *
 * @param most The limits: longest side, pixels, and size, bytes.
 */
export async function prepareImage(file: Blob, most = limits()): Promise<PrepareImageResult> {
  const address = URL.createObjectURL(file)
  try {
    // An image element applies the EXIF orientation; createImageBitmap of older browsers does not.
    const picture = new Image()
    picture.src = address
    await picture.decode()
    if (await isTruncatedJpeg(file)) return { type: 'cut' }
    return await compressImage(picture, most)
  } catch {
    return { type: await detectImageDefect(file).catch(() => 'broken' as const) }
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function compressImage(
  picture: HTMLImageElement,
  most: ReturnType<typeof limits>,
): Promise<PrepareImageResult> {
  const { naturalWidth, naturalHeight } = picture
  const canvas = document.createElement('canvas')
  for (let { longest } = most; ; longest *= 0.75) {
    const scale = Math.min(1, longest / Math.max(naturalWidth, naturalHeight))
    const [width, height] = [Math.round(naturalWidth * scale), Math.round(naturalHeight * scale)]
    if (Math.min(width, height) < SHORTEST) return { type: 'too-small' }
    paint(canvas, picture, width, height)
    for (const quality of QUALITIES) {
      const blob = await encoded(canvas, quality)
      if (blob === null) return { type: 'broken' }
      if (blob.size <= most.heaviest) return { type: 'ready', image: { blob, width, height } }
    }
  }
}

function paint(
  canvas: HTMLCanvasElement,
  picture: HTMLImageElement,
  width: number,
  height: number,
) {
  canvas.width = width
  canvas.height = height
  const brush = canvas.getContext('2d')
  if (brush === null) throw new Error('no canvas')
  brush.imageSmoothingQuality = 'high'
  // A JPEG has no transparency; transparent pixels would become black.
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, width, height)
  brush.drawImage(picture, 0, 0, width, height)
}

const encoded = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** Encodes an image as base64, the format that the campus accepts (D-73). */
export const encodeBlobAsBase64 = async (blob: Blob): Promise<string> =>
  (await encodeBlobAsDataUrl(blob)).replace(/^data:[^,]*,/, '')

/** Encodes an image as a data: URL; rejects if its bytes cannot be read. */
export const encodeBlobAsDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
