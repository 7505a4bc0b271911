import * as v from 'valibot'
import { travelIn, type Travel, type travel } from '#contract/travel'
import { chinaYear } from '../../platform/clock.ts'
import { tagOf, writeOver } from '../../platform/database/versions.ts'
import { issuesOf } from '../../platform/http/dispatch.ts'
import { byStudent, good, type Handlers, type Outcome } from '../../platform/http/handler.ts'
import { markDoneByPage } from '../steps/face.ts'
import * as store from './store.ts'

const PAGE = 'schoolInformation'
const FORM = 'travel'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Travel, Record<never, never>>(
  async (ask): Promise<Outcome<Record<never, never>>> => {
    const { input, student, db, now, language } = ask
    const checked = v.safeParse(travelIn(chinaYear(now)), input, { lang: language })
    if (!checked.success) return { type: 'invalid', issues: issuesOf(checked.issues) }
    return writeOver(ask, {
      form: FORM,
      find: () => store.findTravel(db, student.code),
      save: async (version) => {
        await store.saveTravel(db, { travel: input, student: student.code, version, now })
        await markDoneByPage(db, { student: student.code, step: input.step, page: PAGE, now })
        return undefined
      },
    })
  },
)

/** The way to school and fellow travellers (TRV). */
export const travelHandlers: Handlers<typeof travel> = {
  find: byStudent(async ({ student, db }) => {
    const found = await store.findTravel(db, student.code)
    return good({ travel: found?.travel ?? null }, tagOf(FORM, found?.version ?? 0))
  }),
  add: save,
  update: save,
  peers: byStudent(async ({ student, db, caller, tools }) => {
    const seconds =
      caller.role === 'nobody' ? undefined : await tools.limits.peers.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    return good({ peers: await store.findPeers(db, student.code) })
  }),
}
