import type { assignedRoom } from '#contract/assigned-room'
import { studentHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { findRoom } from './store.ts'

/** The handlers of a student's assigned room (DORM-11). */
export const assignedRoomHandlers: Handlers<typeof assignedRoom> = {
  assigned: studentHandler(async ({ student, db }) =>
    succeed({ room: await findRoom(db, student.code) }),
  ),
}
