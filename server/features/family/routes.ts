import type { family } from '#contract/family'
import type { FamilyHousehold } from '#contract/family-household'
import { familyTexts } from '#i18n/family'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { lockStudent, versionTag } from '../../platform/records/versioned-write.ts'
import { verifySmsCode } from '../profile/public.ts'
import { toOwnSubmission, nextFormVersion } from '../student-forms/public.ts'
import { FAMILY_FORM_NAME, saveFamilyForm } from './family-form.ts'
import * as store from './store.ts'

// The add call and the update call have the same handler, because the client cannot know whether a
// record exists (OFF-18).
const save = studentHandler<FamilyHousehold, Record<never, never>>((ask) =>
  saveFamilyForm(toOwnSubmission(ask)),
)

/** The handlers of personal and family information (FAM). */
export const familyHandlers: Handlers<typeof family> = {
  find: studentHandler(async ({ student, db }) => {
    const found = await store.findHousehold(db, student.code)
    return succeed(
      { household: found?.household ?? null },
      versionTag(FAMILY_FORM_NAME, found?.version ?? 0),
    )
  }),
  add: save,
  update: save,
  details: studentHandler(async ({ student, db }) =>
    succeed({ details: (await store.findPersonalDetails(db, student.code)) ?? null }),
  ),
  saveDetails: studentHandler(async (ask) => {
    const { input, student, db, now } = ask
    // Without an SMS service the phone number is not verified by a code.
    const isSent = ask.tools.settings.sms !== 'none'
    if (isSent && input.code === '')
      return {
        type: 'invalid',
        issues: [{ path: 'codes', message: familyTexts.codeRequired[ask.language] }],
      }
    if (
      isSent &&
      !(await verifySmsCode(ask, { scene: 'details', phone: input.phone, code: input.code }))
    )
      return refuse(familyTexts.codeMismatch)
    const least = await lockStudent(db, student.code)
    const version = Math.max(await nextFormVersion(db, student.code, 'details'), least)
    const { writer } = toOwnSubmission(ask)
    await store.savePersonalDetails(db, {
      payload: input,
      student: student.code,
      version,
      writer,
      now,
    })
    return succeed({})
  }),
}
