import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Audience } from '#contract/audiences'
import type { RuleValue } from '#contract/campus-rule-list'
import type { GuideName } from '#contract/guide'
import type { MessageTopic } from '#contract/message-channels'
import type { Withdrawable } from './withdrawable.ts'

/** The Kysely types of the tables for the term: courses, grades, notices and others. */
export interface TermTables {
  grade: GradeRow & Withdrawable
  evaluation_question: { id: string; position: number; content: string } & Withdrawable
  taught_course: TaughtCourseRow & Withdrawable
  evaluation: { student_code: string; course_id: string; saved_at: Date }
  /** When the courses of a term are evaluated. Results are counted once, after it has closed. */
  evaluation_period: {
    id: string
    term: string
    opens_at: Date
    closes_at: Date
    counted_at: Generated<Date | null>
  } & Withdrawable
  evaluation_result: EvaluationResultRow
  /** `counts`: the number of answers with 1, 2, … 10 points. */
  evaluation_result_question: {
    period_id: string
    course_id: string
    question_id: string
    position: number
    content: string
    counts: number[]
  }
  evaluation_score: { student_code: string; course_id: string; question_id: string; score: number }
  /** The school's own pages as HTML, sanitized when it is read. */
  guide: { name: GuideName; content: string; content_en: string; updated_at: Date }
  calendar_event: CalendarEventRow & Withdrawable
  /** The periods of a school day from a day on, such as `08:00-08:45,08:55-09:40`. */
  bell_schedule: { id: string; from_day: string; periods: string } & Withdrawable
  /** A version of a rule of the campus. Versions are never changed, only taken back before they apply. */
  campus_rule: {
    id: string
    rule: string
    value: ColumnType<RuleValue, string, never>
    valid_from: Date
    saved_at: Date
    saved_by: string
    reason: string
    taken_back_at: Generated<Date | null>
    taken_back_by: Generated<string | null>
  }
  /** A member of a teaching class in a term: all students of a class, or one student. */
  teaching_class_member: {
    id: string
    term: string
    teaching_class: string
    class_name: string | null
    student_code: string | null
  } & Withdrawable
  /**
   * An examination or a make-up class of a class, a teaching class or a student, exactly one of which
   * is given. Start and end are HH:mm in China.
   */
  exam: {
    id: string
    term: string
    kind: string
    course: string
    day: string
    starts: string
    ends: string
    room: Generated<string>
    seat: Generated<string>
    teacher: Generated<string>
    note: Generated<string>
    class_name: string | null
    teaching_class: string | null
    student_code: string | null
  } & Withdrawable
  /** The names of the school and of the installed app; '' means the value of the settings. */
  school: { id: string; name: string; name_en: string; install_name: string }
  notice: NoticeRow & Withdrawable
  /**
   * The attachments of notices. An attachment without a notice was uploaded, but is not yet saved
   * with a notice.
   */
  notice_file: {
    id: string
    notice_id: string | null
    position: number
    name: string
    type: string
    size: number
    bytes: Buffer
    created_at: Date
  }
  notice_read: { subject: string; notice_id: string; read_at: Date }
  department: { id: string; name: string; withdrawn_at: Generated<Date | null> }
  major: MajorRow & { withdrawn_at: Generated<Date | null> }
  /** The classes of the campus. If there are none, any class name is accepted. */
  school_class: {
    name: string
    major_code: string
    entry_year: string
    withdrawn_at: Generated<Date | null>
  }
  major_transfer: MajorTransferRow
  student_password: { student_code: string; password_hash: string }
  phone_ticket: { subject: string; ticket_hash: Buffer; expires_at: Date }
  reset_ticket: { subject: string; ticket_hash: Buffer; expires_at: Date }
  avatar: { subject: string; id: string; bytes: Buffer; created_at: Date }
  calendar_key: { key_hash: Buffer; student_code: string; created_at: Date }
  /** Temporary credentials of the messaging app: its access token and its script ticket. */
  host_ticket: { name: string; value: string; expires_at: Date }
}

/** A student's score in a course as stored; `term` is the label of the term. */
export interface GradeRow {
  student_code: string
  term: string
  course: string
  /** Points, or a word such as 'pass'. */
  score: string
  credit: string
}

/** A course of a class in a term as stored; its students evaluate it. */
export interface TaughtCourseRow {
  id: string
  class_name: string
  term: string
  course: string
  teacher: string
  /** The teacher's work number; '' when unknown. */
  teacher_code: Generated<string>
}

/**
 * The evaluation results of a course, with a copy of the course at the time of the count. If
 * `answers` is null, there were too few answers, and nothing about them is stored here.
 */
export interface EvaluationResultRow {
  period_id: string
  course_id: string
  course: string
  class_name: string
  teacher: string
  teacher_code: string
  /** The number of students of the class. */
  students: number
  answers: number | null
  /** The sum of all points, and their number. */
  points: number | null
  marks: number | null
}

/** An event of the school's calendar; no lessons are held on a holiday. */
export interface CalendarEventRow {
  id: Generated<string>
  first_day: string
  last_day: string
  title: string
  title_en: Generated<string>
  holiday: Generated<boolean>
  /** The day whose lessons are held on this day; null if the day has its own. */
  follows_day: Generated<string | null>
}

/** A notice as stored; its HTML is sanitized when it is read. */
export interface NoticeRow {
  id: string
  title: string
  content: string
  /** In English, if the school provides it. */
  title_en: Generated<string | null>
  content_en: Generated<string | null>
  published_at: Date
  /** Drafts are visible to the office only. */
  status: Generated<'draft' | 'published'>
  version: Generated<number>
  /** Pinned notices are listed first. */
  pinned: Generated<boolean>
  audience: 'everyone' | 'students' | 'staff' | 'person' | 'group'
  /** The recipient of a notice to one person. */
  subject: string | null
  /** Why it is also delivered by other channels; '' if it stays in the app. */
  topic: Generated<MessageTopic | ''>
  important: Generated<boolean>
  /** The audience of a notice to a group, whose students are in `notice_recipient`. */
  group_value: JSONColumnType<Audience, string> | null
  /** The staff member who sent it as a message. */
  sent_by: Generated<string | null>
}

/**
 * A major as stored. Students of 'liberal' cannot transfer to 'science', and students of 'arts'
 * cannot transfer at all.
 */
export interface MajorRow {
  code: string
  name: string
  department_id: string
  kind: 'science' | 'liberal' | 'arts'
}

/** An application to change one's major as stored. */
export interface MajorTransferRow {
  id: string
  student_code: string
  old_department: string
  old_major: string
  old_class: string
  new_major: string
  reason: string
  status: Generated<string>
  applied_at: Date
  version: Generated<number>
  /** The decision: by whom and when, the text for the student, and the new class. */
  decided_by: Generated<string | null>
  decided_at: Generated<Date | null>
  reply: Generated<string>
  new_class: Generated<string>
}
