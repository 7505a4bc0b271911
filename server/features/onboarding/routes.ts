import { PAYMENT_STEPS, type onboarding } from '#contract/onboarding'
import { refusalWords } from '#words/refusal'
import { chinaYear } from '../../platform/clock.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/handler.ts'
import { lockStudent } from '../../platform/versions.ts'
import { isSettled } from '../charges/store.ts'
import { findChoice, keepPlace } from '../dorm/store.ts'
import * as store from '../steps/store.ts'

const isPayment = (page: string) => PAYMENT_STEPS.some((one) => one === page)
const numberOf = (step: string) => (/^\d{1,9}$/.test(step) ? Number(step) : -1)

/** The onboarding flow (FLOW). */
export const onboardingHandlers: Handlers<typeof onboarding> = {
  steps: byStudent(async ({ student, db, now }) =>
    good({ steps: await store.findSteps(db, student, now) }),
  ),

  reopen: byStudent(async ({ input, student, db }) => {
    const step = await store.findStep(db, student, numberOf(input.step))
    if (step === undefined) return refused(refusalWords.notFound)
    await store.unmark(db, { student: student.code, step: step.id })
    return good({})
  }),

  complete: byStudent(async ({ input, student, db, now }) => {
    const step = await store.findStep(db, student, numberOf(input.step))
    if (step === undefined) return refused(refusalWords.notFound)
    const isAboutMoney = isPayment(step.page)
    if (isAboutMoney) await lockStudent(db, student.code)
    if (
      isAboutMoney &&
      !(await isSettled(db, { student: student.code, year: chinaYear(now), now }))
    )
      return refused(refusalWords.moneyOwed)
    await store.markDone(db, { student: student.code, step: step.id, now })
    // No payment is to come that could keep the bed. One that is lost is chosen anew: what it costs was not asked for here.
    if (isAboutMoney && (await findChoice(db, student.code, now)) !== undefined)
      await keepPlace(db, student.code, now)
    return good({})
  }),
}
