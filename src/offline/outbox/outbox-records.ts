/**
 * Where an item stands. Delivered items leave the outbox and become receipts. 'parked': this
 * version of the app does not know the form or its version; it is shown and left alone.
 */
export type ItemState =
  | 'waiting'
  | 'sending'
  | 'later'
  | 'signed-out'
  | 'conflict'
  | 'needs-you'
  | 'parked'

/** Why the last try did not arrive, in the words of the backend where it had any. */
export interface ItemProblem {
  readonly message: string
  /** Nobody refused: the answers could not be understood, so it may have arrived or not. */
  readonly unclear?: true
  /**
   * Its key came before with other words: an earlier wording may have arrived, and under this key
   * nothing more can.
   */
  readonly keyUsed?: true
  /** It had arrived, and the university's data was brought back to an earlier state since. */
  readonly lost?: true
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
}

/**
 * One submission that the university does not have yet. One record, with everything it needs
 * inside.
 */
export interface OutboxItem {
  /** The ever-growing number that gives the order. */
  readonly order: number
  /**
   * The idempotency key; once the item was tried it changes only when the backend calls it used.
   */
  readonly key: string
  /** Whose words these are: a stuCode or userCode. Sent under this identity or not at all. */
  readonly subject: string
  readonly form: string
  readonly schemaVersion: number
  readonly payload: unknown
  /** Fingerprint of the payload: the same words tapped twice are one item. */
  readonly payloadHash: string
  /** The ETag of what the form was filled from; absent when nothing was read. */
  readonly baseVersion?: string
  /** The order of an item that must arrive first. */
  readonly dependsOn?: number
  readonly state: ItemState
  /** How often it was tried; 0 means that nobody but this phone has ever seen it. */
  readonly attempts: number
  /** When the pause after the last try ends, ms; 0 is now. */
  readonly nextAttemptAt: number
  /** The backend asked not to come back before this, ms; even "send now" obeys. */
  readonly notBefore?: number
  /** When the last try ended, ms. */
  readonly triedAt?: number
  /**
   * How many tries the campus was there for, by an answer or by a sign that brought the try about.
   */
  readonly heard?: number
  /** No sign of the campus brings the next try before this, ms. */
  readonly soonestAt?: number
  /** How many answers in a row could not be understood although the campus was there. */
  readonly puzzled?: number
  readonly lastProblem?: ItemProblem
  /** When the student pressed submit, ms. */
  readonly capturedAt: number
}

/** What the university has confirmed. */
export interface Receipt {
  readonly order: number
  readonly key: string
  readonly subject: string
  readonly form: string
  /** Absent from the receipts of earlier builds. */
  readonly schemaVersion?: number
  readonly payload: unknown
  readonly capturedAt: number
  /** By the phone's clock, ms. */
  readonly deliveredAt: number
  /** By the university's clock, ms; absent where it told none. */
  readonly receivedAt?: number
  /** The order of an item that had to arrive first. */
  readonly dependsOn?: number
  /** The ETag of what its words were written on. */
  readonly baseVersion?: string
  /** The ETag of what its words became. */
  readonly version?: string
  /** In which life of the university's database it was given; absent in the first. */
  readonly epoch?: string
  /** The backend's receipt number; absent from a backend that gives none. */
  readonly receipt?: string
  /** What the university said to it, in the language of that moment. */
  readonly message?: string
}

/** A form that is being typed. */
export interface Draft {
  readonly subject: string
  readonly form: string
  readonly schemaVersion: number
  readonly values: unknown
  readonly savedAt: number
  /** What a tab of an older version of the app is typing at the same time. */
  readonly older?: Draft
}

/**
 * Who sends, and where to; kept beside the items, since the worker cannot read localStorage. Never
 * inside an item.
 */
export interface SenderIdentity {
  readonly subject: string
  readonly token: string
  readonly language: string
  /** The three service roots, '' for the same origin and root path. */
  readonly roots: Readonly<Record<'campus' | 'management' | 'provider', string>>
  /** Request timeout, ms (XC-22). */
  readonly timeout: number
  /**
   * The page's settings say that this campus echoes keys and marks its answers: no answer without
   * that decides anything, from the first request on.
   */
  readonly echoesKeys?: boolean
  /** How far back this campus may be brought, days, where it says so (`contract/keeping.ts`). */
  readonly restorableDays?: number
  /** True once this backend has echoed a key: an answer without the echo then decides nothing. */
  readonly sendsReceipts?: boolean
}
