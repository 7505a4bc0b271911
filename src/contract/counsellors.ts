import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { lateArrivalTexts } from '../i18n/late-arrivals.ts'
import { onboardingProgressTexts } from '../i18n/onboarding-progress.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  optionalKey,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  withCodecChecks,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { dayField, longTextField, maxCharacters, requiredTextField } from './fields.ts'
import { type AbsenceKind, lateArrivalRequestCodec } from './late-arrivals.ts'
import { stepProgressCodec } from './onboarding-progress.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

/** The roles of the page: counsellors for their classes, the office for all. */
export const CLASS_FOLLOW_UP_ROLES: readonly StaffRole[] = [
  'counsellor',
  'administrator',
  'admissions',
]

/** The groups of students by which the list can be filtered. */
export const CLASS_STUDENT_STATES = [
  'missing',
  'unexplained',
  'requests',
  'arrived',
  'all',
] as const
/** One of the groups. */
export type ClassStudentState = (typeof CLASS_STUDENT_STATES)[number]
/** What is recorded: a reason, or 'none' if an earlier reason no longer applies. */
export type RecordedKind = AbsenceKind | 'none'

const student = requiredKey('student', requiredTextField(commonTexts.badField, 64))
const className = requiredKey('className', textCodec(v.maxLength(100)))
const step = requiredKey(
  'step',
  withCodecChecks(wholeNumberCodec, v.minValue(0), v.maxValue(1_000_000)),
)
const note = textCodec(maxCharacters(200))

const ClassCount = recordCodec({
  name: textCodec(),
  expected: wholeNumberCodec,
  arrived: wholeNumberCodec,
  /** Of those who have not arrived, how many have a recorded reason. */
  explained: wholeNumberCodec,
})
/** The arrivals of a class. */
export type ClassCount = CodecValue<typeof ClassCount>

const AbsenceRecord = recordCodec({
  id: textCodec(),
  kind: oneOfCodec(['late', 'leave', 'declined', 'unreachable', 'other', 'none']),
  note: textCodec(),
  expectedOn: textCodec(),
  /** ISO instant. */
  at: textCodec(),
  /** The name of the staff member who recorded it. */
  by: textCodec(),
})
/** A recorded reason, or that an earlier one no longer applies. */
export type AbsenceRecord = CodecValue<typeof AbsenceRecord>

const ClassStudent = recordCodec({
  ...textKeys('student', 'number', 'name', 'department', 'className'),
  /** ISO instant; '' if the student has not arrived. */
  arrivedAt: textCodec(),
  /** The titles of open steps. */
  steps: listCodec(textCodec()),
  absence: optionalKey('absence', AbsenceRecord),
  request: optionalKey('request', lateArrivalRequestCodec),
})
/** A new student of a class, with what is open. */
export type ClassStudent = CodecValue<typeof ClassStudent>

/** The filter of the list and of its export. `step` 0 does not filter. */
const filterFields = {
  className,
  state: oneOfCodec(CLASS_STUDENT_STATES),
  step,
}
const PHONES_AT_ONCE = 100
const who = CLASS_FOLLOW_UP_ROLES

/** The follow-up of new students by class: online only. */
export const counsellors = {
  overview: defineRead({
    path: '/api/manage/classes/overview',
    who,
    input: recordCodec({ className }),
    output: recordCodec({
      classes: listCodec(ClassCount),
      steps: listCodec(stepProgressCodec),
      /** The number of requests for a late arrival that wait for an answer. */
      requests: wholeNumberCodec,
      /** Whether these are all classes, not only those of a counsellor. */
      isOffice: requiredKey('office', booleanCodec),
      byText: booleanCodec,
    }),
  }),
  list: defineRead({
    path: '/api/manage/classes/list',
    who,
    input: recordCodec({
      ...filterFields,
      find: textCodec(v.maxLength(64)),
      after: textCodec(v.maxLength(64)),
    }),
    output: pageOf('students', ClassStudent),
  }),
  /** The phone numbers of these students; the request is recorded in the audit log. */
  phones: defineWrite({
    path: '/api/manage/classes/phones',
    who,
    input: recordCodec({
      students: withCodecChecks(listCodec(textCodec(v.maxLength(64))), v.maxLength(PHONES_AT_ONCE)),
    }),
    output: recordCodec({
      phones: requiredKey(
        'data',
        listCodec(
          recordCodec({
            student: textCodec(),
            phone: textCodec(),
          }),
        ),
      ),
    }),
  }),
  /** All that was recorded about a student's arrival, newest first. */
  history: defineRead({
    path: '/api/manage/classes/history',
    who,
    input: recordCodec({ student }),
    output: recordCodec({
      records: requiredKey('data', listCodec(AbsenceRecord)),
      requests: listCodec(lateArrivalRequestCodec),
    }),
  }),
  /** Records why a student has not arrived. Earlier records stay in the history. */
  record: defineWrite({
    path: '/api/manage/classes/record',
    who,
    input: recordCodec({
      student,
      kind: oneOfCodec(['late', 'leave', 'declined', 'unreachable', 'other', 'none']),
      note,
      expectedOn: optionalKey('expectedOn', dayField(lateArrivalTexts.dayNeeded)),
      /** The id of the newest record when the student was read, '' for none. */
      seen: textCodec(v.maxLength(20)),
    }),
  }),
  /** Answers a request for a late arrival. A granted request is recorded as a reason. */
  answer: defineWrite({
    path: '/api/manage/classes/answer',
    who,
    input: recordCodec({
      id: requiredTextField(commonTexts.badField, 64),
      isGranted: requiredKey('granted', booleanCodec),
      answer: note,
      /** The day that is granted, if it differs from the requested one. */
      expectedOn: optionalKey('expectedOn', dayField(lateArrivalTexts.dayNeeded)),
    }),
  }),
  /** Reminds those who have not finished a step, as the office does, within the caller's classes. */
  remind: defineWrite({
    path: '/api/manage/classes/remind',
    who,
    input: recordCodec({
      className,
      step,
      title: textCodec(
        v.nonEmpty(validationMessage(onboardingProgressTexts.titleRequired)),
        maxCharacters(50),
      ),
      content: longTextField(onboardingProgressTexts.contentRequired),
    }),
    output: recordCodec({ told: wholeNumberCodec }),
  }),
  /** The students of the filter with phone numbers, open steps and recorded reasons. */
  export: defineExport('/api/manage/exports/classes', who, filterFields),
}
