import { memo } from 'react'
import type { App } from '#contract/home'
import { AppIcon } from './AppIcon.tsx'
import { titleOf } from './builtin.ts'
import { tapOf, type Tap } from './tap.ts'
import { hrefOf, useTap } from './use-tap.ts'
import styles from './Apps.module.css'
import { useLanguage } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'

/** One application of the grid: a picture and a title. A real link where it leads somewhere. */
export const AppTile = memo(function AppTile({ app, onCode }: { app: App; onCode: () => void }) {
  const title = titleOf(app, useLanguage())
  const tap = tapOf(app.address, useSession())
  const act = useTap(onCode)
  const inside = (
    <>
      <span aria-hidden className={styles['icon']}>
        <AppIcon app={app} />
      </span>
      {title}
    </>
  )
  const href = hrefOf(tap)
  if (href === undefined)
    return (
      <button type="button" className={styles['tile']} onClick={() => act(tap)}>
        {inside}
      </button>
    )
  return (
    <a className={styles['tile']} href={href} onClick={(event) => follow(event, tap, act)}>
      {inside}
    </a>
  )
})

/** A plain tap goes through the router; a new tab or window is left to the browser. */
export function follow(event: React.MouseEvent, tap: Tap, act: (tap: Tap) => void) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  act(tap)
}
