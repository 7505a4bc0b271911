import { privacyTexts } from '#i18n/privacy'
import type { Text } from '#i18n/translate'
import type { RetentionKind } from '../../platform/settings/retention.ts'

/** A table that holds something about students, and how it is told to them. */
export interface KeptTable {
  readonly table: string
  /**
   * The column that names the student: by their code, or as `student:<code>`. 'log': lines of the
   * office's log that are about them or name them in a list.
   */
  readonly by: 'code' | 'student_code' | 'subject' | 'log'
  readonly title: Text
  /** Columns that are no information about the student: keys of pictures, hashes. */
  readonly without?: readonly string[]
  /** Its column `bytes` is a picture, told as base64. */
  readonly picture?: true
  /** By which rule it is deleted; without one it is kept as long as the law asks. */
  readonly retention?: RetentionKind
}

const student = 'student_code'

/** Everything that is told to a student who asks what is kept about them. */
export const KEPT: readonly KeptTable[] = [
  { table: 'student', by: 'code', title: privacyTexts.person },
  { table: 'household', by: student, title: privacyTexts.family, retention: 'family' },
  { table: 'personal_details', by: student, title: privacyTexts.details, retention: 'family' },
  { table: 'travel', by: student, title: privacyTexts.travel, retention: 'travel' },
  { table: 'uniform_order', by: student, title: privacyTexts.uniform },
  { table: 'uniform_line', by: student, title: privacyTexts.sizes },
  { table: 'living_reservation', by: student, title: privacyTexts.living },
  { table: 'form_history', by: student, title: privacyTexts.history, retention: 'form-history' },
  { table: 'step_done', by: student, title: privacyTexts.steps },
  { table: 'dorm_choice', by: student, title: privacyTexts.dormChoice },
  { table: 'dorm_place', by: student, title: privacyTexts.dormPlace },
  { table: 'arrival', by: student, title: privacyTexts.arrival, retention: 'arrivals' },
  { table: 'consent', by: student, title: privacyTexts.consents },
  {
    table: 'image',
    by: student,
    title: privacyTexts.pictures,
    picture: true,
    // The same once more.
    without: ['small'],
    retention: 'papers',
  },
  { table: 'avatar', by: 'subject', title: privacyTexts.avatar, picture: true },
  { table: 'charge', by: student, title: privacyTexts.charges },
  { table: 'scholarship', by: student, title: privacyTexts.scholarships },
  { table: 'pay_order', by: student, title: privacyTexts.orders, without: ['prepay'] },
  { table: 'payment_credit', by: student, title: privacyTexts.payments },
  { table: 'green_application', by: student, title: privacyTexts.applications },
  { table: 'audit_log', by: student, title: privacyTexts.decisions },
  { table: 'major_transfer', by: student, title: privacyTexts.transfers },
  { table: 'grade', by: student, title: privacyTexts.grades },
  { table: 'evaluation', by: student, title: privacyTexts.evaluations },
  {
    table: 'evaluation_score',
    by: student,
    title: privacyTexts.scores,
    retention: 'evaluation-scores',
  },
  { table: 'advice', by: 'subject', title: privacyTexts.complaints, retention: 'complaints' },
  {
    table: 'service_request',
    by: 'subject',
    title: privacyTexts.requests,
    retention: 'complaints',
  },
  {
    table: 'notice',
    by: 'subject',
    title: privacyTexts.notices,
    retention: 'personal-notices',
  },
  { table: 'notice_read', by: 'subject', title: privacyTexts.read },
  {
    table: 'session',
    by: 'code',
    title: privacyTexts.signIns,
    without: ['token_hash', 'look_hash'],
    retention: 'sign-ins',
  },
  { table: 'binding', by: 'code', title: privacyTexts.bindings },
  // The details may name others.
  { table: 'office_log', by: 'log', title: privacyTexts.log, without: ['details'] },
]

/** Tables that name a student and are not told, each with its reason. */
export const NOT_TOLD: Readonly<Record<string, string>> = {
  student_password: 'a hash',
  reset_ticket: 'a hash that is good for minutes',
  phone_ticket: 'a hash that is good for minutes',
  sms_code: 'a hash that is good for minutes',
  calendar_key: 'a hash',
  pass_phone:
    'public keys of phones, deleted two weeks after they were given; a notice tells of each',
  student_pass: 'an opaque id that is worth nothing without the pass',
  pay_order_id: 'an opaque id that is good for an hour',
  idempotency: 'answers to requests, deleted after ninety days',
  reminder: 'the days on which somebody was reminded of a step',
  guessing: 'that somebody else guessed; the student is told at the sign-in',
}
