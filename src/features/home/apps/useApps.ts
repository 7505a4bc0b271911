import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { COMMON_GROUP, type HomeApp } from '#contract/home'
import { appsQuery } from '../queries.ts'
import { builtInApps } from './built-in-apps.ts'
import { visibleApps } from './visible-apps.ts'

/**
 * The applications of a page in the caller's eyes; built in when the list was never read (D-27).
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
    // The built-in list has no groups: it is a grid.
    common: builtIn ? visible : visible.filter((app) => app.group === COMMON_GROUP),
    status: builtIn ? [] : visible.filter((app) => app.group !== COMMON_GROUP),
  }
}
