import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { onboardingProgressTexts } from '../i18n/onboarding-progress.ts'
import { validationMessage } from '../i18n/translate.ts'
import { studentFilter } from './arrivals.ts'
import { defineRead, defineWrite } from './call.ts'
import { withChecks, flag, key, list, record, text, type CodecValue, wholeNumber } from './codec.ts'
import { maxCharacters, prose } from './fields.ts'
import type { StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

/** The roles that may see the students' progress and send reminders. */
export const PROGRESS_ROLES: readonly StaffRole[] = ['administrator', 'admissions']

const StepProgress = record({
  /** The number of the step. */
  step: key('step', wholeNumber),
  title: key('title', text()),
  /** The number of students who have this step: postgraduates choose no dormitory. */
  expected: key('expected', wholeNumber),
  done: key('done', wholeNumber),
  /** When the last reminder was sent, ISO instant; '' if none was. */
  remindedAt: key('remindedAt', text()),
})
/** The progress of all students in one step. */
export type StepProgress = CodecValue<typeof StepProgress>

const UnfinishedStudent = record({
  student: key('student', text()),
  number: key('number', text()),
  name: key('name', text()),
  department: key('department', text()),
  className: key('className', text()),
})
/** A student who has not finished a step. */
export type UnfinishedStudent = CodecValue<typeof UnfinishedStudent>

/** The filter of a step's list. */
export const stepFilter = {
  ...studentFilter,
  step: key(
    'step',
    withChecks(
      wholeNumber,
      v.minValue(0, validationMessage(commonTexts.badField)),
      v.maxValue(1_000_000),
    ),
  ),
}

const TITLE_AT_MOST = 50

/** The progress of onboarding: online only. */
export const onboardingProgress = {
  steps: defineRead({
    path: '/api/manage/progress/steps',
    who: PROGRESS_ROLES,
    offline: 'online-only',
    input: record(studentFilter),
    output: record({
      steps: key('data', list(StepProgress)),
      /** Reminders are also sent by SMS. */
      byText: key('byText', flag),
    }),
    rule: codeZero,
  }),
  list: defineRead({
    path: '/api/manage/progress/list',
    who: PROGRESS_ROLES,
    offline: 'online-only',
    input: record({ ...stepFilter, after: key('after', text()) }),
    output: record({ students: key('data', list(UnfinishedStudent)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /**
   * Sends a notice to each student who has not finished the step and was not reminded of it today;
   * `told` is their number.
   */
  remind: defineWrite({
    path: '/api/manage/progress/remind',
    who: PROGRESS_ROLES,
    input: record({
      ...stepFilter,
      title: key(
        'title',
        text(
          v.nonEmpty(validationMessage(onboardingProgressTexts.titleRequired)),
          maxCharacters(TITLE_AT_MOST),
        ),
      ),
      content: key('content', prose(onboardingProgressTexts.contentRequired)),
    }),
    output: record({ told: key('told', wholeNumber) }),
    rule: codeZero,
  }),
}
