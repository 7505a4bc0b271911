import type { Session } from '#app/lib/session/session.ts'
import type { ReportProgress } from './school.ts'

/**
 * How what this session needs offline is fetched: each kind is a file of its own, which comes when
 * it is wanted.
 */
export async function loadPreparation(
  session: Session | null,
): Promise<(report: ReportProgress) => Promise<boolean>> {
  if (session === null) return (await import('./school.ts')).prepareSchoolOffline
  const { prepareSessionOffline } = await import('./session.ts')
  return (report) => prepareSessionOffline(session, report)
}
