import type { Dispatch, SetStateAction } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { profileTexts } from '#i18n/profile'
import { type Crop, zoomCrop, MAX_AVATAR_ZOOM, minimumScale } from './crop.ts'
import { useAvatarCrop } from './useAvatarCrop.ts'
import styles from '../profile.module.css'

/**
 * The fixed crop box. The user moves and zooms the picture below the box by touch, slider or keys
 * (PRO-12).
 */
export function CropBox({
  address,
  size,
  crop,
  onCrop,
}: {
  address: string
  size: { width: number; height: number }
  crop: Crop
  onCrop: Dispatch<SetStateAction<Crop>>
}) {
  const texts = useTexts(profileTexts)
  const handlers = useAvatarCrop(size, onCrop)
  const least = minimumScale(size)
  return (
    <div className={styles['cropper']}>
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move the picture
        tabIndex={0}
        aria-label={texts.crop}
        className={styles['stage']}
        {...handlers}
      >
        <img
          src={address}
          alt=""
          draggable={false}
          style={{
            width: size.width * crop.scale,
            transform: `translate(${crop.x}px, ${crop.y}px)`,
          }}
        />
        <div className={styles['box']} />
      </div>
      <p className={styles['quiet']}>{texts.cropText}</p>
      <label className={styles['slider']}>
        {texts.enlarge}
        <input
          type="range"
          min={1}
          max={MAX_AVATAR_ZOOM}
          step={0.05}
          value={crop.scale / least}
          onChange={({ currentTarget: { value } }) =>
            onCrop((now) => zoomCrop(now, least * Number(value), size))
          }
        />
      </label>
    </div>
  )
}
