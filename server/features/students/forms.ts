import { catalogueOf } from '#contract/living'
import type { students } from '#contract/students'
import { refusalTexts } from '#i18n/refusals'
import type { Asking } from '../../platform/database/kept.ts'
import type { StudentRow } from '../../platform/database/schema.ts'
import { tagOf } from '../../platform/database/versions.ts'
import { good, type Handlers, refused } from '../../platform/http/handler.ts'
import type { OfficeForm } from '../forms/face.ts'
import { packagesOf } from '../living/face.ts'
import { noteDeed } from '../office/face.ts'
import { markPageDone, stepOfPage } from '../steps/face.ts'
import { uniformOffer } from '../uniform/face.ts'
import { officeFormOf } from './desks.ts'
import { fieldsOf } from './page.ts'
import { toStudent } from './reached.ts'

type Calls = Handlers<typeof students>

/** Open a form to go on with it at the desk: its numbers are seen, so it is noted. */
export const openForm: Calls['openForm'] = toStudent('openForm', async (ask) => {
  const { db, input, student, staff, now } = ask
  const desk = officeFormOf(input.form)
  if (desk === undefined) return refused(refusalTexts.notFound)
  await noteDeed(db, {
    staff: staff.code,
    action: 'students.openForm',
    about: `student:${student.code}`,
    details: { form: input.form },
    now,
  })
  const found = await desk.find(db, student.code)
  const step = desk.page === undefined ? undefined : await stepOfPage(db, desk.page)
  return good({
    step: step === undefined ? '' : String(step),
    words: found === undefined ? {} : fieldsOf(found.words),
    version: tagOf(input.form, found?.version ?? 0),
    ...(await offersOf(ask, input.form, student)),
  })
})

async function offersOf(ask: Asking, form: string, { department }: StudentRow) {
  const uniform = form === 'uniform' ? await uniformOffer(ask) : { garments: [], colours: [] }
  return {
    ...uniform,
    packages: form === 'living' ? await packagesOf(catalogueOf(department), ask) : [],
  }
}

/** Save a form on a student's behalf, the way the student's own words are saved. */
export const saveForm: Calls['saveForm'] = toStudent('saveForm', async (ask) => {
  const { db, input, student, staff, now } = ask
  const desk = officeFormOf(input.form)
  if (desk === undefined) return refused(refusalTexts.notFound)
  const saved = await desk.save({
    ...ask,
    input: input.words,
    ifMatch: input.version,
    writer: { origin: 'desk', by: staff.code },
  })
  if (saved.type !== 'good') return saved
  await markStep(desk, ask)
  await noteDeed(db, {
    staff: staff.code,
    action: 'students.saveForm',
    about: `student:${student.code}`,
    reason: input.reason,
    details: { form: input.form, version: saved.etag },
    now,
  })
  return good({})
})

/** What the student's own app would do behind the submission: the step of the form is done. */
export async function markStep(
  { page }: OfficeForm,
  { db, student, now }: Pick<Parameters<OfficeForm['save']>[0], 'db' | 'student' | 'now'>,
): Promise<void> {
  if (page !== undefined) await markPageDone(db, { student: student.code, page, now })
}
