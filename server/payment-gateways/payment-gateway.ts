import type { PaymentSheetParams } from '#contract/payment'

/** A payment that the gateway should collect. */
export interface PrepayParams {
  /** The order's number, assigned by this server. */
  readonly number: string
  readonly amountFen: number
  /** The payer's openId, from the server's own code exchange. */
  readonly openId: string
  readonly subject: string
  readonly expiresAt: Date
}

/** A payment that the gateway has received. */
export interface GatewayPayment {
  readonly type: 'paid'
  readonly number: string
  /** The gateway's transaction number. */
  readonly transaction: string
  readonly amountFen: number
}

/** A full or partial refund by the gateway, requested here or at the gateway itself. */
export interface GatewayRefund {
  /** The number of the order whose payment is returned. */
  readonly number: string
  /** The number under which it was requested (`RefundParams`); '' if it is not known. */
  readonly requestNumber: string
  /** The gateway's number of the refund. */
  readonly refund: string
  readonly amountFen: number
  /**
   * 'stuck': the refund could not be delivered to the payer (`ABNORMAL`); 'closed': it ended without
   * returning money.
   */
  readonly state: 'processing' | 'done' | 'stuck' | 'closed'
}

/** A refund that the gateway should make. */
export interface RefundParams {
  /** The number of the refund, assigned by this server; a repetition with it has no effect. */
  readonly requestNumber: string
  readonly number: string
  /** The amount of the order, and the part of it that is returned. */
  readonly totalFen: number
  readonly amountFen: number
  /** The reason, which the payer sees. */
  readonly reason: string
}

/**
 * The gateway's answer about a refund. 'refused': it says why with a code; 'unknown': it has no such
 * refund; 'unavailable': there was no valid response.
 */
export type GatewayRefundStatus =
  | ({ readonly type: 'refund' } & GatewayRefund)
  | { readonly type: 'refused'; readonly code: string }
  | { readonly type: 'unknown' }
  /** `code`: what the connection said, if it said anything. */
  | { readonly type: 'unavailable'; readonly code?: string }

/** The gateway's status of an order. 'unavailable': there was no valid response. */
export type GatewayOrderStatus =
  | GatewayPayment
  /** The order was paid and later refunded, in full or in part. */
  | (Omit<GatewayPayment, 'type'> & { readonly type: 'refunded' })
  | { readonly type: 'waiting' }
  | { readonly type: 'closed' }
  | { readonly type: 'unknown' }
  | { readonly type: 'unavailable' }

/** The result of a prepay request. */
export type PrepayResult =
  | { readonly type: 'ok'; readonly prepay: string }
  /** The order is already paid or closed, so its status must be queried. */
  | { readonly type: 'over' }
  | { readonly type: 'unavailable' }

/**
 * The result of a prepay request for a code that anybody can scan and pay. `link`: the text of the
 * code; a path of this server if it begins with '/'. `code`: what the service or the connection to it
 * said, such as 'SIGN_ERROR' or 'ECONNREFUSED'.
 */
export type CodePrepayResult =
  | { readonly type: 'ok'; readonly link: string }
  | { readonly type: 'failed'; readonly code: string }

/** The content of a notification after the check of its signature. */
export type GatewayNotification =
  | GatewayPayment
  | ({ readonly type: 'refund' } & GatewayRefund)
  | { readonly type: 'other' }
  /**
   * The notification is signed with an unknown key, which might be a new key. So it is neither
   * trusted nor finally rejected.
   */
  | { readonly type: 'unknown key'; readonly serial: string }
  | { readonly type: 'forged' }

/** A payment in the gateway's bill of a day. */
export type StatementPayment = Omit<GatewayPayment, 'type'>

/** The gateway's bill of a day. */
export interface GatewayDayStatement {
  readonly payments: readonly StatementPayment[]
  readonly refunds: readonly GatewayRefund[]
}

/** A payment gateway (security 4). Its functions do not throw. */
export interface PaymentGateway {
  /** The payment method in the calls of the fee page. */
  readonly way: string
  readonly prepay: (wanted: PrepayParams) => Promise<PrepayResult>
  /** Requests a payment whose payer scans a code, for the trial of the gateway. */
  readonly prepayByCode: (wanted: Omit<PrepayParams, 'openId'>) => Promise<CodePrepayResult>
  /** The signed parameters with which the phone opens the payment sheet (D-61). */
  readonly sheetParams: (prepay: string, now: Date) => PaymentSheetParams
  readonly query: (number: string) => Promise<GatewayOrderStatus>
  /** Closes an order, so that it cannot be paid any more; resolves to its status. */
  readonly close: (number: string) => Promise<GatewayOrderStatus>
  /** Requests a refund. A repetition with the same number returns the state of the first request. */
  readonly refund: (wanted: RefundParams) => Promise<GatewayRefundStatus>
  /** Asks for the state of a refund by the number under which it was requested. */
  readonly queryRefund: (requestNumber: string) => Promise<GatewayRefundStatus>
  readonly readNotification: (
    headers: Headers,
    body: string,
    now: Date,
  ) => Promise<GatewayNotification>
  /** The response to a notification. `isHeard`: whether the notification was processed. */
  readonly notificationReply: (isHeard: boolean) => {
    readonly contentType: string
    readonly body: string
  }
  /** Fetches the bill of a day in China (YYYY-MM-DD); undefined while the bill is not ready. */
  readonly fetchStatement: (day: string) => Promise<GatewayDayStatement | undefined>
}
