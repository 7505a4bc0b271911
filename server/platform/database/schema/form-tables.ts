import type { Generated, JSONColumnType } from 'kysely'

/** Where a form was submitted: on the student's phone, by the office, from a file. */
export type FormOrigin = 'phone' | 'desk' | 'import'

/** What was said in forms, version by version, as Kysely sees it. */
export interface FormTables {
  /** A line is never changed. */
  form_history: {
    id: Generated<string>
    student_code: string
    form: string
    version: number
    at: Date
    origin: FormOrigin
    /** The student, or the staff member. */
    by_code: string
    words: JSONColumnType<Record<string, unknown>>
  }
}
