import type { Db } from './database.ts'

/** Who a code of the messaging app belongs to. */
export type Exchange =
  | { type: 'person'; openId: string; nickname: string; avatar: string }
  /** A preview page's made-up visitor: never an identity (security 2). */
  | { type: 'snapshot' }
  | { type: 'bad-code' }
  | { type: 'away' }

/** The messaging app as the backend sees it. */
export interface Host {
  readonly appId: string
  /** Where the app sends people to authorise; an inner address lacks the base path. */
  readonly authorizeUrl: string
  readonly exchange: (db: Db, code: string, now: Date) => Promise<Exchange>
}
