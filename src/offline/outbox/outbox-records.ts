import type { CampusFormAttachment } from '#contract/campus-form-submission'

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

/** Why the last attempt did not deliver the item, with the backend's message if there is one. */
export interface OutboxItemProblem {
  readonly message: string
  /** The responses could not be understood, so it is unknown whether the item was delivered. */
  readonly unclear?: true
  /**
   * The backend has already received this key with another payload. That earlier payload might have
   * been recorded, and the backend accepts no other payload under this key.
   */
  readonly keyUsed?: true
  /**
   * The item was delivered, but since then the university's database was restored to a state
   * without it.
   */
  readonly lost?: true
  /** Neither this phone nor the university has some of the item's files. */
  readonly filesMissing?: true
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

/** The progress of an upload, bytes. */
export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

/**
 * One submission that the university does not have yet. The record contains everything that is
 * needed to send it.
 */
export interface OutboxItem {
  /** The position in the outbox. New items always get a larger `order` than all earlier ones. */
  readonly order: number
  /**
   * The idempotency key. After the first attempt it changes only if the backend reports that the
   * key was used.
   */
  readonly key: string
  /** The author: a stuCode or userCode. The item is sent only while this person is signed in. */
  readonly subject: string
  readonly form: string
  readonly schemaVersion: number
  readonly payload: unknown
  /** Hash of the payload: the same payload submitted twice becomes one item. */
  readonly payloadHash: string
  /** The ETag of the record from which the form was filled; absent if no record was read. */
  readonly baseVersion?: string
  /** `order` of the item that must be delivered first. */
  readonly dependsOn?: number
  readonly state: OutboxItemState
  /** The number of attempts; 0 means that the item has never left this phone. */
  readonly attempts: number
  /** When the pause after the last attempt ends, ms since the epoch; 0 if the item is due now. */
  readonly nextAttemptAt: number
  /**
   * The backend's Retry-After as a time, ms since the epoch. It also delays a send that the student
   * has tapped.
   */
  readonly notBefore?: number
  /** When the last attempt ended, ms since the epoch. */
  readonly triedAt?: number
  /**
   * The number of attempts for which the campus was reachable: the campus answered the attempt, or
   * the attempt began because another request had reached the campus.
   */
  readonly heard?: number
  /**
   * The earliest time, ms since the epoch, at which evidence that the campus is reachable starts
   * the next attempt.
   */
  readonly soonestAt?: number
  /** The number of consecutive responses that came from the campus and could not be understood. */
  readonly puzzled?: number
  readonly lastProblem?: OutboxItemProblem
  /** How many bytes of the item's files the university has; absent before the first upload. */
  readonly upload?: UploadProgress
  /** When the student pressed submit, ms since the epoch. */
  readonly capturedAt: number
}

/** The university's confirmation of a delivered item. */
export interface DeliveryReceipt {
  readonly order: number
  readonly key: string
  readonly subject: string
  readonly form: string
  /** Absent from the receipts of earlier builds. */
  readonly schemaVersion?: number
  readonly payload: unknown
  readonly capturedAt: number
  /** The time of delivery by the phone's clock, ms since the epoch. */
  readonly deliveredAt: number
  /**
   * The time of delivery by the university's clock, ms since the epoch; absent if the response had
   * no `Date`.
   */
  readonly receivedAt?: number
  /** `order` of the item that had to be delivered first. */
  readonly dependsOn?: number
  /** The ETag of the record that the payload was based on. */
  readonly baseVersion?: string
  /** The ETag of the record after the write. */
  readonly version?: string
  /**
   * The epoch of the university's database in which the delivery was confirmed (an epoch begins
   * with each restore); absent in the first epoch.
   */
  readonly epoch?: string
  /** The backend's receipt number; absent if the backend gives none. */
  readonly receipt?: string
  /** The university's message to the student, in the language of the request. */
  readonly message?: string
}

/**
 * A file of a form's answers, until the university has it. Its bytes are in a store of their own,
 * so that a list of files does not load them.
 */
export interface OutboxAttachment extends CampusFormAttachment {
  readonly subject: string
  /** The name of the form in the outbox. */
  readonly form: string
  /** The file was picked for the form's draft and is not submitted yet. */
  readonly isPicked?: true
}

/** A file with its bytes. */
export interface AttachmentWithBytes {
  readonly attachment: OutboxAttachment
  readonly bytes: ArrayBuffer
}

/** The unsubmitted input of a form. */
export interface FormDraft {
  readonly subject: string
  readonly form: string
  readonly schemaVersion: number
  readonly values: unknown
  readonly savedAt: number
  /**
   * The draft of the same form that an older version of the app, open in another tab, has saved.
   */
  readonly older?: FormDraft
}

/**
 * The person who sends, and the URLs to send to. It is stored next to the items, since a worker
 * cannot read localStorage, and it is never part of an item.
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
   * The page's settings say that this campus echoes keys and marks its responses. A response
   * without the echo then decides nothing, from the first request on.
   */
  readonly echoesKeys?: boolean
  /**
   * The number of days by which this campus is allowed to set its database back, if its settings
   * state it (`#contract/restore-window`).
   */
  readonly restorableDays?: number
  /**
   * True once this backend has echoed a key. From then on a response without the echo decides
   * nothing.
   */
  readonly sendsReceipts?: boolean
}
