import { catalogueOf, type living, type Reservation } from '#contract/living'
import { dormWords } from '#words/dorm'
import { livingWords } from '#words/living'
import { tagOf, writeOver } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { findRoom } from '../room/face.ts'
import { markDoneByPage } from '../steps/face.ts'
import * as store from './store.ts'

const FORM = 'living'
const PAGE = 'livinguse'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Reservation, Record<never, never>>(async (ask) => {
  const { input, student, db, now } = ask
  if (student.enrolment !== '1' && (await findRoom(db, student.code)) === null)
    return refused(dormWords.waitForRoom)
  const offered = await store.findPackages(db, catalogueOf(student.department))
  const chosen = input.packages.map(({ id }) => id)
  if (chosen.some((id) => offered.every((one) => one.id !== id)))
    return refused(livingWords.unknownPackage)
  // What is mandatory is part of every reservation, whatever was sent (D-51).
  const packages = offered
    .filter((one) => one.mandatory || chosen.includes(one.id))
    .map(({ id }) => id)
  return writeOver(ask, {
    form: FORM,
    find: () => store.findReservation(db, student.code),
    save: async (version) => {
      await store.saveReservation(db, {
        student: student.code,
        step: input.step,
        packages,
        version,
        updated_at: now,
      })
      await markDoneByPage(db, { student: student.code, step: input.step, page: PAGE, now })
      return undefined
    },
  })
})

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
  packages: byStudent(async ({ input, db }) =>
    good({ packages: await store.findPackages(db, input.catalogue) }),
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
