import type { living, Reservation } from '#contract/living'
import { tagOf } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers } from '../../platform/http/handler.ts'
import { byPhone } from '../forms/face.ts'
import { findRoom } from '../room/face.ts'
import { FORM, packagesOf, saveWords } from './save.ts'
import * as store from './store.ts'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Reservation, Record<never, never>>((ask) => saveWords(byPhone(ask)))

/** Living supplies (LIV). */
export const livingHandlers: Handlers<typeof living> = {
  resident: byStudent(async ({ student, db }) => {
    const room = await findRoom(db, student.code)
    return good({
      resident: {
        student: student.code,
        number: student.number ?? '',
        name: student.name,
        department: student.department,
        building: room?.building ?? '',
        room: room?.room ?? '',
      },
    })
  }),
  packages: byStudent(async (ask) =>
    good({ packages: await packagesOf(ask.input.catalogue, ask) }),
  ),
  find: byStudent(async ({ student, db }) => {
    const found = await store.findReservation(db, student.code)
    return good(
      { reservation: found === undefined ? null : { packages: found.packages } },
      tagOf(FORM, found?.version ?? 0),
    )
  }),
  add: save,
  update: save,
}
