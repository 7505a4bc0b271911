import type { dorm } from '#contract/dorm'
import { byStudent, good, type Handlers } from '../../platform/handler.ts'
import { findRoom } from './store.ts'

/** Dormitories (DORM). */
export const dormHandlers: Handlers<typeof dorm> = {
  assigned: byStudent(async ({ student, db }) => good({ room: await findRoom(db, student.code) })),
}
