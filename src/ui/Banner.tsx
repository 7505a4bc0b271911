import type { ReactNode } from 'react'
import styles from './Banner.module.css'

/** The thin line under the top bar: one strong word, then what still works. */
export function Banner({ icon, strong, children }: { icon?: ReactNode; strong: string; children?: ReactNode }) {
  return (
    <output className={styles['banner']}>
      {icon}
      <span>
        <b>{strong}</b>
        {children !== undefined && <> · {children}</>}
      </span>
    </output>
  )
}
