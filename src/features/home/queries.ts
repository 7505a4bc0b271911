import * as v from 'valibot'
import { cachedQuery, type CachedQueryOptions } from '#app/lib/cache/cached-query.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { CallOutput } from '#contract/call'
import { home } from '#contract/home'

/**
 * Reads the applications of the home page, or all of them (HOME-12). Persisted with the start-up
 * reads, so it has no copy of its own.
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
  // The page contains the public list, which saves the first visit a round trip; 0 marks it as old,
  // so it is read again.
  return { ...options, initialData: servedApps, initialDataUpdatedAt: 0 }
}

function servedApps() {
  const served = v.safeParse(home.apps.output.decode, appConfig.apps)
  return served.success ? { value: served.output } : undefined
}

/** '0' without a binding, '1' for a student, '2' for staff (HOME-14). */
function menuOf(): '0' | '1' | '2' {
  const role = currentSession()?.person.role
  return role === undefined ? '0' : role === 'student' ? '1' : '2'
}
