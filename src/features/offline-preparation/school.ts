import { calendarQuery } from '#app/features/calendar/public.ts'
import { guideQuery } from '#app/features/guide/public.ts'
import { ensureCached } from '#app/features/offline-readiness/public.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import { currentNetwork } from '#app/lib/network/network-status.ts'
import { currentSession, type Session } from '#app/lib/session/session.ts'

/** One thing that a tunnel needs: sees that it is on this phone, and answers whether it is. */
export type OfflineTask = () => Promise<boolean>
/** Hears how much of what is needed is here. */
export type ReportProgress = (done: number, all: number) => void

const AT_ONCE = 3
/** The school's texts are renewed with each start of the app that is not just another look, ms. */
const RENEWED_MS = 600_000

/** The school's own texts and days: whoever opens the app may want them, bound or not. */
export const schoolTasks = (): OfflineTask[] => [
  () => ensureCached(guideQuery(), RENEWED_MS),
  () => ensureCached(calendarQuery(), RENEWED_MS),
]

/**
 * What a phone needs on which nobody is bound. In a file without the tunnel's: that one carries the
 * reads of all features, which the first visit must not pay for.
 */
export const prepareSchoolOffline = (tell: ReportProgress): Promise<boolean> =>
  runOfflineTasks(null, schoolTasks, tell)

/**
 * See that all of it is on this phone; `tell` hears how much is. What the screen asks for goes
 * first, and a network that does not answer is not asked for the rest: that is tried again when it
 * is back.
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
    else if (currentNetwork() === 'weak') return
    await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return done === needs.length
}
