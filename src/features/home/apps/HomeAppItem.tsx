import { ChevronRight } from 'lucide'
import { memo } from 'react'
import { useLanguage } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { lazyComponent, LOAD_AFTER_RENDER } from '#app/ui/lazy-component.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import type { HomeApp } from '#contract/home'
import { firstPathSegment, resolveAppAction } from './app-action.ts'
import { iconOfApp } from './app-icon.ts'
import { localizeAppTitle } from './built-in-apps.ts'
import { appActionHref, type RunAppAction } from './useRunAppAction.ts'
import styles from './HomeApps.module.css'

const UnreadCount = lazyComponent(
  async () => (await import('./UnreadCount.tsx')).UnreadCount,
  LOAD_AFTER_RENDER,
)

/**
 * One application with icon and title, as a tile of the grid or as a row of the list above the grid
 * (HOME-05). If the application has an address, it is a link.
 */
export const HomeAppItem = memo(function AppEntry({
  app,
  act,
  row = false,
}: {
  app: HomeApp
  act: RunAppAction
  row?: boolean
}) {
  const named = useTranslateName()
  const title = named(localizeAppTitle(app, useLanguage()))
  const session = useSession()
  const tap = resolveAppAction(app.address, session)
  const isNotices = session !== null && firstPathSegment(app.address) === 'notice'
  const look = styles[row ? 'statusRow' : 'tile']
  const inside = (
    <>
      <span aria-hidden className={styles[row ? 'status' : 'icon']}>
        <Icon of={iconOfApp(app)} />
      </span>
      {title}
      {row && (
        <span className={styles['end']}>
          {isNotices && <UnreadCount />}
          <Icon of={ChevronRight} />
        </span>
      )}
    </>
  )
  const href = appActionHref(tap)
  if (href === undefined)
    return (
      <button type="button" className={look} onClick={() => act(tap)} data-snapshot="name">
        {inside}
      </button>
    )
  return (
    <a
      className={look}
      href={href}
      data-snapshot="name"
      onClick={(event) => {
        // The router handles only a plain click. The browser handles a click that opens a new tab
        // or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        act(tap)
      }}
    >
      {inside}
    </a>
  )
})
