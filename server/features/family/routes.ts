import type { family } from '#contract/family'
import type { Household } from '#contract/household'
import { familyTexts } from '#i18n/family'
import { lockStudent, tagOf } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { byPhone, nextVersion } from '../forms/face.ts'
import { isCode } from '../profile/face.ts'
import { FORM, saveWords } from './save.ts'
import * as store from './store.ts'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Household, Record<never, never>>((ask) => saveWords(byPhone(ask)))

/** Personal and family information (FAM). */
export const familyHandlers: Handlers<typeof family> = {
  find: byStudent(async ({ student, db }) => {
    const found = await store.findHousehold(db, student.code)
    return good({ household: found?.household ?? null }, tagOf(FORM, found?.version ?? 0))
  }),
  add: save,
  update: save,
  details: byStudent(async ({ student, db }) =>
    good({ details: (await store.findDetails(db, student.code)) ?? null }),
  ),
  saveDetails: byStudent(async (ask) => {
    const { input, student, db, now } = ask
    // A university that sends no codes checks the number itself.
    const isSent = ask.tools.settings.sms !== 'none'
    if (isSent && input.code === '')
      return {
        type: 'invalid',
        issues: [{ path: 'codes', message: familyTexts.codeRequired[ask.language] }],
      }
    if (isSent && !(await isCode(ask, { scene: 'details', phone: input.phone, code: input.code })))
      return refused(familyTexts.codeMismatch)
    const least = await lockStudent(db, student.code)
    const version = Math.max(await nextVersion(db, student.code, 'details'), least)
    const { writer } = byPhone(ask)
    await store.saveDetails(db, { details: input, student: student.code, version, writer, now })
    return good({})
  }),
}
