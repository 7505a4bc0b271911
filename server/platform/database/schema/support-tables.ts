import type { Generated } from 'kysely'
import type { InboxAction } from '#contract/support-inbox'

/** The Kysely types of the tables for complaints and requests, with their events. */
export interface SupportTables {
  complaint_category: { id: string; name: string; position: number; withdrawn_at: Date | null }
  advice: {
    id: Generated<number>
    subject: string
    content: string
    created_at: Date
    category_id: Generated<string | null>
    /** The assignee: a person, a role, or nobody. */
    assigned_to: Generated<string | null>
    assigned_role: Generated<string | null>
    /** The time of the last answer; null if the entry is open. */
    answered_at: Generated<Date | null>
    closed_at: Generated<Date | null>
  }
  advice_picture: { image_id: string; advice_id: number; position: number }
  /** `told`: whether the messaging app was asked to message the person. */
  service_request: {
    id: Generated<number>
    subject: string
    open_id: string | null
    told: boolean
    created_at: Date
    assigned_to: Generated<string | null>
    assigned_role: Generated<string | null>
    answered_at: Generated<Date | null>
    closed_at: Generated<Date | null>
  }
  /**
   * Events of a complaint or request. The event 'unsolved' comes from its author, so it has no
   * staff member.
   */
  inbox_event: {
    id: Generated<number>
    advice_id: number | null
    request_id: number | null
    act: InboxAction
    staff_code: string | null
    content: string
    to_staff: Generated<string | null>
    to_role: Generated<string | null>
    at: Date
  }
  /** A read-only view of complaints and requests as one list. */
  inbox: {
    kind: 'complaint' | 'service'
    id: number
    subject: string
    content: string
    created_at: Date
    assigned_to: string | null
    assigned_role: string | null
    answered_at: Date | null
    closed_at: Date | null
    category_id: string | null
  }
}
