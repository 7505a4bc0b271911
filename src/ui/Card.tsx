import type { ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'
import { Stack } from './Stack.tsx'
import styles from './Card.module.css'

/**
 * A white group on the grey background. With `flush`, the rows inside set their own padding.
 * `action` is shown next to the title.
 */
export function Card({
  flush,
  title,
  action,
  isInSnapshot,
  children,
}: {
  flush?: boolean
  title?: string
  action?: ReactNode
  /**
   * The content stays valid between visits, so page snapshots contain it
   * (src/lib/snapshot/static-html.ts).
   */
  isInSnapshot?: boolean
  children: ReactNode
}) {
  return (
    <Stack data-snapshot={isInSnapshot === true ? 'keep' : undefined}>
      {title !== undefined && (
        <div className={joinClassNames(styles['head'], action !== undefined && styles['acting'])}>
          <h2 className={styles['title']}>{title}</h2>
          {action}
        </div>
      )}
      <div className={joinClassNames(styles['card'], flush && styles['flush'])}>{children}</div>
    </Stack>
  )
}
