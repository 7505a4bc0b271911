import type { Generated, JSONColumnType } from 'kysely'

/** From where the words of a form came: the student's phone, the office, a file. */
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
