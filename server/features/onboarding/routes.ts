import { PAYMENT_STEPS, type onboarding } from '#contract/onboarding'
import { refusalWords } from '#words/refusal'
import { chinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockStudent } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { owedOf } from '../charges/face.ts'
import { findChoice, keepPlace } from '../dorm/face.ts'
import { hasAccepted } from '../greenchannel/face.ts'
import { findStep, findSteps, isPaymentDone, markDone, unmark } from '../steps/face.ts'

const isPayment = (page: string) => PAYMENT_STEPS.some((one) => one === page)
const numberOf = (step: string) => (/^\d{1,9}$/.test(step) ? Number(step) : -1)

/** The onboarding flow (FLOW). */
export const onboardingHandlers: Handlers<typeof onboarding> = {
  steps: byStudent(async ({ student, db, now }) =>
    good({ steps: await findSteps(db, student, now) }),
  ),

  reopen: byStudent(async ({ input, student, db }) => {
    const step = await findStep(db, student, numberOf(input.step))
    if (step === undefined) return refused(refusalWords.notFound)
    await unmark(db, { student: student.code, step: step.id })
    return good({})
  }),

  complete: byStudent(async ({ input, student, db, now }) => {
    const step = await findStep(db, student, numberOf(input.step))
    if (step === undefined) return refused(refusalWords.notFound)
    const isAboutMoney = isPayment(step.page)
    if (isAboutMoney) await lockStudent(db, student.code)
    if (isAboutMoney && !(await mayEndPayment(db, student.code, now)))
      return refused(refusalWords.moneyOwed)
    await markDone(db, { student: student.code, step: step.id, now })
    // No payment is to come that could keep the bed. One that is lost is chosen anew: what it costs
    // was not asked for here.
    if (isAboutMoney && (await findChoice(db, student.code, now)) !== undefined)
      await keepPlace(db, student.code, now)
    return good({})
  }),
}

// Nothing is owed, or the office will collect, or an application is accepted (D-34).
async function mayEndPayment(db: Db, student: string, now: Date): Promise<boolean> {
  const own = { student, year: chinaYear(now) }
  return (
    (await owedOf(db, { ...own, now })) === 0 ||
    (await isPaymentDone(db, student)) ||
    hasAccepted(db, own)
  )
}
