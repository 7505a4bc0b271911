import { campusFormOfStepPage } from '#contract/campus-form-names'
import { PAYMENT_STEP_PAGES, stepForm } from '#contract/onboarding'
import { campusFormServerTexts } from '#i18n/campus-forms-server'
import { refusalTexts } from '#i18n/refusals'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { succeed, type HandlerResult, refuse } from '../../platform/http/handler.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { findOwedAmount } from '../charges/public.ts'
import { findDormChoice, confirmReservedBed } from '../dorm/public.ts'
import { hasApprovedApplication } from '../green-channel/public.ts'
import { findStep, isPaymentDone, markStepDone } from '../onboarding-steps/public.ts'
import { defineQueuedOnBehalfForm, type FormSubmission } from '../student-forms/public.ts'

const isPayment = (page: string) => PAYMENT_STEP_PAGES.some((one) => one === page)

/** Parses the number of a step; -1 for invalid text. */
export const parseStepNumber = (step: string): number =>
  /^\d{1,9}$/.test(step) ? Number(step) : -1

/** Marks a step complete, if that is allowed. */
export async function completeStep({
  input,
  student,
  db,
  now,
}: FormSubmission<{ readonly step: string }>): Promise<HandlerResult<Record<never, never>>> {
  const step = await findStep(db, student, { id: parseStepNumber(input.step), now })
  if (step === undefined) return refuse(refusalTexts.notFound)
  if (campusFormOfStepPage(step.page) !== undefined) return refuse(campusFormServerTexts.byFormOnly)
  const isAboutMoney = isPayment(step.page)
  if (isAboutMoney) await lockStudent(db, student.code)
  if (isAboutMoney && !(await mayEndPayment(db, student.code, now)))
    return refuse(refusalTexts.moneyOwed)
  await markStepDone(db, { student: student.code, step: step.id, now })
  // No payment follows that could confirm the reserved bed, so the bed is confirmed now. If its
  // reservation has expired, the student has to choose again, because the bed's price was not part
  // of this payment.
  if (isAboutMoney && (await findDormChoice(db, student.code, now)) !== undefined)
    await confirmReservedBed(db, student.code, now)
  return succeed({})
}

// Whether the payment step can be completed: if nothing is owed, if the office collects the fees,
// or if an application is approved (D-34).
async function mayEndPayment(db: Db, student: string, now: Date): Promise<boolean> {
  const own = { student, year: toChinaYear(now) }
  return (
    (await findOwedAmount(db, { ...own, now })) === 0 ||
    (await isPaymentDone(db, student)) ||
    hasApprovedApplication(db, own)
  )
}

/**
 * The form with which the office delivers the completion of a step that waited in a phone's outbox.
 */
export const stepOnBehalfForm = defineQueuedOnBehalfForm({
  form: stepForm,
  page: '',
  find: async () => undefined,
  save: completeStep,
})
