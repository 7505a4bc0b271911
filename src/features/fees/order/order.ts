import { currentLanguage } from '#app/lib/language/language.ts'
import {
  callApi,
  isUnansweredOutcome,
  type CallOutcome,
  describeCallOutcome,
} from '#app/lib/network/call-api.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { currentSession, getMessagingUser } from '#app/lib/session/session.ts'
import type { FeeOverview } from '#contract/fees'
import { formatYuan } from '#contract/fields'
import {
  ORDER_ID_HEADER,
  type OrderRequest,
  payment,
  type PaymentSheetParams,
} from '#contract/payment'
import { feesTexts } from '#i18n/fees'

/**
 * A purchase: the amount in fen, its purpose, and whether it is a single fee of the campus flow.
 */
export interface Purchase {
  readonly amount: number
  readonly year: string
  readonly subject: string
  readonly items: readonly { readonly name: string; readonly fee: number }[]
  /** The amount covered by a scholarship, fen; 0 without one. */
  readonly scholarship: number
  /** The single fee's id; only in the campus flow. */
  readonly item?: string
}

/**
 * Creates the purchase of this year's fees, or of a part of them, as a step of the flow. The texts
 * that the university records are in the university's language.
 */
export const createTuitionPurchase = (
  { year, items, dorm, scholarship }: FeeOverview,
  amount: number,
): Purchase => ({
  amount,
  year,
  subject: feesTexts.orderSubject.zh(year),
  items: dorm === null ? items : [...items, { name: feesTexts.lodging.zh, fee: dorm.price }],
  scholarship: scholarship?.offset === true ? scholarship.amount : 0,
})

/**
 * Builds the request for an order with the fields of D-60. The server computes the price itself and
 * takes only year and amount from the request.
 */
export function toOrderRequest({
  amount,
  year,
  subject,
  items,
  scholarship,
  item,
}: Purchase): OrderRequest {
  const session = currentSession()
  const person = session?.person
  return {
    channel: 'JSAPI',
    amount,
    terminal: appConfig.terminalCode,
    device: 'WEB',
    extra: JSON.stringify({ subOpenId: getMessagingUser()?.openId ?? '' }),
    subject,
    body: `${session?.stunum ?? ''}${person?.name ?? ''}`,
    student: session?.subject ?? '',
    number: session?.stunum ?? '',
    collection: JSON.stringify(
      items.map(({ name, fee }) => ({ costName: name, costFees: formatYuan(fee) })),
    ),
    major: person?.role === 'student' ? person.majorCode : '',
    orderType: item === undefined ? '1' : '3',
    item,
    year,
    scholarship,
  }
}

/** The result of creating an order. */
export type CreateOrderResult =
  /** `order` is the order's number, if the backend gave one. */
  | {
      readonly type: 'ordered'
      readonly params: PaymentSheetParams
      readonly order: string | undefined
    }
  | { readonly type: 'problem'; readonly text: string }

/** Creates an order: requests an id, then creates the order under that id (FEE-34, D-62). */
export async function createOrder(purchase: Purchase): Promise<CreateOrderResult> {
  const id = await callApi(payment.orderId, { sign: '', timestamp: String(Date.now()) })
  if (id.type !== 'ok') return problem(id)
  const made = await callApi(payment.pay, toOrderRequest(purchase), {
    headers: { [ORDER_ID_HEADER]: id.data.id },
  })
  if (made.type !== 'ok') return problem(made)
  const { payParams: params, number: order } = made.data.order
  // Without the server's signature the payment sheet is not opened.
  return params.sign === ''
    ? { type: 'problem', text: orderFailed() }
    : { type: 'ordered', params, order }
}

const orderFailed = () => feesTexts.orderFailed[currentLanguage()]

// A refusal shows the backend's own text (FEE-49). An unexpected response of the campus counts as a
// failed order (FEE-48); an unexpected response of a proxy counts as a network failure.
function problem(outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>): CreateOrderResult {
  const said =
    outcome.type === 'refused'
      ? outcome.message
      : outcome.type === 'unreadable' && !isUnansweredOutcome(outcome)
        ? ''
        : describeCallOutcome(outcome)
  return { type: 'problem', text: said || orderFailed() }
}
