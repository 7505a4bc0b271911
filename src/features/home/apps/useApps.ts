import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { HOME_APP_GROUP, type HomeApp } from '#contract/home'
import { appsQuery } from '../queries.ts'
import { builtInApps } from './built-in-apps.ts'
import { visibleApps } from './visible-apps.ts'

/**
 * Returns the applications of a page that the current user is allowed to see. If no list was read
 * yet, returns those of the default list (D-27).
 */
export function useApps(which: 'home' | 'all') {
  const session = useSession()
  const language = useLanguage()
  const kept = useCachedQuery(appsQuery(which))
  const builtIn = kept.data === undefined && kept.state === 'failed'
  const all: HomeApp[] = kept.data?.apps ?? (builtIn ? builtInApps(language) : [])
  const visible = visibleApps(all, session)
  return {
    ...kept,
    builtIn,
    visible,
    // The default list has no groups, so all its entries go into the grid.
    common: builtIn ? visible : visible.filter((app) => app.group === HOME_APP_GROUP),
    status: builtIn ? [] : visible.filter((app) => app.group !== HOME_APP_GROUP),
  }
}
