import { useEffect, useState } from 'react'
import type { Session } from '#app/lib/session/session.ts'
import type { prepareTodayCard, TodayCard } from './TodayCard.tsx'
import styles from './Today.module.css'

let code:
  | { readonly TodayCard: typeof TodayCard; readonly prepareTodayCard: typeof prepareTodayCard }
  | undefined

/**
 * Ask for the today card, and for what this phone knows of it. Whoever is not bound has none, and
 * does not wait for it.
 */
export async function loadTodayCard(session: Session): Promise<void> {
  code ??= await import('./TodayCard.tsx')
  await code.prepareTodayCard(session)
}

/** What matters now; its place is kept where its code is still on the way. */
export function TodaySection({ session }: { session: Session }) {
  const [, setHere] = useState(code !== undefined)
  useEffect(() => {
    // What did not come is asked for again by the next visit of home.
    if (code === undefined)
      loadTodayCard(session).then(
        () => setHere(true),
        () => {},
      )
  }, [session])
  return code === undefined ? (
    <div className={`${styles['today']} ${styles['greeting']}`} />
  ) : (
    <code.TodayCard session={session} />
  )
}
