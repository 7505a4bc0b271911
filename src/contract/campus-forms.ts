import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineFile, defineRead } from './call.ts'
import { CampusFormDefinition } from './campus-form-definition.ts'
import { byStudent, campusFormDelivery, campusFormId, jsonCodec } from './campus-form-submission.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { choiceField } from './fields.ts'

/**
 * The states of a student's answers: none, those that need no review, under review, approved,
 * rejected.
 */
export const CAMPUS_FORM_STATES = ['', 'submitted', 'pending', 'approved', 'rejected'] as const

/** A form as it is offered to a student. */
const OfferedForm = recordCodec({
  form: campusFormId,
  version: wholeNumberCodec,
  definition: jsonCodec(CampusFormDefinition),
  state: choiceField(CAMPUS_FORM_STATES, commonTexts.badField),
  /** Why the answers were rejected. */
  reason: textCodec(),
  isChangeable: booleanCodec,
  isReviewed: booleanCodec,
  /** When the form takes answers: minutes in China time, '' for no limit. */
  from: textCodec(),
  until: textCodec(),
  /** What a late student is told, in both languages; '' for nothing. */
  note: textCodec(),
  noteEn: textCodec(),
})
/** A form as it is offered to a student. */
export type OfferedCampusForm = CodecValue<typeof OfferedForm>

/** The forms that the campus has made. */
export const campusForms = {
  ...campusFormDelivery,
  /** The forms for this student, with their definitions. */
  mine: defineRead({
    path: '/api/campusform/mine',
    who: 'student',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({
      forms: requiredKey('data', listCodec(OfferedForm)),
      /** Facts about the student by their names in expressions (`STUDENT_FACTS`). */
      facts: jsonCodec(v.record(v.string(), v.string())),
    }),
  }),
  /** The students of the same class, for questions about a class mate; without the student. */
  classmates: defineRead({
    path: '/api/campusform/classmates',
    who: 'student',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({
      classmates: requiredKey(
        'data',
        listCodec(recordCodec({ student: byStudent, name: requiredKey('stuName', textCodec()) })),
      ),
    }),
  }),
  /** The definition of an earlier version, in which answers were given. */
  definition: defineRead({
    path: '/api/campusform/definition',
    who: 'bound',
    offline: 'cached',
    input: recordCodec({ form: campusFormId, version: wholeNumberCodec }),
    output: recordCodec({ definition: requiredKey('data', jsonCodec(CampusFormDefinition)) }),
  }),
  attachment: defineFile({
    path: '/api/campusform/file',
    who: 'owner-or-reviewer',
    parameter: 'attachment',
  }),
}
