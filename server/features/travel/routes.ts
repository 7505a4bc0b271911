import type { Travel, travel } from '#contract/travel'
import { travelTexts } from '#i18n/travel'
import { chinaDay } from '../../platform/clock.ts'
import { tagOf } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { byPhone } from '../forms/face.ts'
import { noteDeed } from '../office/face.ts'
import { FORM, saveWords } from './save.ts'
import * as store from './store.ts'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Travel, Record<never, never>>((ask) => saveWords(byPhone(ask)))

/** The way to school and fellow travellers (TRV). */
export const travelHandlers: Handlers<typeof travel> = {
  find: byStudent(async ({ student, db }) => {
    const found = await store.findTravel(db, student.code)
    return good({ travel: found?.travel ?? null }, tagOf(FORM, found?.version ?? 0))
  }),
  add: save,
  update: save,
  peers: byStudent(async ({ student, db, now, caller, tools }) => {
    const seconds =
      caller.role === 'nobody' ? undefined : await tools.limits.peers.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    // Whoever could change city and day at will would read everybody's number.
    if (!(await store.countLook(db, { student: student.code, today: chinaDay(now) })))
      return refused(travelTexts.peersChanged)
    const found = await store.findPeers(db, student.code)
    if (found.length > 0)
      await noteDeed(db, {
        staff: `student:${student.code}`,
        action: 'travel.peers',
        details: { students: found.map(({ code }) => code) },
        now,
      })
    return good({ peers: found.map(({ code: _code, ...peer }) => peer) })
  }),
}
