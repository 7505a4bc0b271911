import type { Generated, JSONColumnType } from 'kysely'

/** How a form was submitted: on the student's phone, by the office, or by an import. */
export type FormOrigin = 'phone' | 'desk' | 'import'

/** The Kysely type of the table with all versions of the submitted forms. */
export interface FormTables {
  /** Rows are never changed. */
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
}
