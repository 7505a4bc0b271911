import * as v from 'valibot'
import { identityTexts } from '../i18n/identity.ts'
import { signInTexts } from '../i18n/sign-in.ts'
import { validationMessage } from '../i18n/translate.ts'
import { textCodec } from './codec.ts'
import { alphanumericField, isIdCard } from './fields.ts'
import { isIdNumber, normalizeIdNumber } from './id-number.ts'
import { normalizeNumberText } from './normalize.ts'

// The fields of the sign-in page. They are separate from `identity.ts`, because most visits start
// signed in and do not load them.
const number = alphanumericField({
  empty: identityTexts.numberRequired,
  wrong: identityTexts.numberWrong,
})
const workNumber = alphanumericField({
  empty: identityTexts.workNumberRequired,
  wrong: identityTexts.workNumberWrong,
})
const upperIdCard = textCodec(
  v.transform(normalizeNumberText),
  v.nonEmpty(validationMessage(identityTexts.idCardRequired)),
  v.check((value) => value === '' || isIdCard(value), validationMessage(identityTexts.idCardWrong)),
  v.toUpperCase(),
)

const otherIdNumber = textCodec(
  v.transform(normalizeIdNumber),
  v.nonEmpty(validationMessage(signInTexts.idNumberRequired)),
  v.check(
    (value) => value === '' || isIdNumber(value),
    validationMessage(signInTexts.idNumberWrong),
  ),
)
const entries = {
  kind: v.picklist(['exam', 'student'], validationMessage(identityTexts.inputTypeRequired)),
  number: number.schema,
}

/** The input of a student's sign-in (ID-08 to ID-12). */
export const StudentSignIn = v.object({ ...entries, idCard: upperIdCard.schema })
/** The input of a student's sign-in with a passport, a permit or another document. */
export const OtherDocumentSignIn = v.object({ ...entries, idCard: otherIdNumber.schema })
/** The input of a student's sign-in. */
export interface StudentSignIn extends v.InferOutput<typeof StudentSignIn> {}

/** The input of a staff member's sign-in (ID-13 to ID-15). */
export const StaffSignIn = v.object({
  workNumber: workNumber.schema,
  password: v.pipe(v.string(), v.nonEmpty(validationMessage(identityTexts.passwordRequired))),
})
/** The input of a staff member's sign-in. */
export interface StaffSignIn extends v.InferOutput<typeof StaffSignIn> {}
