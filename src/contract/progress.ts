import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { onboardingProgressTexts } from '../i18n/onboarding-progress.ts'
import { validationMessage } from '../i18n/translate.ts'
import { studentFilter } from './arrivals.ts'
import { read, write } from './call.ts'
import { checked, flag, key, list, record, text, type Value, whole } from './codec.ts'
import { atMost, prose } from './fields.ts'
import type { StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

/** Who looks at what students have finished, and reminds them. */
export const PROGRESS_ROLES: readonly StaffRole[] = ['administrator', 'admissions']

const Progress = record({
  /** The number of the step. */
  step: key('step', whole),
  title: key('title', text()),
  /** Who has this step at all: postgraduates choose no dormitory. */
  expected: key('expected', whole),
  done: key('done', whole),
  /** When somebody was last reminded of it, ISO instant; '' when nobody was. */
  remindedAt: key('remindedAt', text()),
})
/** How far everybody is with one step. */
export type Progress = Value<typeof Progress>

const Unfinished = record({
  student: key('student', text()),
  number: key('number', text()),
  name: key('name', text()),
  department: key('department', text()),
  className: key('className', text()),
})
/** A student who has not finished a step. */
export type Unfinished = Value<typeof Unfinished>

/** What narrows the list of a step. */
export const stepFilter = {
  ...studentFilter,
  step: key(
    'step',
    checked(whole, v.minValue(0, validationMessage(commonTexts.badField)), v.maxValue(1_000_000)),
  ),
}

const TITLE_AT_MOST = 50

/** Who has not finished what: strictly online. */
export const progress = {
  steps: read({
    path: '/api/manage/progress/steps',
    who: PROGRESS_ROLES,
    offline: 'live',
    input: record(studentFilter),
    output: record({
      steps: key('data', list(Progress)),
      /** A reminder also goes as a text to telephones. */
      byText: key('byText', flag),
    }),
    rule: codeZero,
  }),
  list: read({
    path: '/api/manage/progress/list',
    who: PROGRESS_ROLES,
    offline: 'live',
    input: record({ ...stepFilter, after: key('after', text()) }),
    output: record({ students: key('data', list(Unfinished)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /**
   * A notice to each who has not finished the step and was not reminded of it today; answers how
   * many they are.
   */
  remind: write({
    path: '/api/manage/progress/remind',
    who: PROGRESS_ROLES,
    input: record({
      ...stepFilter,
      title: key(
        'title',
        text(
          v.nonEmpty(validationMessage(onboardingProgressTexts.titleRequired)),
          atMost(TITLE_AT_MOST),
        ),
      ),
      content: key('content', prose(onboardingProgressTexts.contentRequired)),
    }),
    output: record({ told: key('told', whole) }),
    rule: codeZero,
  }),
}
