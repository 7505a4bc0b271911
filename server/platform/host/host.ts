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

/** A messaging app whose browser shows the app: WeChat, WeCom, DingTalk or the sandbox. */
export interface MessagingHost {
  readonly type: 'sandbox' | 'wechat' | 'wecom' | 'dingtalk'
  /** The id by which the page names the account: of WeCom and DingTalk the id of the organization. */
  readonly appId: string
  /**
   * The address to which users are sent to authorise. A relative address omits the base path; '' if
   * the messaging app's script returns the code (DingTalk).
   */
  readonly authorizeUrl: string
  /** Whether this openId, as an exchange returns it, is an account of this messaging app. */
  readonly ownsAccount: (openId: string) => boolean
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
  /** Tries the account's secret at the messaging app. */
  readonly check: () => Promise<ServiceAnswer>
  /** Sends a text to an account. */
  readonly sendMessage: (
    db: Db,
    message: { openId: string; text: string; now: Date },
  ) => Promise<MessagingAppSendResult>
}

/** The messaging apps of a campus: none, one or several. */
export interface MessagingHosts {
  /** The campus's order. */
  readonly all: readonly MessagingHost[]
  /** Finds a messaging app by its id; for '' the first one. */
  readonly find: (appId: string) => MessagingHost | undefined
  /** Finds the messaging app of an account. */
  readonly findByAccount: (openId: string) => MessagingHost | undefined
}

/** Collects the messaging apps of a campus. */
export const createMessagingHosts = (all: readonly MessagingHost[]): MessagingHosts => ({
  all,
  find: (appId) => (appId === '' ? all[0] : all.find((host) => host.appId === appId)),
  findByAccount: (openId) => all.find((host) => host.ownsAccount(openId)),
})
