import type { livingSupplies, SupplyReservation } from '#contract/living-supplies'
import { studentHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { findRoom } from '../assigned-room/public.ts'
import { toOwnSubmission } from '../student-forms/public.ts'
import { LIVING_FORM_NAME, readCachedSupplyPackages, saveLivingForm } from './living-form.ts'
import * as store from './store.ts'

// The add call and the update call have the same handler, because the client cannot know whether a
// record exists (OFF-18).
const save = studentHandler<SupplyReservation, Record<never, never>>((ask) =>
  saveLivingForm(toOwnSubmission(ask)),
)

/** The handlers of living supplies (LIV). */
export const livingSuppliesHandlers: Handlers<typeof livingSupplies> = {
  resident: studentHandler(async ({ student, db }) => {
    const room = await findRoom(db, student.code)
    return succeed({
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
  packages: studentHandler(async (ask) =>
    succeed({ packages: await readCachedSupplyPackages(ask.input.catalogue, ask) }),
  ),
  find: studentHandler(async ({ student, db }) => {
    const found = await store.findReservation(db, student.code)
    return succeed(
      { reservation: found === undefined ? null : { packages: found.packages } },
      versionTag(LIVING_FORM_NAME, found?.version ?? 0),
    )
  }),
  add: save,
  update: save,
}
