import type { Db } from '../database/db.ts'
import type { ServiceAnswer } from '../service-answer.ts'

/** The account to which a code of the messaging app belongs. */
export type CodeExchangeResult =
  | { type: 'person'; openId: string; nickname: string; avatar: string }
  /**
   * The placeholder user of a preview page, which is never accepted as an identity (security 2).
   */
  | { type: 'snapshot' }
  | { type: 'bad-code' }
  | { type: 'unavailable' }

/**
 * The result of sending a message: 'sent', 'declined' by the messaging app, or 'unavailable' if the
 * messaging app cannot be reached.
 */
export type MessagingAppSendResult = 'sent' | 'declined' | 'unavailable'

/** The messaging app (WeChat, the sandbox, or none). */
export interface MessagingHost {
  readonly appId: string
  /** The address to which users are sent to authorise. A relative address omits the base path. */
  readonly authorizeUrl: string
  /**
   * Fetches the account picture at an address that an exchange has returned. Undefined if the
   * address is not allowed or the picture is not available.
   */
  readonly fetchPicture: (source: string) => Promise<Uint8Array | undefined>
  readonly exchangeCode: (db: Db, code: string, now: Date) => Promise<CodeExchangeResult>
  /**
   * Finds the short-lived ticket that signs pages for the JavaScript SDK. Undefined if the
   * messaging app cannot be reached.
   */
  readonly findTicket: (db: Db, now: Date) => Promise<string | undefined>
  /** Tries the account's secret at the messaging app. Absent if there is no messaging app. */
  readonly check?: () => Promise<ServiceAnswer>
  /** Sends a customer service message. */
  readonly sendMessage: (
    db: Db,
    message: { openId: string; text: string; now: Date },
  ) => Promise<MessagingAppSendResult>
}
