import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { majorTransferReviewTexts } from '../i18n/major-transfer-review.ts'
import { officeTexts } from '../i18n/office.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { withChecks, flag, key, list, record, text, type CodecValue } from './codec.ts'
import { maxCharacters, choice, requiredText } from './fields.ts'
import { codeZero } from './rules.ts'

const DECIDERS = ['administrator', 'admissions'] as const

/** What is decided: the student may go, or not (MAJ-17). */
export const TRANSFER_PASSED = '1'
export const TRANSFER_NOT_PASSED = '2'

const entry = {
  id: key('id', text()),
  student: key('student', text()),
  name: key('name', text()),
  number: key('number', text()),
  oldDepartment: key('oldDepartment', text()),
  oldMajor: key('oldMajor', text()),
  newDepartment: key('newDepartment', text()),
  newMajor: key('newMajor', text()),
  /** As the student sees it (MAJ-17). */
  status: key('status', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  appliedAt: key('appliedAt', text()),
}
const Entry = record(entry)
/** A change of major in the list of those who decide. */
export type TransferEntry = CodecValue<typeof Entry>

const Whole = record({
  ...entry,
  oldClass: key('oldClass', text()),
  /** Why the student wants it. */
  reason: key('reason', text()),
  grade: key('grade', text()),
  /** The classes that students of the wanted major and the same grade are in. */
  classes: key('classes', list(text())),
  /** Of the decision; all '' before it. */
  newClass: key('newClass', text()),
  reply: key('reply', text()),
  decidedAt: key('decidedAt', text()),
  /** The student was not moved by it and has not applied anew: it may be taken back. */
  mayTakeBack: key('mayTakeBack', flag),
  by: key('by', text()),
})
/** One of them with all that a decision needs. */
export type TransferDetails = CodecValue<typeof Whole>

const Decision = withChecks(
  record({
    id: key('id', requiredText(commonTexts.badField)),
    status: key(
      'status',
      choice([TRANSFER_PASSED, TRANSFER_NOT_PASSED], majorTransferReviewTexts.statusNeeded),
    ),
    /** Said to the student; a refusal needs it. */
    reply: key('reply', text(maxCharacters(200))),
    /** Of a student who may go. '' leaves the school's record of them as it is. */
    newClass: key('newClass', text(maxCharacters(50))),
  }),
  v.forward(
    v.check(
      ({ status, reply }) => status !== TRANSFER_NOT_PASSED || reply !== '',
      validationMessage(majorTransferReviewTexts.replyNeeded),
    ),
    ['reply'],
  ),
)
/** What was decided. */
export type TransferDecision = CodecValue<typeof Decision>
/** The rules of the decision's form. */
export const transferDecisionSchema = Decision.schema

/** The desk at which changes of major are decided. */
export const majorTransferReview = {
  /** Those under review first, the oldest before all. */
  list: defineRead({
    path: '/api/manage/transferdesk/list',
    who: DECIDERS,
    offline: 'online-only',
    input: record({
      /** '' for all. */
      status: key(
        'status',
        choice(['', '0', TRANSFER_PASSED, TRANSFER_NOT_PASSED], commonTexts.badField),
      ),
      /** A name or a number. */
      find: key('find', text(v.maxLength(100))),
      after: key('after', text(v.maxLength(200))),
    }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** Its ETag goes back with the decision. */
  find: defineRead({
    path: '/api/manage/transferdesk/find',
    who: DECIDERS,
    offline: 'online-only',
    input: record({ id: key('id', requiredText(commonTexts.badField)) }),
    output: record({ entry: key('data', Whole) }),
    rule: codeZero,
  }),
  /** Under review once more, as long as the student was not moved. */
  takeBack: defineWrite({
    path: '/api/manage/transferdesk/takeBack',
    who: DECIDERS,
    input: record({
      id: key('id', requiredText(commonTexts.badField)),
      reason: key('reason', requiredText(officeTexts.reasonNeeded, 200)),
    }),
    output: record({}),
    rule: codeZero,
  }),
  /** Of what was read, and of nothing newer. */
  decide: defineWrite({
    path: '/api/manage/transferdesk/decide',
    who: DECIDERS,
    input: Decision,
    output: record({}),
    rule: codeZero,
  }),
}
