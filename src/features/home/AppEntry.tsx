import { ChevronRight } from 'lucide'
import { memo } from 'react'
import { useLanguage } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { useNamed } from '#app/ui/named.ts'
import { part, SOON } from '#app/ui/part.tsx'
import type { App } from '#contract/home'
import { appIcon } from './app-icon.ts'
import { titleOf } from './builtin.ts'
import { pageOf, tapOf } from './tap.ts'
import { hrefOf, type Act } from './useTap.ts'
import styles from './Apps.module.css'

const UnreadCount = part(async () => (await import('./UnreadCount.tsx')).UnreadCount, SOON)

/**
 * One application: a picture and a title, as a tile of the grid or as a row of the list above it
 * (HOME-05). A real link where it leads somewhere.
 */
export const AppEntry = memo(function AppEntry({
  app,
  act,
  row = false,
}: {
  app: App
  act: Act
  row?: boolean
}) {
  const named = useNamed()
  const title = named(titleOf(app, useLanguage()))
  const session = useSession()
  const tap = tapOf(app.address, session)
  const isNotices = session !== null && pageOf(app.address) === 'notice'
  const look = styles[row ? 'statusRow' : 'tile']
  const inside = (
    <>
      <span aria-hidden className={styles[row ? 'status' : 'icon']}>
        <Icon of={appIcon(app)} />
      </span>
      {row ? <span>{title}</span> : title}
      {row && isNotices && (
        <span data-now>
          <UnreadCount />
        </span>
      )}
      {row && <Icon of={ChevronRight} />}
    </>
  )
  const href = hrefOf(tap)
  if (href === undefined)
    return (
      <button type="button" className={look} onClick={() => act(tap)} data-seen>
        {inside}
      </button>
    )
  return (
    <a
      className={look}
      href={href}
      data-seen
      onClick={(event) => {
        // A plain tap goes through the router; a new tab or window is left to the browser.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        act(tap)
      }}
    >
      {inside}
    </a>
  )
})
