import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { key, lazyCodec, record, text, passThrough, type CodecValue } from './codec.ts'
import { requiredText } from './fields.ts'

const masked = lazyCodec<'idCard' | 'phone'>({
  decode: () => v.pipe(text().decode, v.picklist(['idCard', 'phone'])),
  encode: passThrough,
})

/** Which number of which student to show unmasked; it is masked everywhere else. */
export const revealInput = record({
  student: key('student', requiredText(commonTexts.badField, 64)),
  what: key('what', masked),
})
/** A request to show a student's number unmasked. */
export type RevealRequest = CodecValue<typeof revealInput>

/** The unmasked number. */
export const revealOutput = record({ number: key('data', text()) })
/** The unmasked number. */
export type RevealedNumber = CodecValue<typeof revealOutput>
