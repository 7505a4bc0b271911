import { type ReactNode, useEffect } from 'react'
import { usePageLayout } from '#app/ui/page-layout.ts'
import styles from './office.module.css'

/** One page of the office: its only h1, its actions, and its content. */
export function OfficePage({
  title,
  actions,
  narrow,
  children,
}: {
  title: string
  actions?: ReactNode
  /** For a single record instead of a list: limits the line length. */
  narrow?: boolean
  children: ReactNode
}) {
  const { site } = usePageLayout()
  useEffect(() => {
    document.title = `${title} · ${site}`
  }, [title, site])
  return (
    <div className={styles['page']} data-narrow={narrow}>
      <header className={styles['head']}>
        <h1>{title}</h1>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
