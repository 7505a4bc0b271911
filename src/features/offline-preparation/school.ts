import { calendarQuery } from '#app/features/calendar/public.ts'
import { guideQuery } from '#app/features/guide/public.ts'
import { ensureCached } from '#app/features/offline-readiness/public.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import { getNetworkStatus } from '#app/lib/network/network-status.ts'
import { currentSession, type Session } from '#app/lib/session/session.ts'

/** Ensures that one read or file needed offline is on this phone; resolves to whether it is. */
export type OfflineTask = () => Promise<boolean>
/** Receives the progress: how many of all tasks are complete. */
export type ReportProgress = (done: number, all: number) => void

const AT_ONCE = 3
/**
 * The school's texts are fetched at each start of the app, unless the last fetch is less than this
 * time ago, ms.
 */
const RENEWED_MS = 600_000

/** The school's own texts and calendar, which are useful with and without a binding. */
export const listSchoolOfflineTasks = (): OfflineTask[] => [
  () => ensureCached(guideQuery(), RENEWED_MS),
  () => ensureCached(calendarQuery(), RENEWED_MS),
]

/**
 * Prepares a phone without a binding. It is in another chunk than the preparation of a session,
 * which contains the queries of all features and would slow down the first visit.
 */
export const prepareSchoolOffline = (tell: ReportProgress): Promise<boolean> =>
  runOfflineTasks(null, listSchoolOfflineTasks, tell)

/**
 * Runs all tasks and reports progress to `tell`. The requests of the current screen have
 * precedence. If the network does not answer, the remaining tasks are skipped; they run when the
 * network is back.
 */
export async function runOfflineTasks(
  session: Session | null,
  needsOf: () => OfflineTask[],
  tell: ReportProgress,
): Promise<boolean> {
  await whenInitialQueriesSettled()
  const needs = needsOf()
  const open = [...needs]
  let done = 0
  tell(done, needs.length)
  const next = async (): Promise<void> => {
    const need = open.shift()
    if (need === undefined || currentSession()?.subject !== session?.subject) return
    if (await need().catch(() => false)) tell((done += 1), needs.length)
    else if (getNetworkStatus() === 'weak') return
    await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return done === needs.length
}
