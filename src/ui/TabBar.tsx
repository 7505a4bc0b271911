import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import styles from './TabBar.module.css'

/** One item of the tab bar. */
export interface TabItem {
  readonly link: LinkProps
  readonly icon: ReactNode
  readonly label: string
  /** A small number, or '!' if the number is unknown. The label is for screen readers. */
  readonly badge?: { readonly count: number | '!'; readonly label: string } | undefined
}

/** The main pages of the app, at the bottom of the screen. */
export function TabBar({ label, items }: { label: string; items: readonly TabItem[] }) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {items.map((item) => (
        <Link
          key={item.label}
          {...item.link}
          activeOptions={{ exact: true }}
          className={styles['tab']}
          activeProps={{ 'aria-current': 'page' }}
        >
          <span aria-hidden className={styles['icon']}>
            {item.icon}
            {item.badge && (
              <span className={styles['badge']}>
                {Number(item.badge.count) > 99 ? '99+' : item.badge.count}
              </span>
            )}
          </span>
          {item.label}
          {item.badge && <VisuallyHidden>{item.badge.label}</VisuallyHidden>}
        </Link>
      ))}
    </nav>
  )
}
