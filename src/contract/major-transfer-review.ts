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

/** The decisions: the student may transfer, or may not (MAJ-17). */
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
  /** The status as the student sees it (MAJ-17). */
  status: key('status', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  appliedAt: key('appliedAt', text()),
}
const Entry = record(entry)
/** An application to change the major, in the list of the reviewers. */
export type TransferEntry = CodecValue<typeof Entry>

const Whole = record({
  ...entry,
  oldClass: key('oldClass', text()),
  /** The student's reason for the transfer. */
  reason: key('reason', text()),
  grade: key('grade', text()),
  /** The classes of the wanted major in the same grade. */
  classes: key('classes', list(text())),
  /** The decision; all fields are '' before it. */
  newClass: key('newClass', text()),
  reply: key('reply', text()),
  decidedAt: key('decidedAt', text()),
  /**
   * Whether the decision may be revoked: the student has not been moved to the new major and has
   * not applied again.
   */
  mayTakeBack: key('mayTakeBack', flag),
  by: key('by', text()),
})
/** An application with everything needed for a decision. */
export type TransferDetails = CodecValue<typeof Whole>

const Decision = withChecks(
  record({
    id: key('id', requiredText(commonTexts.badField)),
    status: key(
      'status',
      choice([TRANSFER_PASSED, TRANSFER_NOT_PASSED], majorTransferReviewTexts.statusNeeded),
    ),
    /** The message to the student; required for a refusal. */
    reply: key('reply', text(maxCharacters(200))),
    /** The new class of an accepted student; '' leaves the school's record unchanged. */
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
/** A decision about an application. */
export type TransferDecision = CodecValue<typeof Decision>
/** The rules of the decision form. */
export const transferDecisionSchema = Decision.schema

/** The review of major transfers. */
export const majorTransferReview = {
  /** Applications under review first, the oldest of them at the top. */
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
  /** The ETag of the response is sent with the decision. */
  find: defineRead({
    path: '/api/manage/transferdesk/find',
    who: DECIDERS,
    offline: 'online-only',
    input: record({ id: key('id', requiredText(commonTexts.badField)) }),
    output: record({ entry: key('data', Whole) }),
    rule: codeZero,
  }),
  /** Revokes a decision, as long as the student has not been moved. */
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
  /** Decides on the version that was read; refused if there is a newer one. */
  decide: defineWrite({
    path: '/api/manage/transferdesk/decide',
    who: DECIDERS,
    input: Decision,
    output: record({}),
    rule: codeZero,
  }),
}
