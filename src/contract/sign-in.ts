import * as v from 'valibot'
import { identityTexts } from '../i18n/identity.ts'
import { validationMessage } from '../i18n/translate.ts'
import { text } from './codec.ts'
import { alphanumeric, isIdCard } from './fields.ts'
import { normalizeNumberText } from './normalize.ts'

// What the sign-in page asks for: a file of its own, for most visits begin signed in.
const number = alphanumeric({
  empty: identityTexts.numberRequired,
  wrong: identityTexts.numberWrong,
})
const workNumber = alphanumeric({
  empty: identityTexts.workNumberRequired,
  wrong: identityTexts.workNumberWrong,
})
const upperIdCard = text(
  v.transform(normalizeNumberText),
  v.nonEmpty(validationMessage(identityTexts.idCardRequired)),
  v.check((value) => value === '' || isIdCard(value), validationMessage(identityTexts.idCardWrong)),
  v.toUpperCase(),
)

/** What a student types to bind (ID-08 to ID-12). */
export const StudentSignIn = v.object({
  kind: v.picklist(['exam', 'student'], validationMessage(identityTexts.inputTypeRequired)),
  number: number.schema,
  idCard: upperIdCard.schema,
})
/** What a student types to bind. */
export interface StudentSignIn extends v.InferOutput<typeof StudentSignIn> {}

/** What a staff member types to sign in (ID-13 to ID-15). */
export const StaffSignIn = v.object({
  workNumber: workNumber.schema,
  password: v.pipe(v.string(), v.nonEmpty(validationMessage(identityTexts.passwordRequired))),
})
/** What a staff member types to sign in. */
export interface StaffSignIn extends v.InferOutput<typeof StaffSignIn> {}
