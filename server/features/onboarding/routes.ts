import type { onboarding } from '#contract/onboarding'
import { refusalTexts } from '#i18n/refusals'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { findStep, findSteps, reopenStep } from '../onboarding-steps/public.ts'
import { toOwnSubmission } from '../student-forms/public.ts'
import { completeStep, parseStepNumber } from './complete-step.ts'

/** The handlers of the onboarding flow (FLOW). */
export const onboardingHandlers: Handlers<typeof onboarding> = {
  steps: studentHandler(async ({ student, db, now }) =>
    succeed({ steps: await findSteps(db, student, now) }),
  ),

  reopen: studentHandler(async ({ input, student, db, now }) => {
    const step = await findStep(db, student, { id: parseStepNumber(input.step), now })
    if (step === undefined) return refuse(refusalTexts.notFound)
    await reopenStep(db, { student: student.code, step: step.id })
    return succeed({})
  }),

  complete: studentHandler((ask) => completeStep(toOwnSubmission(ask))),
}
