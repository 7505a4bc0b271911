import type { Db } from '../database/db.ts'

/** Who a code of the messaging app belongs to. */
export type CodeExchange =
  | { type: 'person'; openId: string; nickname: string; avatar: string }
  /** A preview page's made-up visitor: never an identity (security 2). */
  | { type: 'snapshot' }
  | { type: 'bad-code' }
  | { type: 'unavailable' }

/**
 * What came of a message: it was taken, the messaging app would not send it, or it cannot be
 * reached.
 */
export type MessageResult = 'sent' | 'declined' | 'unavailable'

/** The messaging app as the backend sees it. */
export interface Host {
  readonly appId: string
  /** Where the app sends people to authorise; an inner address lacks the base path. */
  readonly authorizeUrl: string
  /**
   * The picture at an address that an exchange told; undefined when it may not be asked for or
   * cannot be had.
   */
  readonly fetchPicture: (source: string) => Promise<Uint8Array | undefined>
  readonly exchangeCode: (db: Db, code: string, now: Date) => Promise<CodeExchange>
  /**
   * The short-lived ticket that pages are signed with; undefined when the messaging app cannot be
   * reached.
   */
  readonly findTicket: (db: Db, now: Date) => Promise<string | undefined>
  /** Write to somebody in the name of customer service. */
  readonly sendMessage: (
    db: Db,
    message: { openId: string; text: string; now: Date },
  ) => Promise<MessageResult>
}
