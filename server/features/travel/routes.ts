import type { Travel, travel } from '#contract/travel'
import { travelTexts } from '#i18n/travel'
import { toChinaDay } from '../../platform/clock.ts'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { recordAuditEntry } from '../office/public.ts'
import { toOwnSubmission } from '../student-forms/public.ts'
import * as store from './store.ts'
import { TRAVEL_FORM_NAME, saveTravelForm } from './travel-form.ts'

// The add call and the update call have the same handler, because the client cannot know whether a
// record exists (OFF-18).
const save = studentHandler<Travel, Record<never, never>>((ask) =>
  saveTravelForm(toOwnSubmission(ask)),
)

/** The handlers of the trip to the campus and fellow travellers (TRV). */
export const travelHandlers: Handlers<typeof travel> = {
  find: studentHandler(async ({ student, db }) => {
    const found = await store.findTravel(db, student.code)
    return succeed(
      { travel: found?.travel ?? null },
      versionTag(TRAVEL_FORM_NAME, found?.version ?? 0),
    )
  }),
  add: save,
  update: save,
  peers: studentHandler(async ({ student, db, now, caller, tools }) => {
    const seconds =
      caller.role === 'nobody' ? undefined : await tools.limits.peerSearches.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    // Searches are limited, because by changing the city and day freely a student could read all
    // phone numbers.
    if (!(await store.countPeerSearch(db, { student: student.code, today: toChinaDay(now) })))
      return refuse(travelTexts.peersChanged)
    const found = await store.findPeers(db, student.code)
    if (found.length > 0)
      await recordAuditEntry(db, {
        staff: `student:${student.code}`,
        action: 'travel.peers',
        details: { students: found.map(({ code }) => code) },
        now,
      })
    return succeed({ peers: found.map(({ code: _code, ...peer }) => peer) })
  }),
}
