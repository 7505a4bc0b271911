/** The longest side of a picture that travels, pixels (D-73). */
const LONGEST = 1600
/** The university refuses pictures with a shorter side, pixels (D-82). */
const SHORTEST = 200
/** What a picture may weigh on a weak network, bytes. */
const HEAVIEST = 400_000
const QUALITIES = [0.85, 0.7, 0.55, 0.4]

/** A picture as it will be sent. */
export interface ReadyImage {
  readonly blob: Blob
  readonly width: number
  readonly height: number
}

/** A picture made ready, or why it cannot be sent. */
export type Prepared =
  | { readonly type: 'ready'; readonly image: ReadyImage }
  | { readonly type: 'broken' }
  | { readonly type: 'too-small' }

/** Make a picture ready to travel: upright, as a JPEG of at most 1600 pixels and 400 KB, and without what the camera wrote into it. */
export async function prepareImage(file: Blob): Promise<Prepared> {
  const address = URL.createObjectURL(file)
  try {
    // An image element turns the picture as its EXIF data says; older browsers' createImageBitmap does not.
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return await drawn(picture)
  } catch {
    return { type: 'broken' }
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function drawn(picture: HTMLImageElement): Promise<Prepared> {
  const { naturalWidth, naturalHeight } = picture
  const canvas = document.createElement('canvas')
  for (let longest = LONGEST; ; longest *= 0.75) {
    const scale = Math.min(1, longest / Math.max(naturalWidth, naturalHeight))
    const [width, height] = [Math.round(naturalWidth * scale), Math.round(naturalHeight * scale)]
    if (Math.min(width, height) < SHORTEST) return { type: 'too-small' }
    paint(canvas, picture, width, height)
    for (const quality of QUALITIES) {
      const blob = await encoded(canvas, quality)
      if (blob === null) return { type: 'broken' }
      if (blob.size <= HEAVIEST) return { type: 'ready', image: { blob, width, height } }
    }
  }
}

function paint(canvas: HTMLCanvasElement, picture: HTMLImageElement, width: number, height: number) {
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
export const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.replace(/^data:[^,]*,/, ''))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(blob)
  })
