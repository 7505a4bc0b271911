import type { Generated, JSONColumnType } from 'kysely'
import type { StaffRole } from '#contract/roles'

/** The Kysely types of the tables for the office. */
export interface OfficeTables {
  /** Roles of staff in addition to those that follow from their job title. */
  staff_role: { staff_code: string; role: StaffRole; given_at: Date }
  /**
   * A second factor. `sealed` is the active secret, and `pending` a secret that is not confirmed
   * yet.
   */
  staff_factor: {
    staff_code: string
    sealed: Buffer | null
    pending: Buffer | null
    begun_at: Date
    confirmed_at: Date | null
    /** The 30 s time step of the last accepted code; each code is accepted only once. */
    last_step: Generated<string>
  }
  /** The accounts of other systems. Each has a closed row in `staff`, which names it. */
  service_account: {
    code: string
    token_hash: Buffer
    /** The last characters of the token. */
    token_hint: string
    scopes: string[]
    /** Addresses and networks from which the token is accepted; none: from everywhere. */
    addresses: string[]
    per_minute: number
    created_at: Date
    expires_at: Date
    used_at: Generated<Date | null>
    used_from: Generated<string>
    revoked_at: Generated<Date | null>
  }
  /** The addresses that are told of events. `sealed`: the secret of the signatures. */
  webhook_endpoint: {
    id: string
    name: string
    url: string
    events: string[]
    sealed: Buffer
    created_at: Date
    /** The failures in a row, and until when the endpoint is left alone. */
    failures: Generated<number>
    paused_until: Generated<Date | null>
    delivered_at: Generated<Date | null>
  }
  /** Events, written by triggers in the transaction of their effect. */
  webhook_event: {
    id: Generated<string>
    message_id: Generated<string>
    type: string
    student_code: string
    data: JSONColumnType<Record<string, unknown>>
    at: Generated<Date>
  }
  /** An event for an endpoint. `tx`: the number of the transaction that has written it. */
  webhook_delivery: {
    endpoint_id: string
    event_id: string
    student_code: string
    tx: string
    state: Generated<'waiting' | 'delivered' | 'given up'>
    tries: Generated<number>
    status: Generated<number>
    next_at: Date
    give_up_at: Date
    leased_until: Date | null
    ended_at: Date | null
  }
  /** Recovery codes for a lost phone, each valid once. */
  staff_recovery: { code_hash: Buffer; staff_code: string; used_at: Date | null }
  /** Started sign-ins through the university. */
  university_visit: {
    ticket_hash: Buffer
    state: string
    nonce: string
    verifier: string
    expires_at: Date
  }
  /** SMS messages. The text is deleted when the message is delivered or given up. */
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
  /** The reminders sent, by student, step or form, and day. */
  reminder: {
    student_code: string
    /** The number of the step; 0 for a form that is no step. */
    step_id: Generated<number>
    form_id: Generated<string>
    day: string
    told_at: Date | null
  }
  /** The office's audit log. The database rejects updates and deletes. */
  office_log: {
    id: Generated<string>
    at: Date
    staff_code: string
    /** The action as `<capability>.<verb>`, such as `students.withdraw`. */
    action: string
    /** The object of the action: `student:<code>`, `staff:<code>`, `notice:<id>` … */
    about: string | null
    reason: Generated<string>
    details: JSONColumnType<Record<string, unknown>, string | undefined>
  }
  /** Error reports of phones; anonymous and without content. */
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
  /** The latest report of a phone about its undelivered submissions, without their content. */
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
