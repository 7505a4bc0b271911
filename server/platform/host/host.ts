import type { Db } from '../database/db.ts'

/** The account to which a code of the messaging app belongs. */
export type CodeExchangeResult =
  | { type: 'person'; openId: string; nickname: string; avatar: string }
  /** The invented visitor of a preview page: never an identity (security 2). */
  | { type: 'snapshot' }
  | { type: 'bad-code' }
  | { type: 'unavailable' }

/** The result of a message: accepted, refused by the messaging app, or it cannot be reached. */
export type HostMessageResult = 'sent' | 'declined' | 'unavailable'

/** The messaging app (WeChat, the sandbox, or none). */
export interface MessagingHost {
  readonly appId: string
  /** The address to which users are sent to authorise; a relative one omits the base path. */
  readonly authorizeUrl: string
  /**
   * Fetches the account picture at an address from an exchange; undefined when the address is not
   * allowed or the picture is not available.
   */
  readonly fetchPicture: (source: string) => Promise<Uint8Array | undefined>
  readonly exchangeCode: (db: Db, code: string, now: Date) => Promise<CodeExchangeResult>
  /**
   * The short-lived ticket that signs pages for the JavaScript SDK; undefined when the messaging
   * app cannot be reached.
   */
  readonly findTicket: (db: Db, now: Date) => Promise<string | undefined>
  /** Sends a customer service message. */
  readonly sendMessage: (
    db: Db,
    message: { openId: string; text: string; now: Date },
  ) => Promise<HostMessageResult>
}
