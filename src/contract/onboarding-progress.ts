import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { onboardingProgressTexts } from '../i18n/onboarding-progress.ts'
import { validationMessage } from '../i18n/translate.ts'
import { arrivalFilterFields } from './arrivals.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  withCodecChecks,
  booleanCodec,
  optionalKey,
  requiredKey,
  listCodec,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { maxCharacters, longTextField } from './fields.ts'
import { absenceCodec } from './late-arrivals.ts'
import { pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

/** The roles that may see the students' progress and send reminders. */
export const PROGRESS_VIEWER_ROLES: readonly StaffRole[] = ['administrator', 'admissions']

/** The codec of a step's progress. */
export const stepProgressCodec = recordCodec({
  /** The number that identifies the step. */
  step: wholeNumberCodec,
  /** The place of the step among the others. */
  position: wholeNumberCodec,
  title: textCodec(),
  /**
   * The number of students who have to do this step; postgraduates, for example, choose no
   * dormitory.
   */
  expected: wholeNumberCodec,
  done: wholeNumberCodec,
  /** When the last reminder was sent, ISO instant; '' if none was. */
  remindedAt: textCodec(),
})
/** The progress of all students in one step. */
export type StepProgress = CodecValue<typeof stepProgressCodec>

const UnfinishedStudent = recordCodec({
  ...textKeys('student', 'number', 'name', 'department', 'className'),
  /** Why the student has not arrived, if that is recorded. */
  absence: optionalKey('absence', absenceCodec),
})
/** A student who has not finished a step. */
export type UnfinishedStudent = CodecValue<typeof UnfinishedStudent>

/** The filter of a step's list. */
export const unfinishedStepFilterFields = {
  ...arrivalFilterFields,
  step: withCodecChecks(
    wholeNumberCodec,
    v.minValue(0, validationMessage(commonTexts.badField)),
    v.maxValue(1_000_000),
  ),
}

const TITLE_AT_MOST = 50

/** The progress of onboarding: online only. */
export const onboardingProgress = {
  steps: defineRead({
    path: '/api/manage/progress/steps',
    who: PROGRESS_VIEWER_ROLES,
    input: recordCodec(arrivalFilterFields),
    output: recordCodec({
      steps: requiredKey('data', listCodec(stepProgressCodec)),
      /** Whether reminders are also sent by SMS. */
      byText: booleanCodec,
    }),
  }),
  list: defineRead({
    path: '/api/manage/progress/list',
    who: PROGRESS_VIEWER_ROLES,
    input: recordCodec({ ...unfinishedStepFilterFields, after: textCodec() }),
    output: pageOf('students', UnfinishedStudent),
  }),
  /**
   * Sends a notice to each student who has not finished the step and was not reminded of it today.
   * `told` is the number of students who were sent one.
   */
  remind: defineWrite({
    path: '/api/manage/progress/remind',
    who: PROGRESS_VIEWER_ROLES,
    input: recordCodec({
      ...unfinishedStepFilterFields,
      title: textCodec(
        v.nonEmpty(validationMessage(onboardingProgressTexts.titleRequired)),
        maxCharacters(TITLE_AT_MOST),
      ),
      content: longTextField(onboardingProgressTexts.contentRequired),
    }),
    output: recordCodec({ told: wholeNumberCodec }),
  }),
}
