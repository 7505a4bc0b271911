import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import { arrivalFilterFields } from './arrivals.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  optionalKey,
  recordCodec,
  requiredKey,
  textCodec,
  withCodecChecks,
  wholeNumberCodec,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { requiredTextField } from './fields.ts'
import { oneOfCodec, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

/** The roles that check admissions. */
export const ADMISSION_CHECK_ROLES: readonly StaffRole[] = ['administrator', 'admissions']

/** The states of the check by which the list can be filtered. */
export const ADMISSION_STATES = ['waiting', 'checked'] as const
/** One of the states. */
export type AdmissionState = (typeof ADMISSION_STATES)[number]
const state = oneOfCodec(ADMISSION_STATES)

/** The filter of the list, and of the students who are checked at once. */
const filterFields = {
  ...arrivalFilterFields,
  /** Whether only students are listed who have handed in every required paper. */
  withPapers: booleanCodec,
  /** Whether only students are listed whose fees of this year are paid or offset. */
  withFees: booleanCodec,
  /** Whether only students are listed who have finished all their steps. */
  withSteps: booleanCodec,
  /** The beginning of the class's name; absent or '' does not filter. */
  className: optionalKey('className', textCodec(v.maxLength(60))),
}
const Filter = recordCodec(filterFields)
/** A filter of the admission check. */
export type AdmissionFilter = CodecValue<typeof Filter>

const names = listCodec(textCodec())

const CheckedStudent = recordCodec({
  ...textKeys('student', 'number', 'name', 'department', 'className'),
  /** When the admission was checked, ISO instant; '' if it was not. */
  checkedAt: textCodec(),
  /** What is missing: the names of required papers, the titles of open steps. */
  papers: names,
  steps: names,
  /** What is still owed for this year, fen. */
  owed: wholeNumberCodec,
})
/** A student of the admission check, with what is missing. */
export type CheckedStudent = CodecValue<typeof CheckedStudent>

const Paper = recordCodec({
  id: textCodec(),
  name: textCodec(),
  isRequired: requiredKey('required', booleanCodec),
})
/** A paper that students hand in. */
export type AdmissionPaper = CodecValue<typeof Paper>

const StationStudent = recordCodec({
  about: CheckedStudent,
  isWithdrawn: requiredKey('withdrawn', booleanCodec),
  /** The ids of the papers that were handed in. */
  received: names,
})
/** A student at a desk of the admission check. */
export type StationStudent = CodecValue<typeof StationStudent>

const MOST_PAPERS = 100

/** The admission check, without which no pass is issued and no scan accepted: online only. */
export const admissionCheck = {
  list: defineRead({
    path: '/api/manage/admission/list',
    who: ADMISSION_CHECK_ROLES,
    input: recordCodec({
      ...filterFields,
      state,
      after: textCodec(),
    }),
    output: recordCodec({
      students: requiredKey('data', listCodec(CheckedStudent)),
      next: textCodec(),
      /** The number of all students of this filter and state. */
      total: wholeNumberCodec,
    }),
  }),
  /** Checks all waiting students of a filter. `checked` is their number. */
  checkAll: defineWrite({
    path: '/api/manage/admission/checkAll',
    who: ADMISSION_CHECK_ROLES,
    input: recordCodec({
      ...filterFields,
      reason: requiredTextField(officeTexts.reasonNeeded, 200),
      /** The number of students that was shown; another number is refused. */
      expected: optionalKey('expected', wholeNumberCodec),
    }),
    output: recordCodec({ checked: wholeNumberCodec }),
  }),
  /** The same students as a table, with what is missing of each. */
  export: defineExport('/api/manage/exports/admission', ADMISSION_CHECK_ROLES, {
    ...filterFields,
    state,
  }),
  /** Finds the students with exactly this student, exam or ID number. */
  find: defineRead({
    path: '/api/manage/admission/find',
    who: ADMISSION_CHECK_ROLES,
    input: recordCodec({ find: requiredTextField(commonTexts.badField, 64) }),
    output: recordCodec({
      students: requiredKey('data', listCodec(StationStudent)),
      papers: listCodec(Paper),
    }),
  }),
  /**
   * Stores which papers a student has handed in, and the check. A student whose required papers are
   * not complete passes with a reason only.
   */
  save: defineWrite({
    path: '/api/manage/admission/save',
    who: ADMISSION_CHECK_ROLES,
    input: recordCodec({
      student: requiredTextField(commonTexts.badField, 64),
      received: withCodecChecks(names, v.maxLength(MOST_PAPERS)),
      /** The papers that were received when the desk read the student; others are not removed. */
      seen: optionalKey('seen', withCodecChecks(names, v.maxLength(MOST_PAPERS))),
      isPassed: requiredKey('passed', booleanCodec),
      /** Whether the student had passed when the desk read the student. */
      wasPassed: optionalKey('wasPassed', booleanCodec),
      reason: textCodec(v.maxLength(200)),
    }),
  }),
}
