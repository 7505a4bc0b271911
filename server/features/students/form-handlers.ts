import type { students } from '#contract/students'
import { refusalTexts } from '#i18n/refusals'
import { succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { recordAuditEntry } from '../office/public.ts'
import { markPageStepDone, findStepOfPage } from '../onboarding-steps/public.ts'
import type { OnBehalfForm } from '../student-forms/public.ts'
import { findOnBehalfForm } from './on-behalf-forms.ts'
import { forAccessibleStudent } from './student-access.ts'
import { readPayloadFields } from './student-page.ts'

type Calls = Handlers<typeof students>

/** Opens a form for the office, unmasked. The audit log records who opened it. */
export const openFormHandler: Calls['openForm'] = forAccessibleStudent('openForm', async (ask) => {
  const { db, input, student, staff, now } = ask
  const onBehalfForm = findOnBehalfForm(input.form)
  if (onBehalfForm === undefined) return refuse(refusalTexts.notFound)
  await recordAuditEntry(db, {
    staff: staff.code,
    action: 'students.openForm',
    about: `student:${student.code}`,
    details: { form: input.form },
    now,
  })
  const found = await onBehalfForm.find(db, student.code)
  const step =
    onBehalfForm.page === undefined ? undefined : await findStepOfPage(db, onBehalfForm.page)
  return succeed({
    step: step === undefined ? '' : String(step),
    studentName: student.name,
    words: found === undefined ? {} : readPayloadFields(found.payload),
    version: versionTag(input.form, found?.version ?? 0),
    garments: [],
    colours: [],
    packages: [],
    ...(await onBehalfForm.readOffer?.(ask, student)),
  })
})

/** Saves a form on a student's behalf, by the same rules as the student's own submission. */
export const saveFormHandler: Calls['saveForm'] = forAccessibleStudent('saveForm', async (ask) => {
  const { db, input, student, staff, now } = ask
  const onBehalfForm = findOnBehalfForm(input.form)
  if (onBehalfForm === undefined) return refuse(refusalTexts.notFound)
  const saved = await onBehalfForm.save({
    ...ask,
    input: input.words,
    ifMatch: input.version,
    writer: { origin: 'desk', by: staff.code },
  })
  if (saved.type !== 'ok') return saved
  await markFormStepOnBehalf(onBehalfForm, ask)
  await recordAuditEntry(db, {
    staff: staff.code,
    action: 'students.saveForm',
    about: `student:${student.code}`,
    reason: input.reason,
    details: { form: input.form, version: saved.etag },
    now,
  })
  return succeed({})
})

/** Marks the step of a form as complete, as the student's app does after a submission. */
export async function markFormStepOnBehalf(
  { page }: OnBehalfForm,
  { db, student, now }: Pick<Parameters<OnBehalfForm['save']>[0], 'db' | 'student' | 'now'>,
): Promise<void> {
  if (page !== undefined) await markPageStepDone(db, { student: student.code, page, now })
}
