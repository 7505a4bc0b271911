import { currentNetwork } from '../network/network-status.ts'
import { isTruncatedJpeg, type ImageDefect, detectImageDefect } from './image-defect.ts'

/** What a picture that travels may be: its longest side, pixels (D-73), and its weight, bytes. */
const USUAL = { longest: 1600, heaviest: 400_000 }
/**
 * On a weak network every byte counts: papers can still be read, and 50 kbit/s need half a minute
 * for this.
 */
const THIN = { longest: 1280, heaviest: 120_000 }
/** One that is shown small, and travels with the list that names it. */
export const THUMBNAIL_LIMITS = { longest: 480, heaviest: 40_000 }
/** The university refuses pictures with a shorter side, pixels (D-82). */
const SHORTEST = 200
const QUALITIES = [0.85, 0.7, 0.55, 0.4]

/** A picture as it will be sent. */
export interface PreparedImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

/** A picture made ready, or why it cannot be sent. */
export type PrepareImageResult =
  | { readonly type: 'ready'; readonly image: PreparedImage }
  | { readonly type: ImageDefect }
  | { readonly type: 'too-small' }

/** What a phone tells of its network, where it does. */
interface NavigatorWithConnection {
  readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean }
}

// By what the phone tells, and by what the app has met.
function limits() {
  const { connection }: Navigator & NavigatorWithConnection = navigator
  const isThin = connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
  return isThin || currentNetwork() !== 'online' ? THIN : USUAL
}

/**
 * A picture that was made ready, as it will go now: smaller still if the network has become weak
 * since then.
 */
export async function shrinkForNetwork(image: PreparedImage): Promise<PreparedImage> {
  if (image.blob.size <= limits().heaviest) return image
  const again = await prepareImage(image.blob)
  return again.type === 'ready' ? again.image : image
}

/**
 * Make a picture ready to travel: upright, as a JPEG of at most 1600 pixels and 400 KB, less on a
 * weak network, and without what the camera wrote into it.
 *
 * @param most Its longest side, pixels, and its weight, bytes.
 */
export async function prepareImage(file: Blob, most = limits()): Promise<PrepareImageResult> {
  const address = URL.createObjectURL(file)
  try {
    // An image element turns the picture as its EXIF data says; older browsers' createImageBitmap
    // does not.
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
  // A JPEG has no transparency; what was transparent would turn black.
  brush.fillStyle = '#fff'
  brush.fillRect(0, 0, width, height)
  brush.drawImage(picture, 0, 0, width, height)
}

const encoded = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

/** A picture's bytes as base64, as the campus takes them (D-73). */
export const toBase64 = async (blob: Blob): Promise<string> =>
  (await toDataUrl(blob)).replace(/^data:[^,]*,/, '')

/** A picture's bytes as an address that carries them; rejects what cannot be read. */
export const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
