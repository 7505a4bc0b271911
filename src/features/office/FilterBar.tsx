import type { ReactNode } from 'react'
import styles from './office.module.css'

/** The filter fields of a list in one row. The Enter key also submits them. */
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
