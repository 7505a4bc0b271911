import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import {
  requiredKey,
  lazyCodec,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
} from './codec.ts'
import { requiredTextField } from './fields.ts'

const masked = lazyCodec<'idCard' | 'phone'>({
  decode: () => v.pipe(textCodec().decode, v.picklist(['idCard', 'phone'])),
  encode: encodeUnchanged,
})

/**
 * The student, and the number of the student that is to be shown unmasked. The number is masked
 * everywhere else.
 */
export const revealNumberInput = recordCodec({
  student: requiredTextField(commonTexts.badField, 64),
  what: masked,
})

/** The unmasked number. */
export const revealNumberOutput = recordCodec({ number: requiredKey('data', textCodec()) })
/** The unmasked number. */
export type RevealedNumber = CodecValue<typeof revealNumberOutput>
