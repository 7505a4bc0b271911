import type { Generated } from 'kysely'
import type { AttemptState, MessageChannelName } from '#contract/message-channels'

/** The Kysely types of the tables for messages to students. */
export interface MessageTables {
  /** The students of a notice to a group. */
  notice_recipient: { notice_id: string; student_code: string }
  /** The queue: a notice that other channels also deliver to a student. */
  message_delivery: {
    notice_id: string
    student_code: string
    created_at: Date
    next_at: Date
    leased_until: Generated<Date | null>
    /** The fencing token: it counts the leases. */
    tries: Generated<number>
    ended_at: Generated<Date | null>
  }
  /** What happened on one channel. */
  message_attempt: {
    notice_id: string
    student_code: string
    channel: MessageChannelName
    state: AttemptState
    /** The provider's own code of a failure. */
    code: Generated<string>
    tries: number
    cost_fen: Generated<number>
    at: Date
  }
  /** What a student has allowed or refused; without a row the channel's default applies. */
  message_consent: {
    student_code: string
    channel: MessageChannelName
    allowed: boolean
    changed_at: Date
  }
  /** A browser that shows notifications; it ends with the session in which it was subscribed. */
  push_subscription: {
    id: string
    session_hash: Buffer
    student_code: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: Date
  }
  /** The VAPID key of the campus; the private part is encrypted. */
  push_key: { id: number; public_key: string; sealed: Buffer; created_at: Date }
  /** Uploaded lists of students, for audiences. */
  student_list: { id: string; name: string; created_by: string; created_at: Date }
  student_list_member: { list_id: string; student_code: string }
}
