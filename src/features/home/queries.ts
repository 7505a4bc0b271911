import * as v from 'valibot'
import { cachedQuery, type CachedQueryOptions } from '#app/lib/cache/cached-query.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { home } from '#contract/home'

/**
 * Reads the applications of the home page, or all applications (HOME-12). This query is persisted
 * with the start-up queries, so it has no copy of its own.
 */
export function appsQuery(which: 'home' | 'all'): CachedQueryOptions<CallOutput<typeof home.apps>> {
  const type = which === 'home' ? '1' : '0'
  const menu = menuOf()
  const options = cachedQuery({
    name: 'apps',
    parts: [type, menu],
    entry: home.apps,
    input: { app: appConfig.appId, type, status: '0', now: chinaNow(), menu },
    maxAge: 0,
  })
  if (type !== '1' || menu !== '0') return options
  // The page contains the public list, which saves the first visit a round trip. The time 0 marks
  // the list as stale, so it is also fetched.
  return { ...options, initialData: servedApps, initialDataUpdatedAt: 0 }
}

function servedApps() {
  const served = v.safeParse(home.apps.output.decode, appConfig.apps)
  return served.success ? { value: served.output } : undefined
}

/** The menu of the caller: '0' without a binding, '1' for a student, '2' for staff (HOME-14). */
function menuOf(): '0' | '1' | '2' {
  const role = currentSession()?.person.role
  return role === undefined ? '0' : role === 'student' ? '1' : '2'
}
