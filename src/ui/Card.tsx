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
  children,
}: {
  flush?: boolean
  title?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Stack>
      {title !== undefined && (
        <div className={joinClassNames(styles['head'], action !== undefined && styles['acting'])}>
          <h2 className={styles['title']} data-snapshot="label">
            {title}
          </h2>
          {action}
        </div>
      )}
      <div className={joinClassNames(styles['card'], flush && styles['flush'])}>{children}</div>
    </Stack>
  )
}
