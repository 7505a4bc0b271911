import type { PayParams } from '#contract/payment'

/** What the gateway is asked to collect. */
export interface PrepayParams {
  /** The order's number, made by this server. */
  readonly number: string
  readonly amountFen: number
  /** Who pays, as the server's own exchange has told. */
  readonly openId: string
  readonly subject: string
  readonly expiresAt: Date
}

/** Money that the gateway has taken. */
export interface GatewayPayment {
  readonly type: 'paid'
  readonly number: string
  /** The gateway's own number of the payment. */
  readonly transaction: string
  readonly amountFen: number
}

/** Money that the gateway gives back, in whole or in part; each refund has a number of its own. */
export interface Refund {
  readonly number: string
  readonly refund: string
  readonly amountFen: number
  /** It got stuck on its way back. */
  readonly isStuck: boolean
}

/** What the gateway says of an order. 'unavailable': it did not say anything that can be relied on. */
export type GatewayOrderStatus =
  | GatewayPayment
  /** Taken, and given back since: how much of it this does not tell. */
  | (Omit<GatewayPayment, 'type'> & { readonly type: 'refunded' })
  | { readonly type: 'waiting' }
  | { readonly type: 'closed' }
  | { readonly type: 'unknown' }
  | { readonly type: 'unavailable' }

/** How asking for a payment ended. */
export type PrepayResult =
  | { readonly type: 'ok'; readonly prepay: string }
  /** The order is paid or closed already; its standing must be asked. */
  | { readonly type: 'over' }
  | { readonly type: 'unavailable' }

/** What a notice says, once its signature has been checked. */
export type GatewayNotification =
  | GatewayPayment
  | ({ readonly type: 'refund' } & Refund)
  | { readonly type: 'other' }
  /** Signed with a key that is not known here (yet): neither believed nor refused for good. */
  | { readonly type: 'unknown key'; readonly serial: string }
  | { readonly type: 'forged' }

/** A payment as the gateway's books of a day have it. */
export type StatementPayment = Omit<GatewayPayment, 'type'>

/** A day in the gateway's books. */
export interface DayStatement {
  readonly payments: readonly StatementPayment[]
  readonly refunds: readonly Refund[]
}

/** The payment service as the backend sees it (security 4). Nothing of it throws. */
export interface PaymentGateway {
  /** The way that the fee page names. */
  readonly way: string
  readonly prepay: (wanted: PrepayParams) => Promise<PrepayResult>
  /** What the phone needs to open the payment sheet, signed (D-61). */
  readonly sheetParams: (prepay: string, now: Date) => PayParams
  readonly query: (number: string) => Promise<GatewayOrderStatus>
  /** Ask that nobody pays this order any more; says what it came to. */
  readonly close: (number: string) => Promise<GatewayOrderStatus>
  readonly readNotification: (
    headers: Headers,
    body: string,
    now: Date,
  ) => Promise<GatewayNotification>
  /** What its notices are answered with. */
  readonly notificationReply: (isHeard: boolean) => {
    readonly contentType: string
    readonly body: string
  }
  /** The books of a day in China, YYYY-MM-DD; none while they are not ready. */
  readonly fetchStatement: (day: string) => Promise<DayStatement | undefined>
}
