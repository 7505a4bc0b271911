import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { assignedRoom } from '#contract/assigned-room'

/**
 * Reads the student's assigned room, or none. Used by the room's pages, home, and the check before
 * the pass.
 */
export const roomQuery = (student = currentSession()?.subject ?? '') =>
  cachedQuery({ name: 'room', entry: assignedRoom.assigned, input: { student }, maxAge: 7 })
