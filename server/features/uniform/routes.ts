import type { uniform, Uniform } from '#contract/uniform'
import { versionTag } from '../../platform/database/versions.ts'
import { studentHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { asOwnSubmission } from '../forms/face.ts'
import { UNIFORM_FORM, saveUniformForm, uniformOffer } from './save.ts'
import * as store from './store.ts'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = studentHandler<Uniform, Record<never, never>>((ask) =>
  saveUniformForm(asOwnSubmission(ask)),
)

/** The military-training uniform (UNI). */
export const uniformHandlers: Handlers<typeof uniform> = {
  find: studentHandler(async ({ student, db }) => {
    const order = await store.findUniformOrder(db, student.code)
    return succeed({ chosen: order?.chosen ?? [] }, versionTag(UNIFORM_FORM, order?.version ?? 0))
  }),
  garments: studentHandler(async (ask) =>
    succeed({ garments: (await uniformOffer(ask)).garments }),
  ),
  colours: studentHandler(async (ask) => succeed({ colours: (await uniformOffer(ask)).colours })),
  add: save,
  update: save,
}
