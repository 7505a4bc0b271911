import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { referenceDataTexts } from '../i18n/reference-data.ts'
import { validationMessage, type LocalizedText, fillTemplateText } from '../i18n/translate.ts'
import { parseBeds } from './beds.ts'
import { textCodec } from './codec.ts'
import { maxCharacters, isDay } from './fields.ts'
import { stripInvisibleMarks } from './names.ts'
import { normalizeNumberText, normalizeAmount } from './normalize.ts'

// The office types text, as in any form. Each kind of value has its rule in this file.

const { wrongNumber, wrongDay, wrongTime, missing } = referenceDataTexts
// A number, normalised.
const typedNumber = (holds: (value: string) => boolean, says: LocalizedText) =>
  textCodec(
    v.transform(normalizeNumberText),
    v.check((value: string) => holds(value), validationMessage(says)),
  )
const rule = (holds: (value: string) => boolean, says: LocalizedText) =>
  textCodec(v.check((value: string) => holds(value), validationMessage(says)))

// Invisible characters are removed: a copied name that contains them would be a different name.
const withoutUnseen = v.transform((said: string) => stripInvisibleMarks(said).trim())

/** Required text. */
export const nonEmptyTextField = (limit = 60) =>
  textCodec(withoutUnseen, v.nonEmpty(validationMessage(missing)), maxCharacters(limit))
/** Text; '' is allowed. */
export const optionalTextField = (limit = 200) => textCodec(withoutUnseen, maxCharacters(limit))
/** A whole number. */
export const wholeNumberFieldBetween = ({ min, max }: { min: number; max: number }) =>
  typedNumber(
    (said) => /^-?\d{1,9}$/.test(said) && Number(said) >= min && Number(said) <= max,
    fillTemplateText(wrongNumber, min, max),
  )
/** Yuan with at most two decimals. */
export const yuanField = textCodec(
  v.transform(normalizeAmount),
  v.check(isYuan, validationMessage(referenceDataTexts.wrongYuan)),
)
/** Yuan with at most two decimals, or the text `word`. */
export const yuanOrKeywordField = (word: string) =>
  textCodec(
    v.transform(normalizeAmount),
    v.check(
      (said: string) => said === word || isYuan(said),
      validationMessage(referenceDataTexts.wrongYuan),
    ),
  )
/** The beds of a room, in the format of `parseBeds`. */
export const bedsField = rule((said) => parseBeds(said) !== undefined, referenceDataTexts.wrongBeds)
/** A day, YYYY-MM-DD. */
export const dayTextField = rule(isDay, wrongDay)
/** '' or a minute in China time, YYYY-MM-DD HH:mm. */
export const optionalMinuteField = rule(isMinute, wrongTime)
/** A minute in China time, YYYY-MM-DD HH:mm. */
export const minuteField = rule((said) => said !== '' && isMinute(said), wrongTime)
/** Yes as '1', no as '0'. */
export const yesNoField = rule((said) => said === '0' || said === '1', commonTexts.badField)
/** One of the given values. */
export const oneOfField = (values: readonly string[]) =>
  rule((said) => values.includes(said), commonTexts.badField)

function isYuan(said: string): boolean {
  return /^\d{1,7}(\.\d{1,2})?$/.test(said)
}

function isMinute(said: string): boolean {
  return said === '' || (isDay(said.slice(0, 10)) && /^.{10} ([01]\d|2[0-3]):[0-5]\d$/.test(said))
}
