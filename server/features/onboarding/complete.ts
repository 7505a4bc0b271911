import { PAYMENT_STEPS, stepForm } from '#contract/onboarding'
import { refusalTexts } from '#i18n/refusals'
import { chinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockStudent } from '../../platform/database/versions.ts'
import { good, type Outcome, refused } from '../../platform/http/handler.ts'
import { owedOf } from '../charges/face.ts'
import { findChoice, keepPlace } from '../dorm/face.ts'
import { deskForm, type FormAsk } from '../forms/face.ts'
import { hasAccepted } from '../greenchannel/face.ts'
import { findStep, isPaymentDone, markDone } from '../steps/face.ts'

const isPayment = (page: string) => PAYMENT_STEPS.some((one) => one === page)

/** The number of a step as the wire spells it; -1 for what is none. */
export const numberOf = (step: string): number => (/^\d{1,9}$/.test(step) ? Number(step) : -1)

/** Mark a step complete, if it may be. */
export async function completeStep({
  input,
  student,
  db,
  now,
}: FormAsk<{ readonly step: string }>): Promise<Outcome<Record<never, never>>> {
  const step = await findStep(db, student, { id: numberOf(input.step), now })
  if (step === undefined) return refused(refusalTexts.notFound)
  const isAboutMoney = isPayment(step.page)
  if (isAboutMoney) await lockStudent(db, student.code)
  if (isAboutMoney && !(await mayEndPayment(db, student.code, now)))
    return refused(refusalTexts.moneyOwed)
  await markDone(db, { student: student.code, step: step.id, now })
  // No payment is to come that could keep the bed. One that is lost is chosen anew: what it costs
  // was not asked for here.
  if (isAboutMoney && (await findChoice(db, student.code, now)) !== undefined)
    await keepPlace(db, student.code, now)
  return good({})
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

/** The mark of a step that waited on a phone, as the office delivers it. */
export const stepDesk = deskForm({
  form: stepForm,
  page: '',
  find: async () => undefined,
  save: completeStep,
})
