import { privacyTexts } from '#i18n/privacy'
import type { LocalizedText } from '#i18n/translate'
import type { RetentionKind } from '../../platform/settings/retention.ts'

/** A table with data about students, and how it is disclosed to them. */
export interface PersonalDataTable {
  readonly table: string
  /**
   * The column that identifies the student: by code, or as `student:<code>`. 'log' selects the
   * entries of the audit log that are about the student or name the student in a list.
   */
  readonly subjectColumn: 'code' | 'student_code' | 'subject' | 'log'
  readonly title: LocalizedText
  /** Columns that contain no information about the student, such as keys of images, or hashes. */
  readonly omittedColumns?: readonly string[]
  /** A column with the id of a row of another table, which is disclosed by that row's name. */
  readonly naming?: { readonly column: string; readonly table: string; readonly as: string }
  /** Whether the column `bytes` is a file, which is disclosed as base64. */
  readonly picture?: true
  /**
   * The retention rule that deletes the data. Without a rule the data are stored as long as the law
   * requires.
   */
  readonly retention?: RetentionKind
}

const student = 'student_code'

/** All data that is disclosed to a student on request. */
export const PERSONAL_DATA_TABLES: readonly PersonalDataTable[] = [
  { table: 'student', subjectColumn: 'code', title: privacyTexts.person },
  { table: 'household', subjectColumn: student, title: privacyTexts.family, retention: 'family' },
  {
    table: 'personal_details',
    subjectColumn: student,
    title: privacyTexts.details,
    retention: 'family',
  },
  {
    table: 'student_field_value',
    subjectColumn: student,
    title: privacyTexts.ownFields,
    naming: { column: 'field_id', table: 'student_field', as: 'field' },
    retention: 'family',
  },
  { table: 'travel', subjectColumn: student, title: privacyTexts.travel, retention: 'travel' },
  { table: 'uniform_order', subjectColumn: student, title: privacyTexts.uniform },
  { table: 'uniform_line', subjectColumn: student, title: privacyTexts.sizes },
  { table: 'living_reservation', subjectColumn: student, title: privacyTexts.living },
  {
    table: 'form_history',
    subjectColumn: student,
    title: privacyTexts.history,
    retention: 'form-history',
  },
  {
    table: 'campus_form_answer',
    subjectColumn: student,
    title: privacyTexts.campusForms,
    // The staff member who decided.
    omittedColumns: ['reviewed_by'],
    retention: 'campus-forms',
  },
  {
    table: 'campus_form_attachment',
    subjectColumn: student,
    title: privacyTexts.campusFormFiles,
    picture: true,
    retention: 'campus-forms',
  },
  { table: 'campus_form_listed', subjectColumn: student, title: privacyTexts.campusFormLists },
  { table: 'step_done', subjectColumn: student, title: privacyTexts.steps },
  { table: 'dorm_choice', subjectColumn: student, title: privacyTexts.dormChoice },
  { table: 'dorm_place', subjectColumn: student, title: privacyTexts.dormPlace },
  {
    table: 'accessible_bed_need',
    subjectColumn: student,
    title: privacyTexts.accessibleBedNeed,
    retention: 'arrivals',
  },
  {
    table: 'bed_allocation_student',
    subjectColumn: student,
    title: privacyTexts.bedAllocation,
    retention: 'arrivals',
  },
  { table: 'arrival', subjectColumn: student, title: privacyTexts.arrival, retention: 'arrivals' },
  {
    table: 'absence_reason',
    subjectColumn: student,
    title: privacyTexts.absence,
    // The staff member who recorded it.
    omittedColumns: ['recorded_by'],
    retention: 'arrivals',
  },
  {
    table: 'late_arrival_request',
    subjectColumn: student,
    title: privacyTexts.lateArrivals,
    omittedColumns: ['answered_by'],
    retention: 'arrivals',
  },
  {
    table: 'admission_paper_received',
    subjectColumn: student,
    title: privacyTexts.admissionPapers,
    naming: { column: 'paper_id', table: 'admission_paper', as: 'paper' },
    retention: 'arrivals',
  },
  {
    table: 'station_visit',
    subjectColumn: student,
    title: privacyTexts.stationVisits,
    retention: 'arrivals',
  },
  { table: 'consent', subjectColumn: student, title: privacyTexts.consents },
  {
    table: 'image',
    subjectColumn: student,
    title: privacyTexts.pictures,
    picture: true,
    // The column is a smaller copy of the same image.
    omittedColumns: ['small'],
    retention: 'papers',
  },
  { table: 'avatar', subjectColumn: 'subject', title: privacyTexts.avatar, picture: true },
  { table: 'charge', subjectColumn: student, title: privacyTexts.charges },
  { table: 'scholarship', subjectColumn: student, title: privacyTexts.scholarships },
  {
    table: 'pay_order',
    subjectColumn: student,
    title: privacyTexts.orders,
    omittedColumns: ['prepay'],
  },
  {
    table: 'payment_credit',
    subjectColumn: student,
    title: privacyTexts.payments,
    // The staff member who recorded it.
    omittedColumns: ['recorded_by'],
  },
  {
    table: 'refund',
    subjectColumn: student,
    title: privacyTexts.refunds,
    omittedColumns: ['requested_by', 'decided_by', 'decision_note', 'check_at'],
  },
  {
    table: 'finance_platform_line',
    subjectColumn: student,
    title: privacyTexts.platformLines,
    omittedColumns: ['number'],
  },
  { table: 'invoice', subjectColumn: student, title: privacyTexts.invoices },
  { table: 'payment_part', subjectColumn: student, title: privacyTexts.paymentParts },
  { table: 'green_application', subjectColumn: student, title: privacyTexts.applications },
  { table: 'audit_log', subjectColumn: student, title: privacyTexts.decisions },
  { table: 'major_transfer', subjectColumn: student, title: privacyTexts.transfers },
  { table: 'grade', subjectColumn: student, title: privacyTexts.grades },
  { table: 'teaching_class_member', subjectColumn: student, title: privacyTexts.teachingClasses },
  { table: 'exam', subjectColumn: student, title: privacyTexts.exams },
  { table: 'evaluation', subjectColumn: student, title: privacyTexts.evaluations },
  {
    table: 'evaluation_score',
    subjectColumn: student,
    title: privacyTexts.scores,
    retention: 'evaluation-scores',
  },
  {
    table: 'advice',
    subjectColumn: 'subject',
    title: privacyTexts.complaints,
    retention: 'complaints',
  },
  {
    table: 'service_request',
    subjectColumn: 'subject',
    title: privacyTexts.requests,
    retention: 'complaints',
  },
  {
    table: 'notice',
    subjectColumn: 'subject',
    title: privacyTexts.notices,
    retention: 'personal-notices',
  },
  {
    table: 'notice_recipient',
    subjectColumn: student,
    title: privacyTexts.groupNotices,
    retention: 'personal-notices',
  },
  {
    table: 'message_attempt',
    subjectColumn: student,
    title: privacyTexts.messageAttempts,
    retention: 'message-log',
  },
  { table: 'message_consent', subjectColumn: student, title: privacyTexts.messageConsents },
  { table: 'notice_read', subjectColumn: 'subject', title: privacyTexts.read },
  {
    table: 'session',
    subjectColumn: 'code',
    title: privacyTexts.signIns,
    omittedColumns: ['token_hash', 'look_hash'],
    retention: 'sign-ins',
  },
  { table: 'binding', subjectColumn: 'code', title: privacyTexts.bindings },
  // Details are left out, because they might name other people.
  {
    table: 'office_log',
    subjectColumn: 'log',
    title: privacyTexts.log,
    omittedColumns: ['details'],
  },
]

/** Tables that name a student but are not disclosed, each with the reason. */
export const UNDISCLOSED_TABLES: Readonly<Record<string, string>> = {
  webhook_event:
    'what the university’s systems were told of other tables, deleted after thirty days',
  webhook_delivery: 'whether these systems were reached',
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
  message_delivery: 'the queue of messages; what happened to each is in message_attempt',
  push_subscription: 'keys of a browser, which end with the session',
  student_list_member:
    'a list that the office uploaded to write to its students, deleted after thirty days',
  reminder: 'the days on which somebody was reminded of a step',
  guessing: 'that somebody else guessed; the student is told at the sign-in',
}
