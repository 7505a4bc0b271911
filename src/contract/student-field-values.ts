import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { referenceDataTexts } from '../i18n/reference-data.ts'
import { validationMessage } from '../i18n/translate.ts'
import { recordCodec, textCodec, withCodecChecks } from './codec.ts'
import {
  nonEmptyTextField,
  oneOfField,
  optionalTextField,
  wholeNumberFieldBetween,
  yesNoField,
} from './reference-data-fields.ts'
import type { StaffRole } from './roles.ts'

/** The types of an own field's values. */
export const STUDENT_FIELD_TYPES = ['text', 'choice', 'date'] as const
/** One of the types. */
export type StudentFieldType = (typeof STUDENT_FIELD_TYPES)[number]

/** The roles that can be allowed to see own fields. */
export const STUDENT_FIELD_ROLES = [
  'administrator',
  'admissions',
  'finance',
  'dorm-office',
] as const satisfies readonly StaffRole[]

/** The longest text of a value, characters. */
export const MOST_FIELD_CHARACTERS = 200
const MOST_OPTIONS = 100

/** Splits the options of a choice. */
export const splitFieldOptions = (options: string): string[] =>
  options
    .split(/[、,，;；\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

const isListOfRoles = (typed: string) =>
  typed === '' || typed.split(',').every((one) => STUDENT_FIELD_ROLES.some((role) => role === one))

const isChoosable = (options: string) => {
  const list = splitFieldOptions(options)
  return list.length > 0 && list.length <= MOST_OPTIONS && list.every((one) => one.length <= 50)
}

/** An own field of the campus: a column of students that the specification does not know. */
export const StudentFieldValues = withCodecChecks(
  recordCodec({
    order: wholeNumberFieldBetween({ min: 1, max: 999 }),
    name: nonEmptyTextField(30),
    nameEn: optionalTextField(60),
    fieldType: oneOfField(STUDENT_FIELD_TYPES),
    options: optionalTextField(2000),
    maxLength: wholeNumberFieldBetween({ min: 1, max: MOST_FIELD_CHARACTERS }),
    viewers: textCodec(
      v.maxLength(200),
      v.check(isListOfRoles, validationMessage(commonTexts.badField)),
    ),
    forStudent: yesNoField,
  }),
  v.forward(
    v.check(
      ({ fieldType, options }) => fieldType !== 'choice' || isChoosable(options),
      validationMessage(referenceDataTexts.optionsNeeded),
    ),
    ['options'],
  ),
)
