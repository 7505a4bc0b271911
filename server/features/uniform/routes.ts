import type { uniform, Uniform } from '#contract/uniform'
import { tagOf } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers } from '../../platform/http/handler.ts'
import { byPhone } from '../forms/face.ts'
import { FORM, saveWords, uniformOffer } from './save.ts'
import * as store from './store.ts'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Uniform, Record<never, never>>((ask) => saveWords(byPhone(ask)))

/** The military-training uniform (UNI). */
export const uniformHandlers: Handlers<typeof uniform> = {
  find: byStudent(async ({ student, db }) => {
    const order = await store.findOrder(db, student.code)
    return good({ chosen: order?.chosen ?? [] }, tagOf(FORM, order?.version ?? 0))
  }),
  garments: byStudent(async (ask) => good({ garments: (await uniformOffer(ask)).garments })),
  colours: byStudent(async (ask) => good({ colours: (await uniformOffer(ask)).colours })),
  add: save,
  update: save,
}
