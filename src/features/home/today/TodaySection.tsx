import { useEffect, useState } from 'react'
import type { Session } from '#app/lib/session/session.ts'
import type { prepareTodayCard, TodayCard } from './TodayCard.tsx'
import styles from './Today.module.css'

let code:
  | { readonly TodayCard: typeof TodayCard; readonly prepareTodayCard: typeof prepareTodayCard }
  | undefined

/**
 * Loads the today card's code and its cached data. Without a binding there is no card, and nothing
 * is loaded.
 */
export async function loadTodayCard(session: Session): Promise<void> {
  code ??= await import('./TodayCard.tsx')
  await code.prepareTodayCard(session)
}

/** The today card; its space is reserved while its code loads. */
export function TodaySection({ session }: { session: Session }) {
  const [, setHere] = useState(code !== undefined)
  useEffect(() => {
    // If the code failed to load, the next visit of the home page loads it again.
    if (code === undefined)
      loadTodayCard(session).then(
        () => setHere(true),
        () => {},
      )
  }, [session])
  return code === undefined ? (
    <div className={`${styles['today']} ${styles['greeting']}`} data-pending />
  ) : (
    <code.TodayCard session={session} />
  )
}
