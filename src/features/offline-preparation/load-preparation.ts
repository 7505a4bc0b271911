import type { Session } from '#app/lib/session/session.ts'
import { readPreparedNote } from './prepared-note.ts'
import type { ReportProgress } from './school.ts'

/**
 * Loads the function that caches what this session needs offline. Each group of users has its own
 * chunk. If nothing can be missing or too old, no chunk is loaded.
 */
export async function loadPreparation(
  session: Session | null,
): Promise<(report: ReportProgress) => Promise<boolean>> {
  const until = await readPreparedNote(session)
  const now = Date.now()
  if (until !== undefined && now < until.reads) {
    if (session === null || now < until.pass) return () => Promise.resolve(true)
    const { preparePass } = await import('./pass.ts')
    return () => preparePass(session, until.reads)
  }
  if (session === null) return (await import('./school.ts')).prepareSchoolOffline
  const { prepareSessionOffline } = await import('./session.ts')
  return (report) => prepareSessionOffline(session, report)
}
