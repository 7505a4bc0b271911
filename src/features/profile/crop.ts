/** The side of the fixed crop box, and of what is sent, pixels (PRO-10, PRO-12). */
export const SIDE = 150
/** How many times larger than to fill the box a picture can be made. */
export const LARGEST = 4

/** How a picture lies under the box: its scale, and where its corner is, in pixels of the box. */
export interface Crop {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The smallest scale at which a picture still fills the box. */
export const smallest = ({ width, height }: { width: number; height: number }): number =>
  SIDE / Math.min(width, height)

/** A crop that leaves no corner of the box empty. */
export function within(crop: Crop, size: { width: number; height: number }): Crop {
  const least = smallest(size)
  const scale = Math.min(Math.max(crop.scale, least), least * LARGEST)
  const keep = (at: number, length: number) => Math.min(0, Math.max(SIDE - length * scale, at))
  return { scale, x: keep(crop.x, size.width), y: keep(crop.y, size.height) }
}

/** The picture in the middle of the box, as small as it may be. */
export function centred(size: { width: number; height: number }): Crop {
  const scale = smallest(size)
  return { scale, x: (SIDE - size.width * scale) / 2, y: (SIDE - size.height * scale) / 2 }
}

/** Enlarge or shrink around the middle of the box. */
export function enlarged(crop: Crop, wish: number, size: { width: number; height: number }): Crop {
  const middle = SIDE / 2
  const { scale } = within({ ...crop, scale: wish }, size)
  const grown = scale / crop.scale
  return within(
    { scale, x: middle - (middle - crop.x) * grown, y: middle - (middle - crop.y) * grown },
    size,
  )
}

/** What stands in the box as a PNG of 150 by 150 (PRO-10). */
export function cropped(
  picture: CanvasImageSource & { width: number; height: number },
  { scale, x, y }: Crop,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.resolve(null)
  pen.imageSmoothingQuality = 'high'
  // What is transparent would be black on a dark page.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, SIDE, SIDE)
  pen.drawImage(picture, x, y, picture.width * scale, picture.height * scale)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
