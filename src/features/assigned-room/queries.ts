import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { assignedRoom } from '#contract/assigned-room'

/**
 * Reads the student's assigned room; the value is null without a room. The pages of the room, the
 * home page and the check before the pass use this query.
 */
export const roomQuery = (student = currentSession()?.subject ?? '') =>
  cachedQuery({ name: 'room', entry: assignedRoom.assigned, input: { student }, maxAge: 7 })
