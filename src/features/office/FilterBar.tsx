import type { ReactNode } from 'react'
import styles from './office.module.css'

/** The fields that narrow a list, in one row; sent by Enter too. */
export function FilterBar({ onSearch, children }: { onSearch?: () => void; children: ReactNode }) {
  return (
    <form
      role="search"
      className={styles['filters']}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch?.()
      }}
    >
      {children}
    </form>
  )
}
