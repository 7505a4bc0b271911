import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineWrite } from './call.ts'
import { requiredKey, optionalKey, recordCodec, textCodec, type CodecValue } from './codec.ts'
import { choiceField, fenTextField, requiredTextField } from './fields.ts'
import { acceptIfKeyEquals, type ResponseRule } from './rules.ts'

/** The request header that carries the id of an order (FEE-34, D-62). */
export const ORDER_ID_HEADER = 'uniqueId'

/**
 * The places where a payment starts: '3' the campus flow (/rechargePay), '1' the step of the
 * onboarding flow (FEE-40).
 */
export const ORDER_TYPES = ['1', '3'] as const

const OrderRequest = recordCodec({
  channel: requiredKey('channelPayWay', textCodec(v.literal('JSAPI'))),
  /** Fen, as text on the wire. */
  amount: fenTextField,
  terminal: requiredKey('terminalCode', textCodec()),
  device: textCodec(v.literal('WEB')),
  /**
   * JSON text with the payer's openId. The server ignores it and uses the openId that it knows
   * (D-60).
   */
  extra: textCodec(v.maxLength(500)),
  subject: textCodec(v.maxLength(200)),
  body: textCodec(v.maxLength(200)),
  student: requiredKey('stuCode', textCodec()),
  number: requiredKey('stuNum', textCodec()),
  /** JSON text of the paid items; for the receipt only. */
  collection: textCodec(v.maxLength(4000)),
  major: requiredKey('majorId', textCodec()),
  orderType: choiceField(ORDER_TYPES, commonTexts.badField),
  /** The id of the single fee; in the campus flow only. */
  item: optionalKey('regItemId', textCodec()),
  year: requiredTextField(commonTexts.badField, 4),
  scholarship: requiredKey('jxjMoney', fenTextField),
})
/** A request to create an order. The server takes only year and amount from it (security 4). */
export type OrderRequest = CodecValue<typeof OrderRequest>

const PaymentSheetParams = recordCodec({
  timestamp: requiredKey('timeStamp', textCodec()),
  package: textCodec(),
  signType: textCodec(),
  nonce: requiredKey('nonceStr', textCodec()),
  /** The signature of the server. Without it nothing can be paid (D-61). */
  sign: requiredKey('paySign', textCodec()),
})
/** The parameters that the messaging app needs to open its payment screen. */
export type PaymentSheetParams = CodecValue<typeof PaymentSheetParams>

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
    input: recordCodec({
      sign: textCodec(),
      timestamp: textCodec(),
    }),
    output: recordCodec({
      id: requiredKey('msg', textCodec(v.nonEmpty(validationMessage(commonTexts.badField)))),
    }),
    rule: acceptIfKeyEquals({ key: 'code', good: 0, bad: -1 }),
  }),
  /** Creates an order; the same order id returns the same order. */
  pay: defineWrite({
    path: '/payment/pay',
    who: 'student',
    ownsTransactions: true,
    input: OrderRequest,
    output: recordCodec({
      order: requiredKey(
        'results',
        recordCodec({
          payParams: PaymentSheetParams,
          /**
           * The order number, with which the app later queries this order; absent on other
           * backends.
           */
          number: optionalKey('orderNo', textCodec()),
        }),
      ),
    }),
    rule: ordered,
  }),
  /**
   * Cancels the open order. The server queries the gateway, closes the order there and queries the
   * gateway again, before the cancellation counts (security 4).
   */
  cancel: defineWrite({
    path: '/payment/payCancel',
    who: 'student',
    ownsTransactions: true,
    input: recordCodec({ student: requiredKey('stuCode', textCodec()) }),
    rule: acceptIfKeyEquals({ key: 'results', good: '1', bad: '0' }),
  }),
}
