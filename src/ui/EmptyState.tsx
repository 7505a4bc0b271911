import type { LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { ButtonLink } from './Button.tsx'
import type { Tone } from './tone.ts'
import styles from './EmptyState.module.css'

/** Shown when there is no content, with a suggestion for what to do next. */
export function EmptyState({
  icon,
  title,
  text,
  action,
  tone = 'mute',
}: {
  icon: ReactNode
  title: string
  text?: string
  action?: ReactNode
  tone?: Tone
}) {
  return (
    <div className={styles['empty']}>
      <span aria-hidden className={styles['icon']} data-tone={tone}>
        {icon}
      </span>
      <p className={styles['title']}>{title}</p>
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {action !== undefined && <div className={styles['action']}>{action}</div>}
    </div>
  )
}

/** An empty state with a link to a page with content. */
export function EmptyStateWithLink({
  to,
  way,
  ...said
}: Omit<ComponentProps<typeof EmptyState>, 'action'> & {
  to: NonNullable<LinkProps['to']>
  way: string
}) {
  return (
    <EmptyState
      {...said}
      action={
        <ButtonLink tone="second" to={to}>
          {way}
        </ButtonLink>
      }
    />
  )
}
