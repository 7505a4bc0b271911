import { currentLanguage } from '#app/lib/language/language.ts'
import {
  callApi,
  isUnansweredOutcome,
  type Outcome,
  outcomeText,
} from '#app/lib/network/call-api.ts'
import { config } from '#app/lib/platform/config.ts'
import { currentSession, getMessagingUser } from '#app/lib/session/session.ts'
import type { FeeOverview } from '#contract/fees'
import { formatYuan } from '#contract/fields'
import { ORDER_ID_HEADER, type OrderRequest, payment, type PayParams } from '#contract/payment'
import { feesTexts } from '#i18n/fees'

/**
 * What is to be paid: the amount in fen, what it is for, and whether it is a single item of the
 * campus flow.
 */
export interface Purchase {
  readonly amount: number
  readonly year: string
  readonly subject: string
  readonly items: readonly { readonly name: string; readonly fee: number }[]
  /** Offset by the scholarship, fen; 0 when none is. */
  readonly scholarship: number
  /** The single fee's id, in the campus flow only. */
  readonly item?: string
}

/**
 * This fee year's fees, or a part of them, as a step of the flow. What the university books is in
 * its own language.
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
 * The order as the requirements spell it (D-60); of the price the server believes only year and
 * amount.
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
    terminal: config.terminalCode,
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

/** What came of asking for an order. */
export type CreateOrderResult =
  /** `order` is its number, where the backend tells one. */
  | { readonly type: 'ordered'; readonly params: PayParams; readonly order: string | undefined }
  | { readonly type: 'problem'; readonly text: string }

/** Make an order: an id for it, then the order itself under that id (FEE-34, D-62). */
export async function createOrder(purchase: Purchase): Promise<CreateOrderResult> {
  const id = await callApi(payment.orderId, { sign: '', timestamp: String(Date.now()) })
  if (id.type !== 'ok') return problem(id)
  const made = await callApi(payment.pay, toOrderRequest(purchase), {
    headers: { [ORDER_ID_HEADER]: id.data.id },
  })
  if (made.type !== 'ok') return problem(made)
  const { payParams: params, number: order } = made.data.order
  // Without the server's signature no payment sheet opens.
  return params.sign === ''
    ? { type: 'problem', text: orderFailed() }
    : { type: 'ordered', params, order }
}

const orderFailed = () => feesTexts.orderFailed[currentLanguage()]

// The backend's own words for a refusal (FEE-49); an answer of the campus that makes no sense is an
// order that failed (FEE-48), one of somebody on the way is the network's.
function problem(outcome: Exclude<Outcome<unknown>, { type: 'ok' }>): CreateOrderResult {
  const said =
    outcome.type === 'refused'
      ? outcome.message
      : outcome.type === 'unreadable' && !isUnansweredOutcome(outcome)
        ? ''
        : outcomeText(outcome)
  return { type: 'problem', text: said || orderFailed() }
}
