import type { ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'
import styles from './PhotoFrame.module.css'

/**
 * A frame for a photo, in portrait format unless it is `wide`, with a placeholder without a photo.
 */
export function PhotoFrame({
  wide = false,
  busy,
  children,
}: {
  wide?: boolean
  busy?: boolean
  children: ReactNode
}) {
  return (
    <div className={joinClassNames(styles['frame'], wide && styles['wide'])} aria-busy={busy}>
      {children}
    </div>
  )
}

/** The placeholder of a frame without a photo. */
export const PhotoPlaceholder = ({ role, children }: { role?: 'alert'; children: ReactNode }) => (
  <div role={role} className={styles['none']}>
    {children}
  </div>
)
