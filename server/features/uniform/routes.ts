import type { uniform, Uniform } from '#contract/uniform'
import { studentHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { toOwnSubmission } from '../student-forms/public.ts'
import * as store from './store.ts'
import { UNIFORM_FORM_NAME, saveUniformForm, readCachedUniformOffer } from './uniform-form.ts'

// The add call and the update call have the same handler, because the client cannot know whether a
// record exists (OFF-18).
const save = studentHandler<Uniform, Record<never, never>>((ask) =>
  saveUniformForm(toOwnSubmission(ask)),
)

/** The handlers of the military-training uniform (UNI). */
export const uniformHandlers: Handlers<typeof uniform> = {
  find: studentHandler(async ({ student, db }) => {
    const order = await store.findUniformOrder(db, student.code)
    return succeed(
      { chosen: order?.chosen ?? [] },
      versionTag(UNIFORM_FORM_NAME, order?.version ?? 0),
    )
  }),
  garments: studentHandler(async (ask) =>
    succeed({ garments: (await readCachedUniformOffer(ask)).garments }),
  ),
  colours: studentHandler(async (ask) =>
    succeed({ colours: (await readCachedUniformOffer(ask)).colours }),
  ),
  add: save,
  update: save,
}
