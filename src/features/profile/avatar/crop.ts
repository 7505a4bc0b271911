/** The side of the fixed crop box, and of what is sent, pixels (PRO-10, PRO-12). */
export const CROP_SIDE_PX = 150
/** How many times larger than to fill the box a picture can be made. */
export const MAX_ZOOM = 4

/** How a picture lies under the box: its scale, and where its corner is, in pixels of the box. */
export interface Crop {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The smallest scale at which a picture still fills the box. */
export const minimumScale = ({ width, height }: { width: number; height: number }): number =>
  CROP_SIDE_PX / Math.min(width, height)

/** A crop that leaves no corner of the box empty. */
export function clampCrop(crop: Crop, size: { width: number; height: number }): Crop {
  const least = minimumScale(size)
  const scale = Math.min(Math.max(crop.scale, least), least * MAX_ZOOM)
  const keep = (at: number, length: number) =>
    Math.min(0, Math.max(CROP_SIDE_PX - length * scale, at))
  return { scale, x: keep(crop.x, size.width), y: keep(crop.y, size.height) }
}

/** The picture in the middle of the box, as small as it may be. */
export function centerCrop(size: { width: number; height: number }): Crop {
  const scale = minimumScale(size)
  return {
    scale,
    x: (CROP_SIDE_PX - size.width * scale) / 2,
    y: (CROP_SIDE_PX - size.height * scale) / 2,
  }
}

/** Enlarge or shrink around the middle of the box. */
export function zoomCrop(crop: Crop, wish: number, size: { width: number; height: number }): Crop {
  const middle = CROP_SIDE_PX / 2
  const { scale } = clampCrop({ ...crop, scale: wish }, size)
  const grown = scale / crop.scale
  return clampCrop(
    { scale, x: middle - (middle - crop.x) * grown, y: middle - (middle - crop.y) * grown },
    size,
  )
}

/** What stands in the box as a PNG of 150 by 150 (PRO-10). */
export function renderCrop(
  picture: CanvasImageSource & { width: number; height: number },
  { scale, x, y }: Crop,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = CROP_SIDE_PX
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.resolve(null)
  pen.imageSmoothingQuality = 'high'
  // What is transparent would be black on a dark page.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, CROP_SIDE_PX, CROP_SIDE_PX)
  pen.drawImage(picture, x, y, picture.width * scale, picture.height * scale)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
