import type { Generated, JSONColumnType } from 'kysely'
import type { StaffRole } from '#contract/roles'

/** The tables of the office as Kysely sees them. */
export interface OfficeTables {
  /** What somebody may do beside what their post says. */
  staff_role: { staff_code: string; role: StaffRole; given_at: Date }
  /** A second factor; `sealed` is the secret that counts, `pending` one that is not proven yet. */
  staff_factor: {
    staff_code: string
    sealed: Buffer | null
    pending: Buffer | null
    begun_at: Date
    confirmed_at: Date | null
    /** The newest half minute whose code was taken: none is taken twice. */
    last_step: Generated<string>
  }
  /** What opens instead of a lost phone, each once. */
  staff_recovery: { code_hash: Buffer; staff_code: string; used_at: Date | null }
  /** A sign-in through the university that has begun. */
  university_visit: {
    ticket_hash: Buffer
    state: string
    nonce: string
    verifier: string
    expires_at: Date
  }
  /** Texts to telephones; what they say goes when they have come, or never will. */
  message_out: {
    id: string
    phone: string
    text: string
    created_at: Date
    next_at: Date
    good_until: Date
    leased_until: Date | null
    tries: Generated<number>
    fault: Generated<string>
    ended_at: Date | null
    state: 'waiting' | 'sent' | 'shown' | 'given up'
  }
  /** Who was reminded of which step on which day. */
  reminder: {
    student_code: string
    step_id: Generated<number>
    day: string
    told_at: Date | null
  }
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
  /** Errors that phones have met; of nobody, without content. */
  trouble: {
    id: Generated<string>
    at: Date
    code: string
    kind: 'screen' | 'behind'
    name: string
    version: string
    engine: string
    step: string
  }
  /** What the phone of a sign-in holds that has not arrived, as it said last: no content. */
  phone_report: {
    session_hash: Buffer
    id: Generated<number>
    waiting: number
    refused: number
    scans: number
    oldest_at: Date | null
    version: string
    reported_at: Date
  }
}
