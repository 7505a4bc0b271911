import type { Generated, JSONColumnType } from 'kysely'
import type { StaffRole } from '#contract/roles'

/** The tables of the office as Kysely sees them. */
export interface OfficeTables {
  /** What somebody may do beside what their post says. */
  staff_role: { staff_code: string; role: StaffRole; given_at: Date }
  /** Who did what in the office; the database refuses to change or delete a line. */
  office_log: {
    id: Generated<string>
    at: Date
    staff_code: string
    /** What was done: `<capability>.<verb>`, as in `students.withdraw`. */
    action: string
    /** Whom or what it was done to: `student:<code>`, `staff:<code>`, `notice:<id>` … */
    about: string | null
    reason: Generated<string>
    details: JSONColumnType<Record<string, unknown>, string | undefined>
  }
}
