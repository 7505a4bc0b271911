import type { EnglishNames } from '#contract/english-names'
import type { SessionEndReason, SignInRequirement } from '#contract/rules'

/** The outcome of a call, as data. */
export type CallOutcome<T> =
  | {
      readonly type: 'ok'
      readonly data: T
      /** The version of the record that was read or written, for If-Match. */
      readonly etag?: string
      /** The backend's receipt number of a write with an idempotency key. */
      readonly receipt?: string
      /** The response echoed the idempotency key, so this backend sends receipts. */
      readonly echoed: boolean
      /** English translations of the names in `data`. */
      readonly english?: EnglishNames
      /**
       * The current epoch of the university's database (an epoch begins with each restore); absent
       * in the first epoch.
       */
      readonly epoch?: string
      /** The server's clock, ms since the epoch. */
      readonly at?: number
    }
  /**
   * The body has the call's own marker of a failure, or the status is the campus's 400, 403, 404,
   * 405, 410, 413, 415 or 422. `message` can be ''.
   */
  | {
      readonly type: 'refused'
      readonly status: number
      readonly message: string
      readonly issues?: readonly { readonly path: string; readonly message: string }[]
      /**
       * The key was used before with another payload, and the campus has answered that earlier
       * request.
       */
      readonly keyUsed?: true
      /** What the caller has to do before the call is allowed. */
      readonly lack?: SignInRequirement
    }
  /** The campus's 401, or the body's status -400 ('root') or -500 ('backend') (XC-08, XC-09). */
  | {
      readonly type: 'signed-out'
      readonly page: 'root' | 'backend'
      readonly why: SessionEndReason
    }
  /** Retry after so many seconds: 429, or 409 while a request with the same key is in progress. */
  | { readonly type: 'too-many'; readonly after: number }
  /** 412: the record was changed elsewhere since it was read. */
  | { readonly type: 'conflict'; readonly message: string }
  /**
   * No response: no network, a reset, a timeout, a truncated body. It is unknown whether the campus
   * carried out the call (XC-07).
   */
  | { readonly type: 'unreachable'; readonly code: -404 }
  /**
   * A response that does not come from the backend or cannot be understood: 5xx, a redirect, a
   * captive portal's page, JSON of an unknown shape. (XC-07)
   */
  | {
      readonly type: 'unreadable'
      readonly code: -404
      /** True if the response has the campus's shape or echoes the key all the same. */
      readonly fromCampus?: boolean
      /**
       * True if this campus marks its responses and this response has no mark, so it comes from an
       * intermediary.
       */
      readonly isForeign?: true
      readonly status?: number
      readonly after?: number
      readonly message?: string
    }
