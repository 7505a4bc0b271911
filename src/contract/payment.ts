import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineWrite } from './call.ts'
import { key, optionalKey, record, text, type CodecValue } from './codec.ts'
import { choice, fenText, requiredText } from './fields.ts'
import { keyValueRule, type ResponseRule } from './rules.ts'

/** The request header that carries the id of an order (FEE-34, D-62). */
export const ORDER_ID_HEADER = 'uniqueId'

/**
 * Where a payment starts: '3' the campus flow (/rechargePay), '1' the step of the onboarding flow
 * (FEE-40).
 */
export const ORDER_TYPES = ['1', '3'] as const

const OrderRequest = record({
  channel: key('channelPayWay', text(v.literal('JSAPI'))),
  /** Fen, as text on the wire. */
  amount: key('amount', fenText),
  terminal: key('terminalCode', text()),
  device: key('device', text(v.literal('WEB'))),
  /** JSON text with the payer's openId; the server takes its own (D-60). */
  extra: key('extra', text(v.maxLength(500))),
  subject: key('subject', text(v.maxLength(200))),
  body: key('body', text(v.maxLength(200))),
  student: key('stuCode', text()),
  number: key('stuNum', text()),
  /** JSON text of the paid items; for the receipt only. */
  collection: key('collection', text(v.maxLength(4000))),
  major: key('majorId', text()),
  orderType: key('orderType', choice(ORDER_TYPES, commonTexts.badField)),
  /** The single fee, in the campus flow only. */
  item: optionalKey('regItemId', text()),
  year: key('year', requiredText(commonTexts.badField, 4)),
  scholarship: key('jxjMoney', fenText),
})
/** A request to create an order. The server takes only year and amount from it (security 4). */
export type OrderRequest = CodecValue<typeof OrderRequest>

const PayParams = record({
  timestamp: key('timeStamp', text()),
  package: key('package', text()),
  signType: key('signType', text()),
  nonce: key('nonceStr', text()),
  /** Signed by the server; without the signature nothing can be paid (D-61). */
  sign: key('paySign', text()),
})
/** The parameters with which the messaging app opens its payment sheet. */
export type PayParams = CodecValue<typeof PayParams>

const ordered: ResponseRule = {
  isSuccess: (body) => payParamsOf(body) !== undefined,
  isRefusal: (body) =>
    typeof body === 'object' && body !== null && 'code' in body && payParamsOf(body) === undefined,
  success: { code: 0 },
  refusal: (message) => ({ code: -1, msg: message }),
}

function payParamsOf(body: unknown): unknown {
  const { results } = v.is(
    v.object({ results: v.looseObject({ payParams: v.looseObject({}) }) }),
    body,
  )
    ? body
    : { results: undefined }
  return results?.payParams
}

/**
 * Payment: online only, never stored, never repeated automatically. Only the gateway's result marks
 * anything as paid (D-67).
 */
export const payment = {
  /** Creates a single-use order id, valid for ten minutes (D-62). */
  orderId: defineWrite({
    path: '/commonrest/getUniqueId',
    who: 'student',
    input: record({ sign: key('sign', text()), timestamp: key('timestamp', text()) }),
    output: record({ id: key('msg', text(v.nonEmpty(validationMessage(commonTexts.badField)))) }),
    rule: keyValueRule({ key: 'code', good: 0, bad: -1 }),
  }),
  /** Creates an order; the same order id returns the same order. */
  pay: defineWrite({
    path: '/payment/pay',
    who: 'student',
    ownsTransactions: true,
    input: OrderRequest,
    output: record({
      order: key(
        'results',
        record({
          payParams: key('payParams', PayParams),
          /** The order number, to query this order later; absent on other backends. */
          number: optionalKey('orderNo', text()),
        }),
      ),
    }),
    rule: ordered,
  }),
  /**
   * Cancels the open order: the gateway is queried, closed and queried again before the
   * cancellation counts (security 4).
   */
  cancel: defineWrite({
    path: '/payment/payCancel',
    who: 'student',
    ownsTransactions: true,
    input: record({ student: key('stuCode', text()) }),
    output: record({}),
    rule: keyValueRule({ key: 'results', good: '1', bad: '0' }),
  }),
}
