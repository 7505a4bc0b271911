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

/** A full or partial refund by the gateway; each has its own number. */
export interface GatewayRefund {
  readonly number: string
  readonly refund: string
  readonly amountFen: number
  /** Whether the refund could not be delivered to the payer (`ABNORMAL`). */
  readonly isStuck: boolean
}

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
  /** The signed parameters with which the phone opens the payment sheet (D-61). */
  readonly sheetParams: (prepay: string, now: Date) => PaymentSheetParams
  readonly query: (number: string) => Promise<GatewayOrderStatus>
  /** Closes an order, so that it cannot be paid any more; resolves to its status. */
  readonly close: (number: string) => Promise<GatewayOrderStatus>
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
