import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineInquiry, defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { oneOfCodec, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

const WHO: readonly StaffRole[] = ['administrator']

/** What can be tried at once: the connection of a service, or a message to oneself. */
export const SERVICE_TRIALS = [
  'sms',
  'wechat',
  'wecom',
  'dingtalk',
  'message-to-self',
  'university',
] as const
/** One of the trials. */
export type ServiceTrial = (typeof SERVICE_TRIALS)[number]

/** The states of a payment of one fen; the last three are its ends. */
export type PaymentTrialState =
  | 'waiting'
  | 'paid'
  | 'refunding'
  | 'stuck'
  | 'refunded'
  | 'closed'
  | 'failed'
/** What can happen to a payment of one fen. */
export type PaymentTrialStage =
  | 'ordered'
  | 'order-failed'
  | 'notified'
  | 'paid'
  | 'wrong-amount'
  | 'no-notice'
  | 'refund-requested'
  | 'refund-failed'
  | 'refunded'
  | 'unreachable'
  | 'closed'

const Service = recordCodec({
  name: textCodec(),
  /** off, sandbox or on. */
  state: textCodec(),
  /** The settings by the name of their variable, without secrets. */
  settings: listCodec(recordCodec(textKeys('name', 'value'))),
})
/** A service with its settings. */
export type ExternalService = CodecValue<typeof Service>

const Trial = recordCodec({
  number: textCodec(),
  state: textCodec(),
  /** The text of the code to scan; '' once it cannot be paid. */
  link: textCodec(),
  at: textCodec(),
  by: textCodec(),
  /** The gateway's transaction; '' until it is paid. */
  transaction: textCodec(),
  /** What happened, in its order. */
  stages: listCodec(
    recordCodec({
      /** `code`: what the gateway said; '' for nothing. `first`, `last`: ISO instants. */
      ...textKeys('stage', 'code', 'first', 'last'),
      times: wholeNumberCodec,
    }),
  ),
})
/** A payment of one fen that tries the gateway, and its way back. */
export type PaymentTrial = CodecValue<typeof Trial>

const number = requiredTextField(commonTexts.badField, 32)

/** The services outside the product, and trials of them by an administrator. */
export const externalServices = {
  list: defineRead({
    path: '/api/manage/externalServices/list',
    who: WHO,
    input: recordCodec({}),
    output: recordCodec({
      services: requiredKey('data', listCodec(Service)),
      /** The telephone of the caller's own account, masked; '' if there is none. */
      phone: textCodec(),
      /** The service that can write to the caller, who has opened the page in its app; '' for none. */
      messagingApp: textCodec(),
    }),
  }),
  /** Tries a service now, and returns what it said. */
  try: defineWrite({
    path: '/api/manage/externalServices/try',
    who: WHO,
    ownsTransactions: true,
    input: recordCodec({
      trial: oneOfCodec(SERVICE_TRIALS),
      /** The telephone for an SMS; '' for that of the caller's own account. */
      phone: textCodec(v.maxLength(30)),
    }),
    output: recordCodec({
      ok: booleanCodec,
      /** What the service said, as `ServiceAnswer.code`; '' for nothing. */
      answer: textCodec(),
      /** The text that the demo campus shows instead of sending it. */
      shown: textCodec(),
    }),
  }),
  /** The newest payments of one fen, those without an end first. */
  payments: defineRead({
    path: '/api/manage/externalServices/payments',
    who: WHO,
    input: recordCodec({}),
    output: recordCodec({ trials: requiredKey('data', listCodec(Trial)) }),
  }),
  /** Starts a payment of one fen, or returns the one that can still be paid. */
  pay: defineWrite({
    path: '/api/manage/externalServices/pay',
    who: WHO,
    ownsTransactions: true,
    input: recordCodec({}),
    output: recordCodec({ number }),
  }),
  /** Asks the gateway about a payment of one fen now, and takes its next step. */
  proceed: defineInquiry({
    path: '/api/manage/externalServices/proceed',
    who: WHO,
    ownsTransactions: true,
    input: recordCodec({ number }),
    output: recordCodec({}),
  }),
}
