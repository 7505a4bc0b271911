import type { Session } from '#app/lib/session/session.ts'
import type { ReportProgress } from './school.ts'

/** Loads the reads that this session needs offline. Each kind of user has its own chunk. */
export async function loadPreparation(
  session: Session | null,
): Promise<(report: ReportProgress) => Promise<boolean>> {
  if (session === null) return (await import('./school.ts')).prepareSchoolOffline
  const { prepareSessionOffline } = await import('./session.ts')
  return (report) => prepareSessionOffline(session, report)
}
