import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { LinkText } from '#app/ui/LinkText.tsx'
import styles from './Today.module.css'

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A small line above the headline. */
  above?: string | undefined
  headline: string
  /** Where the link leads, also for page snapshots. */
  action: string
  ref?: Ref<HTMLAnchorElement>
}

function TodayAnchor({ above, headline, action, children, ...anchor }: AnchorProps) {
  return (
    <a {...anchor} className={styles['today']}>
      {above !== undefined && <span className={styles['small']}>{above}</span>}
      <LinkText action={action} className={styles['headline']}>
        {headline}
      </LinkText>
      {children}
    </a>
  )
}

/** A card of today: a link with a headline; takes `to` and `params` like the router's Link. */
export const TodayLink = createLink(TodayAnchor)

/** A small line of a card of today. */
export function TodayLine({ children }: { children: ReactNode }) {
  return <span className={styles['small']}>{children}</span>
}
