import { useEffect, useState } from 'react'
import type { Session } from '#app/lib/session.ts'
import type { TodayCard } from './TodayCard.tsx'
import styles from './Today.module.css'

let Card: typeof TodayCard | undefined

/** Ask for the code of the today card. Whoever is not bound has none, and does not wait for it. */
export async function loadToday(): Promise<void> {
  Card ??= (await import('./TodayCard.tsx')).TodayCard
}

/** What matters now; its place is kept where its code is still on the way. */
export function Today({ session }: { session: Session }) {
  const [, setHere] = useState(Card !== undefined)
  useEffect(() => {
    // What did not come is asked for again by the next visit of home.
    if (Card === undefined)
      loadToday().then(
        () => setHere(true),
        () => {},
      )
  }, [])
  return Card === undefined ? (
    <div className={`${styles['today']} ${styles['greeting']}`} />
  ) : (
    <Card session={session} />
  )
}
