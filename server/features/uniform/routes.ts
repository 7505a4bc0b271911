import type { uniform, Uniform } from '#contract/uniform'
import { tagOf } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers } from '../../platform/http/handler.ts'
import { byPhone } from '../forms/face.ts'
import { FORM, saveWords } from './save.ts'
import * as store from './store.ts'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Uniform, Record<never, never>>((ask) => saveWords(byPhone(ask)))

/** The military-training uniform (UNI). */
export const uniformHandlers: Handlers<typeof uniform> = {
  find: byStudent(async ({ student, db }) => {
    const order = await store.findOrder(db, student.code)
    return good(
      { chosen: await store.findChosen(db, student.code) },
      tagOf(FORM, order?.version ?? 0),
    )
  }),
  garments: byStudent(async ({ db }) => good({ garments: await store.findGarments(db) })),
  colours: byStudent(async ({ db }) => good({ colours: await store.findColours(db) })),
  add: save,
  update: save,
}
