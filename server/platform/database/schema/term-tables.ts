import type { Generated } from 'kysely'
import type { GuideName } from '#contract/guide'
import type { Withdrawable } from './withdrawable.ts'

/** The tables of the term after the arrival, as Kysely sees them. */
export interface TermTables {
  grade: GradeRow & Withdrawable
  evaluation_question: { id: string; position: number; content: string } & Withdrawable
  taught_course: TaughtCourseRow & Withdrawable
  evaluation: { student_code: string; course_id: string; saved_at: Date }
  /** When the courses of a term are evaluated; its results are counted once, after it has closed. */
  evaluation_period: {
    id: string
    term: string
    opens_at: Date
    closes_at: Date
    counted_at: Generated<Date | null>
  } & Withdrawable
  evaluation_result: EvaluationResultRow
  /** `counts`: how many gave 1, 2, … 10 points. */
  evaluation_result_question: {
    period_id: string
    course_id: string
    question_id: string
    position: number
    content: string
    counts: number[]
  }
  evaluation_score: { student_code: string; course_id: string; question_id: string; score: number }
  /** What the school writes for a page of its own; cleaned when it is read. */
  guide: { name: GuideName; content: string; content_en: string; updated_at: Date }
  calendar_event: CalendarEventRow & Withdrawable
  /** What the school and the installed app are called; '' is what the settings say. */
  school: { id: string; name: string; name_en: string; install_name: string }
  notice: NoticeRow & Withdrawable
  /** Attachments; one without a notice was uploaded and not saved with one yet. */
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
  /** The classes that a campus has; where it has told none, any name may be one. */
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
  /** What the messaging app lends for a time: its access token and the ticket for its script. */
  host_ticket: { name: string; value: string; expires_at: Date }
}

/** A student's score in a course as stored; `term` is the label of the term. */
export interface GradeRow {
  student_code: string
  term: string
  course: string
  /** Points, or a word. */
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
  /** The teacher's work number; '' where the campus has not told it. */
  teacher_code: Generated<string>
}

/**
 * What the answers about a course came to, with the course as it was then. Without `answers` there
 * were too few, and nothing of them is kept here.
 */
export interface EvaluationResultRow {
  period_id: string
  course_id: string
  course: string
  class_name: string
  teacher: string
  teacher_code: string
  /** How many students the class had. */
  students: number
  answers: number | null
  /** The sum of all points, and how many there were. */
  points: number | null
  marks: number | null
}

/** Something on days of the school's calendar; no lessons are held on a holiday. */
export interface CalendarEventRow {
  id: Generated<string>
  first_day: string
  last_day: string
  title: string
  title_en: Generated<string>
  holiday: Generated<boolean>
}

/** A notice as stored; its content is cleaned when it is read. */
export interface NoticeRow {
  id: string
  title: string
  content: string
  /** In English, where the school writes it. */
  title_en: Generated<string | null>
  content_en: Generated<string | null>
  published_at: Date
  /** A draft is read in the office alone. */
  status: Generated<'draft' | 'published'>
  version: Generated<number>
  /** It stands before all that are not. */
  pinned: Generated<boolean>
  audience: 'everyone' | 'students' | 'staff' | 'person'
  /** Whose it is, when it is for one person. */
  subject: string | null
}

/** A major as stored: 'liberal' may not go to 'science', 'arts' nowhere. */
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
  /** Of the decision: who and when, what is said to the student, and their new class. */
  decided_by: Generated<string | null>
  decided_at: Generated<Date | null>
  reply: Generated<string>
  new_class: Generated<string>
}
