import * as v from 'valibot'
import { travelForm, travelSchemaForYear, type Travel } from '#contract/travel'
import { refusalTexts } from '#i18n/refusals'
import { toChinaYear } from '../../platform/clock.ts'
import { toFieldIssues } from '../../platform/http/body/validate-body.ts'
import { type HandlerResult, refuse } from '../../platform/http/handler.ts'
import { writeIfCurrentVersion } from '../../platform/records/versioned-write.ts'
import { checkSubmission } from '../campus-rules/public.ts'
import { isNewStudentAt, markFormStepDone } from '../onboarding-steps/public.ts'
import { defineQueuedOnBehalfForm, type FormSubmission } from '../student-forms/public.ts'
import * as store from './store.ts'

/** The form's name in ETags and in the history. */
export const TRAVEL_FORM_NAME = 'travel'
const PAGE = 'schoolInformation'

/** Saves a trip if the writer's version is current. */
export async function saveTravelForm(
  ask: FormSubmission<Travel>,
): Promise<HandlerResult<Record<never, never>>> {
  const { input, student, db, now, language, writer } = ask
  const checked = v.safeParse(travelSchemaForYear(toChinaYear(now)), input, { lang: language })
  if (!checked.success) return { type: 'invalid', issues: toFieldIssues(checked.issues) }
  if (!isNewStudentAt(student, now)) return refuse(refusalTexts.newOnly)
  return checkSubmission(ask, {
    form: TRAVEL_FORM_NAME,
    page: PAGE,
    save: () =>
      writeIfCurrentVersion(ask, {
        form: TRAVEL_FORM_NAME,
        find: () => store.findTravel(db, student.code),
        save: async (version) => {
          await store.saveTravel(db, {
            payload: input,
            student: student.code,
            version,
            writer,
            now,
          })
          await markFormStepDone(db, { student: student.code, step: input.step, page: PAGE, now })
          return undefined
        },
      }),
  })
}

/** The travel form for the office. */
export const travelOnBehalfForm = defineQueuedOnBehalfForm({
  form: travelForm,
  page: PAGE,
  find: async (db, student) => {
    const found = await store.findTravel(db, student)
    return found && { payload: found.travel, version: found.version }
  },
  save: saveTravelForm,
})
