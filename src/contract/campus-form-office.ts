import * as v from 'valibot'
import { campusFormOfficeTexts } from '../i18n/campus-form-office.ts'
import { onboardingProgressTexts } from '../i18n/onboarding-progress.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineDownload, defineRead, defineWrite } from './call.ts'
import { CampusFormDefinition } from './campus-form-definition.ts'
import { campusFormAnswersCodec, campusFormId, jsonCodec } from './campus-form-submission.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  nullableCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  withCodecChecks,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { longTextField, maxCharacters } from './fields.ts'
import { oneOfCodec, pageOf, textKeys, wholeNumberKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

/** The roles that read all answers. */
export const FORM_ANSWER_ROLES: readonly StaffRole[] = ['administrator', 'admissions']
/** The roles that read answers; a reviewer, those to forms that need a review. */
export const FORM_ANSWER_READERS: readonly StaffRole[] = [...FORM_ANSWER_ROLES, 'review-teacher']

/** The states of a list: all, not answered, and those of answers. */
export const FORM_ANSWER_FILTERS = [
  '',
  'none',
  'submitted',
  'pending',
  'approved',
  'rejected',
] as const
/** One of the states. */
export type FormAnswerFilter = (typeof FORM_ANSWER_FILTERS)[number]

const State = oneOfCodec(FORM_ANSWER_FILTERS)
const student = textCodec(v.maxLength(64))

/** A text of a form in both languages; '' if it is missing in one. */
const Title = recordCodec(textKeys('zh', 'en'))

const FormFigures = recordCodec({
  form: campusFormId,
  title: Title,
  /** The newest version. */
  version: wholeNumberCodec,
  isReviewed: booleanCodec,
  isRetired: booleanCodec,
  /**
   * The students for whom the form is, and those who have answered, by the state of their answers.
   * `others` have answered a form that is not for them any more; they are counted by state too.
   */
  ...wholeNumberKeys('expected', 'others', 'submitted', 'pending', 'approved', 'rejected'),
})
/** How many students have answered a form. */
export type FormFigures = CodecValue<typeof FormFigures>

const Filter = {
  form: campusFormId,
  state: State,
  /** The name of a college; '' for all. */
  department: textCodec(v.maxLength(100)),
}

const Answered = recordCodec({
  ...textKeys('student', 'number', 'name', 'department', 'className'),
  state: State,
  /** When the answers were given, ISO instant; '' if they were not. */
  at: textCodec(),
})

const Attachment = recordCodec({ ...textKeys('id', 'name', 'type'), bytes: wholeNumberCodec })

const Decision = recordCodec({
  state: oneOfCodec(['approved', 'rejected']),
  /** Why, by whom, and when (ISO instant). */
  ...textKeys('reason', 'by', 'at'),
})
/** A reviewer's decision about answers. */
export type FormDecision = CodecValue<typeof Decision>

const Given = recordCodec({
  /** The version of the form in which the answers were given. */
  version: wholeNumberCodec,
  /** When, ISO instant; from where, and the staff member who entered them ('' for the student). */
  ...textKeys('at', 'origin', 'by'),
  /** Numbers of documents and phones are masked. */
  answers: campusFormAnswersCodec,
  attachments: listCodec(Attachment),
  /** What was decided about these answers, the newest decision first. */
  decisions: listCodec(Decision),
})
/** Answers of a student, as they were given at one time. */
export type GivenAnswers = CodecValue<typeof Given>

const StudentAnswers = recordCodec({
  ...textKeys('student', 'number', 'name', 'department', 'className'),
  isReviewed: booleanCodec,
  state: State,
  /** All answers, the newest first. */
  given: listCodec(Given),
  /** The versions of the form in which they were given. */
  versions: listCodec(
    recordCodec({ version: wholeNumberCodec, definition: jsonCodec(CampusFormDefinition) }),
  ),
})
/** A student's answers to a form. */
export type StudentFormAnswers = CodecValue<typeof StudentAnswers>

const ChoiceSum = recordCodec({
  key: textCodec(),
  question: Title,
  choice: Title,
  count: wholeNumberCodec,
})

/** The answers to the forms of the campus, in the office. */
export const campusFormOffice = {
  /** The published forms that the caller may read, with their figures. */
  forms: defineRead({
    path: '/api/manage/formAnswers/forms',
    who: FORM_ANSWER_READERS,
    input: recordCodec({}),
    output: recordCodec({
      forms: requiredKey('data', listCodec(FormFigures)),
      /** The colleges of the students, for the filter of a list. */
      departments: listCodec(textCodec()),
    }),
  }),
  /** The students of a form, by code. A search reads at most one page. */
  list: defineRead({
    path: '/api/manage/formAnswers/list',
    who: FORM_ANSWER_READERS,
    input: recordCodec({
      ...Filter,
      find: textCodec(v.maxLength(50)),
      after: textCodec(v.maxLength(64)),
    }),
    output: pageOf('students', Answered),
  }),
  /** The forms that are for a student, or that the student has answered. */
  ofStudent: defineRead({
    path: '/api/manage/formAnswers/ofStudent',
    who: FORM_ANSWER_READERS,
    input: recordCodec({ student }),
    output: recordCodec({
      forms: requiredKey(
        'data',
        listCodec(
          recordCodec({
            form: campusFormId,
            title: Title,
            at: textCodec(),
            state: State,
          }),
        ),
      ),
    }),
  }),
  /** All answers of a student to a form; the audit log records who has read them. */
  one: defineRead({
    path: '/api/manage/formAnswers/one',
    who: FORM_ANSWER_READERS,
    input: recordCodec({ form: campusFormId, student }),
    output: recordCodec({ answers: requiredKey('data', nullableCodec(StudentAnswers)) }),
  }),
  /**
   * Approves or rejects answers, and tells the student. If-Match names the answers that the reviewer
   * has seen; a decision can be changed.
   */
  decide: defineWrite({
    path: '/api/manage/formAnswers/decide',
    who: FORM_ANSWER_READERS,
    input: withCodecChecks(
      recordCodec({
        form: campusFormId,
        student,
        state: oneOfCodec(['approved', 'rejected']),
        reason: textCodec(maxCharacters(200)),
      }),
      v.forward(
        v.check(
          ({ state, reason }) => state !== 'rejected' || reason !== '',
          validationMessage(campusFormOfficeTexts.reasonRequired),
        ),
        ['reason'],
      ),
    ),
  }),
  /**
   * How often each choice was made, as far as the filter goes, and what there is to download besides
   * the table of answers.
   */
  sums: defineRead({
    path: '/api/manage/formAnswers/sums',
    who: FORM_ANSWER_READERS,
    input: recordCodec(Filter),
    output: recordCodec({
      sums: requiredKey('data', listCodec(ChoiceSum)),
      repetitions: listCodec(recordCodec({ name: textCodec(), title: Title })),
      hasFiles: booleanCodec,
    }),
  }),
  /** The answers as a table with a column for each question. */
  export: defineExport('/api/manage/formAnswers/export', FORM_ANSWER_ROLES, {
    ...Filter,
    /** The name of a repetition, for a table with a row for each time; '' for a row a student. */
    repetition: textCodec(v.maxLength(64)),
  }),
  /** The files of answers as a ZIP archive with an index. */
  files: defineDownload({
    path: '/api/manage/formAnswers/files',
    who: FORM_ANSWER_ROLES,
    input: recordCodec(Filter),
  }),
  /**
   * Sends a notice to each student who has not answered. A form that is a step is reminded of like
   * every step, once a day for each student. `told`: the number of students who were sent one.
   */
  remind: defineWrite({
    path: '/api/manage/formAnswers/remind',
    who: FORM_ANSWER_ROLES,
    input: recordCodec({
      form: campusFormId,
      department: textCodec(v.maxLength(100)),
      title: textCodec(
        v.nonEmpty(validationMessage(onboardingProgressTexts.titleRequired)),
        maxCharacters(50),
      ),
      content: longTextField(onboardingProgressTexts.contentRequired),
    }),
    output: recordCodec({ told: wholeNumberCodec }),
  }),
}
