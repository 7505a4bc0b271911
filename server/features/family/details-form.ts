import * as v from 'valibot'
import { PersonalDetails } from '#contract/personal-details'
import type { Db } from '../../platform/database/db.ts'
import { toFieldIssues } from '../../platform/http/body/validate-body.ts'
import { writeIfCurrentVersion } from '../../platform/records/versioned-write.ts'
import { nextFormVersion, type OnBehalfForm } from '../student-forms/public.ts'
import { findPersonalDetails, savePersonalDetails } from './store.ts'

const DETAILS_FORM = 'details'

async function findStoredDetails(db: Db, student: string) {
  const payload = await findPersonalDetails(db, student)
  // The table has no version column, so the version comes from the form's history.
  return payload && { payload, version: (await nextFormVersion(db, student, DETAILS_FORM)) - 1 }
}

/**
 * The personal details as filled in by the office, which needs no SMS code to prove the phone
 * number.
 */
export const personalDetailsOnBehalfForm: OnBehalfForm = {
  name: DETAILS_FORM,
  find: findStoredDetails,
  save: async (ask) => {
    const { input, student, db, language, writer, now } = ask
    const own = { ...Object(input), student: student.code, code: '' }
    const said = v.safeParse(PersonalDetails.schema, own, { lang: language })
    if (!said.success) return { type: 'invalid', issues: toFieldIssues(said.issues) }
    return writeIfCurrentVersion(ask, {
      form: DETAILS_FORM,
      find: () => findStoredDetails(db, student.code),
      save: async (version) => {
        const of = { payload: said.output, student: student.code, version, writer, now }
        await savePersonalDetails(db, of)
        return undefined
      },
    })
  },
}
