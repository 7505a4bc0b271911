import * as v from 'valibot'
import { travelIn, type Travel, type travel } from '#contract/travel'
import { chinaYear } from '../../platform/clock.ts'
import { byStudent, good, type Handlers, type Outcome } from '../../platform/handler.ts'
import { issuesOf } from '../../platform/serve.ts'
import { markDoneByPage } from '../onboarding/store.ts'
import * as store from './store.ts'

const PAGE = 'schoolInformation'
const etag = (version: number) => `travel-${version}`

// Add and update are one: whichever the client chose, a record may or may not be there by now (OFF-18).
const save = byStudent<Travel, Record<never, never>>(
  async ({ input, student, db, now, ifMatch, language }): Promise<Outcome<Record<never, never>>> => {
    const checked = v.safeParse(travelIn(chinaYear(now)), input, { lang: language })
    if (!checked.success) return { type: 'invalid', issues: issuesOf(checked.issues) }
    const version = await store.lockedVersion(db, student.code)
    if (ifMatch !== undefined && ifMatch !== etag(version)) return { type: 'stale', etag: etag(version) }
    const seen = ifMatch === undefined ? undefined : version
    const saved = await store.saveTravel(db, { travel: input, student: student.code, seen, now })
    if (saved === undefined) return { type: 'stale', etag: etag(await store.lockedVersion(db, student.code)) }
    await markDoneByPage(db, { student: student.code, step: input.step, page: PAGE, now })
    return good({}, etag(saved))
  },
)

/** The way to school and fellow travellers (TRV). */
export const travelHandlers: Handlers<typeof travel> = {
  find: byStudent(async ({ student, db }) => {
    const found = await store.findTravel(db, student.code)
    return good({ travel: found?.travel ?? null }, etag(found?.version ?? 0))
  }),
  add: save,
  update: save,
  peers: byStudent(async ({ student, db, caller, tools }) => {
    const seconds = caller.role === 'nobody' ? undefined : await tools.limits.peers.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    return good({ peers: await store.findPeers(db, student.code) })
  }),
}
