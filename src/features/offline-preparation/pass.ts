import { prefetchCredential } from '#app/features/checkin/public.ts'
import type { CurrentUntil } from '#app/features/offline-readiness/public.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import { getSessionToken, type Session } from '#app/lib/session/session.ts'
import { writePreparedNote } from './prepared-note.ts'

// The binding for which a credential was requested on this page, and until when it is current. Once
// for each binding is enough: a person who may have no pass would otherwise cause a request at each
// check, and the pass itself requests a credential too.
let prepared: { readonly binding: string; readonly until: CurrentUntil } | undefined

/**
 * Ensures that a student who may have a pass can show it offline. Resolves to the time until which
 * it is current: a student who has none is asked about at each start.
 */
export async function ensurePassCached({ person }: Session): Promise<CurrentUntil> {
  const binding = `${person.code} ${getSessionToken()}`
  if (prepared?.binding !== binding) prepared = { binding, until: await prefetchCredential(person) }
  return prepared.until
}

/**
 * Prepares the pass alone, when all copies are current until `reads`, ms since the epoch. Resolves
 * to whether that succeeded.
 */
export async function preparePass(session: Session, reads: number): Promise<boolean> {
  await whenInitialQueriesSettled()
  const pass = await ensurePassCached(session)
  if (pass !== undefined) await writePreparedNote(session, { reads, pass })
  return pass !== undefined
}
