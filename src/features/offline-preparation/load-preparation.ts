import type { Session } from '#app/lib/session/session.ts'
import type { ReportProgress } from './school.ts'

/**
 * Loads the function that caches what this session needs offline. Each group of users has its own
 * chunk.
 */
export async function loadPreparation(
  session: Session | null,
): Promise<(report: ReportProgress) => Promise<boolean>> {
  if (session === null) return (await import('./school.ts')).prepareSchoolOffline
  const { prepareSessionOffline } = await import('./session.ts')
  return (report) => prepareSessionOffline(session, report)
}
