import type { dormRooms } from '#contract/dorm-rooms'
import { dormRoomTexts as texts } from '#i18n/dorm-rooms'
import { refuse, succeed, type Handlers } from '../../platform/http/handler.ts'
import { lockStudents } from '../../platform/records/versioned-write.ts'
import { assignStudentBed, explainBedRefusal, swapStudentBeds } from '../assigned-room/public.ts'
import { auditedHandler } from '../office/public.ts'
import * as store from './store.ts'

/** The handlers of the office's rooms: who lives where, moves, and closed rooms. */
export const dormRoomsHandlers: Handlers<typeof dormRooms> = {
  list: async ({ db, input: { building } }) =>
    succeed({
      buildings: await store.countBuildings(db),
      rooms: await store.findRooms(db, building),
    }),

  move: auditedHandler(async ({ db, input, audit }) => {
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
    if (await store.hasWithdrawn(db, moved)) return refuse(texts.clearFirst)
    const refused =
      other === ''
        ? await assignStudentBed(db, { student, ...to })
        : await swapStudentBeds(db, [student, other])
    if (refused !== undefined) return refuse(explainBedRefusal(refused))
    for (const one of moved)
      await audit({
        action: other === '' ? 'beds.move' : 'beds.swap',
        about: `student:${one}`,
        reason,
        details: {
          before: one === student ? from : to,
          after: one === student ? to : from,
          students: moved,
        },
      })
    return succeed({})
  }),

  close: auditedHandler(async ({ db, input: { reason, ...room }, now, audit }) => {
    if (!(await store.setRoomClosed(db, room, { at: now, reason }))) return refuse(texts.changed)
    await audit({ action: 'beds.closeRoom', reason, details: { after: room } })
    return succeed({ mustMove: await store.countResidents(db, room) })
  }),

  reopen: auditedHandler(async ({ db, input: { reason, ...room }, audit }) => {
    if (!(await store.setRoomClosed(db, room, null))) return refuse(texts.changed)
    await audit({ action: 'beds.reopenRoom', reason, details: { after: room } })
    return succeed({})
  }),
}
