import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { majorTransferReviewTexts } from '../i18n/major-transfer-review.ts'
import { officeTexts } from '../i18n/office.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  withCodecChecks,
  booleanCodec,
  requiredKey,
  listCodec,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { maxCharacters, choiceField, requiredTextField } from './fields.ts'
import { pageOf, textKeys } from './record-keys.ts'

const DECIDERS = ['administrator', 'admissions'] as const

/** The decisions: '1' the student may transfer, '2' the student may not (MAJ-17). */
export const TRANSFER_PASSED = '1'
export const TRANSFER_NOT_PASSED = '2'

const entry = {
  ...textKeys('id', 'student', 'name', 'number', 'oldDepartment', 'oldMajor', 'newDepartment'),
  newMajor: textCodec(),
  /** The status as the student sees it (MAJ-17). */
  status: textCodec(),
  /** China time, YYYY-MM-DD HH:mm. */
  appliedAt: textCodec(),
}
const Entry = recordCodec(entry)
/** An application to change the major, in the list of the reviewers. */
export type TransferEntry = CodecValue<typeof Entry>

const Whole = recordCodec({
  ...entry,
  oldClass: textCodec(),
  /** The student's reason for the transfer. */
  reason: textCodec(),
  grade: textCodec(),
  /** The classes of the wanted major in the same grade. */
  classes: listCodec(textCodec()),
  /** The decision of the reviewer. Its fields are '' before the decision. */
  newClass: textCodec(),
  reply: textCodec(),
  decidedAt: textCodec(),
  /**
   * Whether the decision can be revoked: the student has not been moved to the new major and has
   * not applied again.
   */
  mayTakeBack: booleanCodec,
  by: textCodec(),
})
/** An application with everything needed for a decision. */
export type TransferDetails = CodecValue<typeof Whole>

const Decision = withCodecChecks(
  recordCodec({
    id: requiredTextField(commonTexts.badField),
    status: choiceField(
      [TRANSFER_PASSED, TRANSFER_NOT_PASSED],
      majorTransferReviewTexts.statusNeeded,
    ),
    /** The message to the student; required for a refusal. */
    reply: textCodec(maxCharacters(200)),
    /** The new class of an accepted student; '' leaves the school's record unchanged. */
    newClass: textCodec(maxCharacters(50)),
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
    input: recordCodec({
      /** '' for all. */
      status: choiceField(['', '0', TRANSFER_PASSED, TRANSFER_NOT_PASSED], commonTexts.badField),
      /** A name or a number. */
      find: textCodec(v.maxLength(100)),
      after: textCodec(v.maxLength(200)),
    }),
    output: pageOf('entries', Entry),
  }),
  /** The ETag of the response is sent with the decision. */
  find: defineRead({
    path: '/api/manage/transferdesk/find',
    who: DECIDERS,
    input: recordCodec({ id: requiredTextField(commonTexts.badField) }),
    output: recordCodec({ entry: requiredKey('data', Whole) }),
  }),
  /** Revokes a decision, as long as the student has not been moved. */
  takeBack: defineWrite({
    path: '/api/manage/transferdesk/takeBack',
    who: DECIDERS,
    input: recordCodec({
      id: requiredTextField(commonTexts.badField),
      reason: requiredTextField(officeTexts.reasonNeeded, 200),
    }),
  }),
  /**
   * Decides on the version of the application that the caller read; refused if there is a newer
   * version.
   */
  decide: defineWrite({
    path: '/api/manage/transferdesk/decide',
    who: DECIDERS,
    input: Decision,
  }),
}
