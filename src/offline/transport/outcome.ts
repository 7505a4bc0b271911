import type { EnglishNames } from '#contract/english-names'
import type { SessionEndReason, Lack } from '#contract/rules'

/** What came of a call, as data. */
export type Outcome<T> =
  | {
      readonly type: 'ok'
      readonly data: T
      /** The version of what was read or written, for If-Match. */
      readonly etag?: string
      /** The backend's receipt number of a keyed write. */
      readonly receipt?: string
      /** The answer echoed the idempotency key, so this backend sends receipts. */
      readonly echoed: boolean
      /** What its names are called in English. */
      readonly english?: EnglishNames
      /** Which life of the university's database answered; absent in its first. */
      readonly epoch?: string
      /** The server's clock, ms. */
      readonly at?: number
    }
  /**
   * The call's own failure marker, or the campus's 400, 403, 404, 410, 413, 422. `message` may be
   * ''.
   */
  | {
      readonly type: 'refused'
      readonly status: number
      readonly message: string
      readonly issues?: readonly { readonly path: string; readonly message: string }[]
      /** The key came before with other words, and those were answered. */
      readonly keyUsed?: true
      /** What the caller has yet to do first. */
      readonly lack?: Lack
    }
  /** The campus's 401, or the body's status -400 ('root') or -500 ('backend') (XC-08, XC-09). */
  | {
      readonly type: 'signed-out'
      readonly page: 'root' | 'backend'
      readonly why: SessionEndReason
    }
  /** Come back after so many seconds: 429, or 409 while the same key is in flight. */
  | { readonly type: 'too-many'; readonly after: number }
  /** 412: it was changed elsewhere since it was read. */
  | { readonly type: 'conflict'; readonly message: string }
  /** No answer: no network, a reset, a timeout, a body cut off. Unknown, never failed. (XC-07) */
  | { readonly type: 'unreachable'; readonly code: -404 }
  /**
   * An answer that is not the backend's: 5xx, a redirect, a captive portal's page, JSON that makes
   * no sense. (XC-07)
   */
  | {
      readonly type: 'unreadable'
      readonly code: -404
      /** It has the campus's shape all the same, or the key. */
      readonly fromCampus?: boolean
      /** The campus marks its answers, and this one has no mark: somebody on the way gave it. */
      readonly isForeign?: true
      readonly status?: number
      readonly after?: number
      readonly message?: string
    }
