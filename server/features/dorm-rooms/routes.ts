import type { dormRooms } from '#contract/dorm-rooms'
import { dormRoomTexts as texts } from '#i18n/dorm-rooms'
import { refuse, staffHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { lockStudents } from '../../platform/records/versioned-write.ts'
import { assignStudentBed, explainBedRefusal, swapStudentBeds } from '../assigned-room/public.ts'
import { recordAuditEntry } from '../office/public.ts'
import * as store from './store.ts'

/** The handlers of the office's rooms: who lives where, moves, and closed rooms. */
export const dormRoomsHandlers: Handlers<typeof dormRooms> = {
  list: async ({ db, input: { building } }) =>
    succeed({
      buildings: await store.countBuildings(db),
      rooms: await store.findRooms(db, building),
    }),

  move: staffHandler(async ({ db, input, staff, now }) => {
    const { student, other, from, to, reason } = input
    const moved = other === '' ? [student] : [student, other]
    await store.lockRooms(db, from, to)
    await lockStudents(db, moved)
    if (
      (await store.findOccupant(db, from)) !== student ||
      (await store.findOccupant(db, to)) !== other ||
      student === other
    )
      return refuse(texts.changed)
    const refused =
      other === ''
        ? await assignStudentBed(db, { student, ...to })
        : await swapStudentBeds(db, [student, other])
    if (refused !== undefined) return refuse(explainBedRefusal(refused))
    for (const one of moved)
      await recordAuditEntry(db, {
        staff: staff.code,
        action: other === '' ? 'beds.move' : 'beds.swap',
        about: `student:${one}`,
        reason,
        details: {
          before: one === student ? from : to,
          after: one === student ? to : from,
          students: moved,
        },
        now,
      })
    return succeed({})
  }),

  close: staffHandler(async ({ db, input: { reason, ...room }, staff, now }) => {
    if (!(await store.setRoomClosed(db, room, { at: now, reason }))) return refuse(texts.changed)
    await recordAuditEntry(db, {
      staff: staff.code,
      action: 'beds.closeRoom',
      reason,
      details: { after: room },
      now,
    })
    return succeed({ mustMove: await store.countResidents(db, room) })
  }),

  reopen: staffHandler(async ({ db, input: { reason, ...room }, staff, now }) => {
    if (!(await store.setRoomClosed(db, room, null))) return refuse(texts.changed)
    await recordAuditEntry(db, {
      staff: staff.code,
      action: 'beds.reopenRoom',
      reason,
      details: { after: room },
      now,
    })
    return succeed({})
  }),
}
