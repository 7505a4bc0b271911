/**
 * The state of an item. Delivered items leave the outbox and become receipts. 'parked': this
 * version of the app does not know the form or its schema version; the item is shown and not sent.
 */
export type OutboxItemState =
  | 'waiting'
  | 'sending'
  | 'later'
  | 'signed-out'
  | 'conflict'
  | 'needs-you'
  | 'parked'

/** Why the last attempt did not deliver the item, with the backend's message if there was one. */
export interface OutboxItemProblem {
  readonly message: string
  /** The responses could not be understood, so the item may have been delivered or not. */
  readonly unclear?: true
  /**
   * The backend has already seen this key with another payload: an earlier payload may have
   * arrived, and under this key nothing more can.
   */
  readonly keyUsed?: true
  /**
   * The item had been delivered, and the university's database was restored to an earlier state
   * since.
   */
  readonly lost?: true
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

/**
 * One submission that the university does not have yet: a single record with everything that
 * sending it needs.
 */
export interface OutboxItem {
  /** The position in the outbox; only grows. */
  readonly order: number
  /**
   * The idempotency key. After the first attempt it changes only if the backend reports it as used.
   */
  readonly key: string
  /** The author: a stuCode or userCode. The item is sent under this identity only. */
  readonly subject: string
  readonly form: string
  readonly schemaVersion: number
  readonly payload: unknown
  /** Hash of the payload: the same payload submitted twice becomes one item. */
  readonly payloadHash: string
  /** The ETag of the record that the form was filled from; absent if nothing was read. */
  readonly baseVersion?: string
  /** `order` of the item that must be delivered first. */
  readonly dependsOn?: number
  readonly state: OutboxItemState
  /** The number of attempts; 0 means that the item has never left this phone. */
  readonly attempts: number
  /** When the pause after the last attempt ends, ms since the epoch; 0 is now. */
  readonly nextAttemptAt: number
  /** The backend's Retry-After as a time, ms since the epoch; applies to "send now" too. */
  readonly notBefore?: number
  /** When the last attempt ended, ms since the epoch. */
  readonly triedAt?: number
  /**
   * The number of attempts for which the campus was reachable: it answered, or a sign of it started
   * the attempt.
   */
  readonly heard?: number
  /**
   * The earliest time at which a sign of the campus may start the next attempt, ms since the epoch.
   */
  readonly soonestAt?: number
  /**
   * The number of consecutive responses that could not be understood although the campus was
   * reachable.
   */
  readonly puzzled?: number
  readonly lastProblem?: OutboxItemProblem
  /** When the student pressed submit, ms since the epoch. */
  readonly capturedAt: number
}

/** The confirmation of a delivered item. */
export interface DeliveryReceipt {
  readonly order: number
  readonly key: string
  readonly subject: string
  readonly form: string
  /** Absent from the receipts of earlier builds. */
  readonly schemaVersion?: number
  readonly payload: unknown
  readonly capturedAt: number
  /** By the phone's clock, ms since the epoch. */
  readonly deliveredAt: number
  /** By the university's clock, ms since the epoch; absent if the response had no `Date`. */
  readonly receivedAt?: number
  /** `order` of the item that had to be delivered first. */
  readonly dependsOn?: number
  /** The ETag of the record that the payload was based on. */
  readonly baseVersion?: string
  /** The ETag of the record after the write. */
  readonly version?: string
  /** The epoch of the university's database that confirmed it; absent in the first epoch. */
  readonly epoch?: string
  /** The backend's receipt number; absent if the backend gives none. */
  readonly receipt?: string
  /** The university's message, in the language of the request. */
  readonly message?: string
}

/** The unsubmitted input of a form. */
export interface FormDraft {
  readonly subject: string
  readonly form: string
  readonly schemaVersion: number
  readonly values: unknown
  readonly savedAt: number
  /** The draft of an older version of the app that is open in another tab. */
  readonly older?: FormDraft
}

/**
 * Who sends, and where to. Stored next to the items, since a worker cannot read localStorage, and
 * never inside an item.
 */
export interface SenderIdentity {
  readonly subject: string
  readonly token: string
  readonly language: string
  /** The URLs of the three services; '' is the root path of the same origin. */
  readonly roots: Readonly<Record<'campus' | 'management' | 'provider', string>>
  /** Request timeout, ms (XC-22). */
  readonly timeout: number
  /**
   * The page's settings say that this campus echoes keys and marks its responses: from the first
   * request on, a response without the echo decides nothing.
   */
  readonly echoesKeys?: boolean
  /**
   * How many days back this campus may restore its database, if its settings say so
   * (`#contract/restore-window`).
   */
  readonly restorableDays?: number
  /**
   * True after this backend has echoed a key: from then on a response without the echo decides
   * nothing.
   */
  readonly sendsReceipts?: boolean
}
