import type { ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'
import styles from './PhotoFrame.module.css'

/** The place of a photo, upright unless it is `wide`, with what stands there while there is none. */
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

/** What stands in a frame without a photo. */
export const NoPhoto = ({ role, children }: { role?: 'alert'; children: ReactNode }) => (
  <div role={role} className={styles['none']}>
    {children}
  </div>
)
