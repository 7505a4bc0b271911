import { cachedQuery } from '#app/lib/kept.ts'
import { currentSession } from '#app/lib/session.ts'
import { assignedRoom } from '#contract/room'

/**
 * The assigned room of the student, or none: for the room's pages, home, and the check before the
 * pass.
 */
export const roomQuery = (student = currentSession()?.subject ?? '') =>
  cachedQuery({ name: 'room', entry: assignedRoom.assigned, input: { student }, maxAge: 7 })
