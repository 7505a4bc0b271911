import { calendarQuery } from '#app/features/calendar/public.ts'
import { guideQuery } from '#app/features/guide/public.ts'
import {
  type CurrentUntil,
  ensureCached,
  REFETCH_AGE_MS,
} from '#app/features/offline-readiness/public.ts'
import type { CachedQueryOptions } from '#app/lib/cache/cached-query.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import { getNetworkStatus } from '#app/lib/network/network-status.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { currentSession, type Session } from '#app/lib/session/session.ts'
import { writePreparedNote } from './prepared-note.ts'

/** Ensures that one read or file needed offline is on this phone. */
export type OfflineTask = () => Promise<CurrentUntil>
/** Receives the progress: how many of all tasks are complete. */
export type ReportProgress = (done: number, all: number) => void

const AT_ONCE = 3
/**
 * The school's texts are fetched at each check, unless the last fetch is less than this time ago,
 * ms.
 */
const RENEWED_MS = 600_000

/** The school's own texts and calendar, which are useful with and without a binding. */
export const listSchoolOfflineTasks = (): OfflineTask[] => [
  () => ensureSchoolCached(guideQuery()),
  () => ensureSchoolCached(calendarQuery()),
]

// The page's settings name the version of the school's texts, and a new version causes a check
// (prepared-note.ts). A campus whose page names no version is asked at each start.
async function ensureSchoolCached<O>(options: CachedQueryOptions<O>): Promise<CurrentUntil> {
  const until = await ensureCached(options, RENEWED_MS)
  return until && appConfig.content !== undefined ? until - RENEWED_MS + REFETCH_AGE_MS : until
}

/**
 * Prepares a phone without a binding. It is in another chunk than the preparation of a session,
 * which contains the queries of all features and would slow down the first visit.
 */
export const prepareSchoolOffline = async (tell: ReportProgress): Promise<boolean> => {
  const until = await runOfflineTasks(null, listSchoolOfflineTasks, tell)
  if (until !== undefined) await writePreparedNote(null, { reads: until, pass: Infinity })
  return until !== undefined
}

/**
 * Runs all tasks and reports progress to `tell`. The requests of the current screen have
 * precedence. If the network does not answer, the remaining tasks are skipped; they run when the
 * network is back. Resolves to the time until which everything is current; undefined if something
 * is missing.
 */
export async function runOfflineTasks(
  session: Session | null,
  needsOf: () => OfflineTask[],
  tell: ReportProgress,
): Promise<CurrentUntil> {
  await whenInitialQueriesSettled()
  const needs = needsOf()
  const open = [...needs]
  let done = 0
  let until = Infinity
  tell(done, needs.length)
  const next = async (): Promise<void> => {
    const need = open.shift()
    if (need === undefined || currentSession()?.subject !== session?.subject) return
    const current = await need().catch(() => undefined)
    if (current !== undefined) {
      until = Math.min(until, current)
      tell((done += 1), needs.length)
    } else if (getNetworkStatus() === 'weak') return
    await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return done === needs.length ? until : undefined
}
