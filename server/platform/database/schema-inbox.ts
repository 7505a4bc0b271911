import type { Generated } from 'kysely'

/** Complaints, requests and their answers as Kysely sees them. */
export interface InboxTables {
  advice: {
    id: Generated<number>
    subject: string
    content: string
    created_at: Date
    /** Who looks after it. */
    assigned_to: Generated<string | null>
    /** When it was answered last. */
    answered_at: Generated<Date | null>
  }
  /** `told` says whether the messaging app was asked to write to the person. */
  service_request: {
    id: Generated<number>
    subject: string
    open_id: string | null
    told: boolean
    created_at: Date
    assigned_to: Generated<string | null>
    answered_at: Generated<Date | null>
  }
  /** To one of the two. */
  inbox_answer: {
    id: Generated<number>
    advice_id: number | null
    request_id: number | null
    staff_code: string
    content: string
    answered_at: Date
  }
  /** Both as one list; a view, only read. */
  inbox: {
    kind: 'complaint' | 'service'
    id: number
    subject: string
    content: string
    created_at: Date
    assigned_to: string | null
    answered_at: Date | null
  }
}
