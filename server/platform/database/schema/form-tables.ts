import type { Generated, JSONColumnType } from 'kysely'
import type { AudienceCohort } from '#contract/audiences'
import type { CampusFormDefinition } from '#contract/campus-form-definition'
import type { CampusFormSettings } from '#contract/campus-form-settings'
import type { CampusFormAnswers, CampusFormAttachment } from '#contract/campus-form-submission'

/** How a form was submitted: on the student's phone, by the office, or by an import. */
export type FormOrigin = 'phone' | 'desk' | 'import'

/** The state of stored answers: those of a form without a review are 'submitted'. */
export type CampusFormAnswerState = 'submitted' | 'pending' | 'approved' | 'rejected'

/** The Kysely types of the tables of submitted forms, and of the forms that the campus has made. */
export interface FormTables {
  /** All versions of the submitted forms. Rows are never changed. */
  form_history: {
    id: Generated<string>
    student_code: string
    form: string
    version: number
    at: Date
    origin: FormOrigin
    /** The code of the student or staff member who submitted it. */
    by_code: string
    words: JSONColumnType<Record<string, unknown>>
  }
  /** A form that the campus has made. The columns from `levels` on are those of its newest version. */
  campus_form: {
    id: string
    created_at: Date
    /** The newest published version; null before the first publication. */
    version: Generated<number | null>
    /** The codes of the levels, and the colleges, for which the form is; empty for all. */
    levels: Generated<string[]>
    colleges: Generated<string[]>
    cohort: Generated<AudienceCohort>
    /** Whether the form is only for the students in `campus_form_listed`. */
    is_listed: Generated<boolean>
    /** The number of days after which answers are deleted; 0 for the number of the campus. */
    retention_days: Generated<number>
    /** Since when the form takes no answers and is offered to nobody. */
    retired_at: Generated<Date | null>
  }
  /** What the office is editing; `revision` increases with each save. */
  campus_form_draft: {
    form_id: string
    definition: JSONColumnType<CampusFormDefinition>
    settings: JSONColumnType<CampusFormSettings>
    revision: number
    saved_at: Date
    saved_by: string
  }
  /** A published version. It is never changed. */
  campus_form_version: {
    form_id: string
    version: number
    definition: JSONColumnType<CampusFormDefinition>
    settings: JSONColumnType<CampusFormSettings>
    published_at: Date
    published_by: string
  }
  /** The list of students for whom a form is. */
  campus_form_listed: { form_id: string; student_code: string }
  /** The newest answers of a student. Earlier ones are in `form_history`, as `campus:<form_id>`. */
  campus_form_answer: {
    student_code: string
    form_id: string
    /** The version of the form in which the answers were given. */
    form_version: number
    answers: JSONColumnType<CampusFormAnswers>
    attachments: JSONColumnType<CampusFormAttachment[]>
    state: CampusFormAnswerState
    /** Why the answers were rejected. */
    reason: Generated<string>
    /** The version of the answers, for `If-Match`. */
    version: number
    updated_at: Date
    reviewed_at: Generated<Date | null>
    reviewed_by: Generated<string | null>
  }
  /** A file of answers. `bytes` is null until all parts have arrived. */
  campus_form_attachment: {
    id: string
    student_code: string
    form_id: string
    name: string
    /** The type as the content shows it; the announced type before all parts have arrived. */
    type: string
    /** The size and the hash of the file on the phone. A stored picture was encoded again. */
    sent_bytes: number
    sha256: string
    bytes: Generated<Buffer | null>
    created_at: Date
    completed_at: Generated<Date | null>
    /** The version of the answers that contain the file; null for a file that no answer uses. */
    answer_version: Generated<number | null>
  }
  /** The parts of a file that has not completely arrived, by their position in it. */
  campus_form_attachment_part: { attachment_id: string; at: number; bytes: Buffer }
}
