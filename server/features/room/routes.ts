import type { room } from '#contract/room'
import { byStudent, good, type Handlers } from '../../platform/http/handler.ts'
import { findRoom } from './store.ts'

/** The room that a student was given (DORM-11). */
export const roomHandlers: Handlers<typeof room> = {
  assigned: byStudent(async ({ student, db }) => good({ room: await findRoom(db, student.code) })),
}
