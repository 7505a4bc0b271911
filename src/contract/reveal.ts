import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { key, late, record, text, unchanged, type Value } from './codec.ts'
import { needed } from './fields.ts'

const masked = late<'idCard' | 'phone'>({
  decode: () => v.pipe(text().decode, v.picklist(['idCard', 'phone'])),
  encode: unchanged,
})

/** Which number of which student is to be seen whole; it is masked everywhere else. */
export const revealInput = record({
  student: key('student', needed(commonTexts.badField, 64)),
  what: key('what', masked),
})
/** Which number of which student is to be seen whole. */
export type Reveal = Value<typeof revealInput>

/** The whole number. */
export const revealOutput = record({ number: key('data', text()) })
/** The whole number. */
export type Revealed = Value<typeof revealOutput>
