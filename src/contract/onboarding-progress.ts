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

/** Who looks at what students have finished, and reminds them. */
export const PROGRESS_ROLES: readonly StaffRole[] = ['administrator', 'admissions']

const StepProgress = record({
  /** The number of the step. */
  step: key('step', wholeNumber),
  title: key('title', text()),
  /** Who has this step at all: postgraduates choose no dormitory. */
  expected: key('expected', wholeNumber),
  done: key('done', wholeNumber),
  /** When somebody was last reminded of it, ISO instant; '' when nobody was. */
  remindedAt: key('remindedAt', text()),
})
/** How far everybody is with one step. */
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

/** What narrows the list of a step. */
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

/** Who has not finished what: strictly online. */
export const onboardingProgress = {
  steps: defineRead({
    path: '/api/manage/progress/steps',
    who: PROGRESS_ROLES,
    offline: 'online-only',
    input: record(studentFilter),
    output: record({
      steps: key('data', list(StepProgress)),
      /** A reminder also goes as a text to telephones. */
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
   * A notice to each who has not finished the step and was not reminded of it today; answers how
   * many they are.
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
