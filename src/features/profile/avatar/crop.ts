/** The side of the fixed crop box and of the uploaded picture, pixels (PRO-10, PRO-12). */
export const AVATAR_CROP_SIDE_PX = 150
/** The maximum zoom, relative to the scale that fills the box. */
export const MAX_AVATAR_ZOOM = 4

/**
 * The position of a picture under the box: its scale, and its top left corner in pixels of the box.
 */
export interface Crop {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The smallest scale at which a picture fills the box. */
export const minimumScale = ({ width, height }: { width: number; height: number }): number =>
  AVATAR_CROP_SIDE_PX / Math.min(width, height)

/** Limits a crop so that the picture covers the whole box. */
export function clampCrop(crop: Crop, size: { width: number; height: number }): Crop {
  const least = minimumScale(size)
  const scale = Math.min(Math.max(crop.scale, least), least * MAX_AVATAR_ZOOM)
  const keep = (at: number, length: number) =>
    Math.min(0, Math.max(AVATAR_CROP_SIDE_PX - length * scale, at))
  return { scale, x: keep(crop.x, size.width), y: keep(crop.y, size.height) }
}

/** A crop that centers the picture at the smallest scale. */
export function centerCrop(size: { width: number; height: number }): Crop {
  const scale = minimumScale(size)
  return {
    scale,
    x: (AVATAR_CROP_SIDE_PX - size.width * scale) / 2,
    y: (AVATAR_CROP_SIDE_PX - size.height * scale) / 2,
  }
}

/** Zooms around the center of the box. */
export function zoomCrop(crop: Crop, wish: number, size: { width: number; height: number }): Crop {
  const middle = AVATAR_CROP_SIDE_PX / 2
  const { scale } = clampCrop({ ...crop, scale: wish }, size)
  const grown = scale / crop.scale
  return clampCrop(
    { scale, x: middle - (middle - crop.x) * grown, y: middle - (middle - crop.y) * grown },
    size,
  )
}

/** Renders the content of the box as a PNG of 150 by 150 pixels (PRO-10). */
export function renderCrop(
  picture: CanvasImageSource & { width: number; height: number },
  { scale, x, y }: Crop,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = AVATAR_CROP_SIDE_PX
  const pen = canvas.getContext('2d')
  if (pen === null) return Promise.resolve(null)
  pen.imageSmoothingQuality = 'high'
  // Transparent pixels would be black on a dark page.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, AVATAR_CROP_SIDE_PX, AVATAR_CROP_SIDE_PX)
  pen.drawImage(picture, x, y, picture.width * scale, picture.height * scale)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
