import { queuedCampusFormName } from '#contract/campus-form-names'
import type { CampusFormSubmission } from '#contract/campus-form-submission'
import type { campusForms } from '#contract/campus-forms'
import { refusalTexts } from '#i18n/refusals'
import { type Handlers, refuse, studentHandler, succeed } from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { toOwnSubmission } from '../student-forms/public.ts'
import { findAnswers, findClassmates } from './answers.ts'
import { findArrivingFile, findFile } from './files.ts'
import { listOfferedForms, toFile } from './offered-forms.ts'
import { receivePart } from './receive-file.ts'
import { saveCampusForm } from './save-answers.ts'
import { isInAudience, readPublishedVersion } from './store.ts'

// The add call and the update call have the same handler, because the client cannot know whether a
// record exists (OFF-18).
const save = studentHandler<CampusFormSubmission, Record<never, never>>((ask) =>
  saveCampusForm(toOwnSubmission(ask)),
)

/** The handlers of the forms that the campus has made. */
export const campusFormHandlers: Handlers<typeof campusForms> = {
  mine: studentHandler(async (ask) => succeed(await listOfferedForms(ask, ask.student))),

  find: studentHandler(async ({ db, input: { form }, student }) => {
    const found = await findAnswers(db, { student: student.code, form })
    return succeed(
      { submission: found?.submission ?? null },
      versionTag(queuedCampusFormName(form), found?.version ?? 0),
    )
  }),

  classmates: studentHandler(async ({ db, student }) =>
    succeed({ classmates: await findClassmates(db, student) }),
  ),

  // A student reads the versions of a form that is for them, or that they have answered.
  definition: async (ask) => {
    const { db, caller, input, now } = ask
    const { form, version } = input
    const found = await readPublishedVersion(ask, form, version)
    const student = caller.role === 'student' ? caller.student.code : undefined
    if (
      found === undefined ||
      (student !== undefined &&
        !(await isInAudience(db, { form, student, now })) &&
        (await findAnswers(db, { student, form })) === undefined)
    )
      return refuse(refusalTexts.notFound)
    return succeed({ definition: found.definition })
  },

  add: save,
  update: save,

  received: studentHandler(async ({ db, input, student }) => {
    const { received } = await findArrivingFile(db, {
      id: input.attachment,
      student: student.code,
    })
    return succeed({ bytes: received })
  }),

  attach: studentHandler(receivePart),

  // The owner, or a reviewer of the answers that use the file. Others are told that there is none.
  attachment: async ({ db, key, caller, ...ask }) => {
    const found = await findFile(db, key)
    if (found?.bytes === null || found === undefined) return { type: 'missing' }
    if (caller.role === 'student')
      return caller.student.code === found.student ? toFile(found) : { type: 'missing' }
    const form = await readPublishedVersion({ ...ask, db, caller }, found.form)
    return form?.settings.isReviewed === true && found.answerVersion !== null
      ? toFile(found)
      : { type: 'missing' }
  },
}
