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

/** The pages that a step of the flow can open. */
export const ONBOARDING_STEP_PAGES = [
  'personalinformation',
  'schoolInformation',
  'selectdorm',
  'militaryTrainingClothing',
  'onlinefee',
  'checkin',
  'livinguse',
] as const

/**
 * The kinds of level. Undergraduates can change their major; postgraduates see the home entries for
 * postgraduates; 'other' students do neither.
 */
export const STUDENT_KINDS = ['undergraduate', 'postgraduate', 'other'] as const
/** One of the kinds. */
export type StudentKind = (typeof STUDENT_KINDS)[number]

/** The separator of the steps that a level skips. */
export const SKIPPED_STEP_SEPARATOR = ','

const isListOfPages = (typed: string) =>
  typed === '' ||
  typed
    .split(SKIPPED_STEP_SEPARATOR)
    .every((one) => ONBOARDING_STEP_PAGES.some((page) => page === one))

/** A level of students, with its rules. */
export const LevelValues = withCodecChecks(
  recordCodec({
    order: wholeNumberFieldBetween({ min: 1, max: 999 }),
    name: nonEmptyTextField(20),
    nameEn: optionalTextField(60),
    aliases: optionalTextField(200),
    studentKind: oneOfField(STUDENT_KINDS),
    livesInDorm: yesNoField,
    skippedSteps: textCodec(
      v.maxLength(200),
      v.check(isListOfPages, validationMessage(commonTexts.badField)),
    ),
  }),
  // Phones know undergraduates by one value, which requires a bed.
  v.forward(
    v.check(
      ({ studentKind, livesInDorm }) => studentKind !== 'undergraduate' || livesInDorm === '1',
      validationMessage(referenceDataTexts.undergraduatesLiveHere),
    ),
    ['livesInDorm'],
  ),
)
