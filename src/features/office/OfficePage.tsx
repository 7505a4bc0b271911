import { type ReactNode, useEffect } from 'react'
import { usePageLayout } from '#app/ui/page-layout.ts'
import styles from './office.module.css'

/** One page of the office: its only h1, what can be done there, and its content. */
export function OfficePage({
  title,
  actions,
  narrow,
  children,
}: {
  title: string
  actions?: ReactNode
  /** One record to read and to act on, no list: its lines stay short. */
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
