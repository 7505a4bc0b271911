import type { onboarding } from '#contract/onboarding'
import { refusalTexts } from '#i18n/refusals'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { byPhone } from '../forms/face.ts'
import { findStep, findSteps, unmark } from '../steps/face.ts'
import { completeStep, numberOf } from './complete.ts'

/** The onboarding flow (FLOW). */
export const onboardingHandlers: Handlers<typeof onboarding> = {
  steps: byStudent(async ({ student, db, now }) =>
    good({ steps: await findSteps(db, student, now) }),
  ),

  reopen: byStudent(async ({ input, student, db, now }) => {
    const step = await findStep(db, student, { id: numberOf(input.step), now })
    if (step === undefined) return refused(refusalTexts.notFound)
    await unmark(db, { student: student.code, step: step.id })
    return good({})
  }),

  complete: byStudent((ask) => completeStep(byPhone(ask))),
}
