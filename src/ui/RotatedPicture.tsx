import type { ReactNode } from 'react'
import styles from './RotatedPicture.module.css'

/** The rotation of a picture, and a function that rotates it further. */
export interface PictureRotation {
  /** 0, 90, 180 or 270, clockwise. */
  readonly degrees: number
  readonly label: string
  readonly onTurn: () => void
}

/** A picture rotated upright; it still fits its frame. */
export function RotatedPicture({
  rotation,
  children,
}: {
  rotation: PictureRotation | undefined
  children: ReactNode
}) {
  if (rotation === undefined || rotation.degrees === 0) return <>{children}</>
  const { degrees } = rotation
  return (
    <span className={styles['frame']}>
      <span
        className={styles['turned']}
        data-sideways={degrees % 180 !== 0}
        style={{ rotate: `${degrees}deg` }}
      >
        {children}
      </span>
    </span>
  )
}
