import type { ReactNode } from 'react'
import styles from './office.module.css'

/** The filter fields of a list in one row. The Enter key also submits them. */
export function FilterBar({
  label,
  onSearch,
  children,
}: {
  /** The accessible name, which differs from that of other search landmarks on the page. */
  label: string
  onSearch?: () => void
  children: ReactNode
}) {
  return (
    <form
      role="search"
      aria-label={label}
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
