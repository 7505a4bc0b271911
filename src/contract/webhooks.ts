import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { webhookTexts } from '../i18n/webhooks.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  type CodecValue,
  encodeUnchanged,
  lazyCodec,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  withCodecChecks,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

const WHO: readonly StaffRole[] = ['administrator']

/** The events of which other systems can be told. */
export const WEBHOOK_EVENTS = [
  'arrival.confirmed',
  'arrival.removed',
  'payment.recorded',
  'form.submitted',
  'application.submitted',
  'application.decided',
] as const
/** One of the events. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The states of a delivery. */
export const WEBHOOK_STATES = ['waiting', 'delivered', 'given up'] as const
/** One of the states. */
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** The most endpoints in use. */
export const MAX_WEBHOOK_ENDPOINTS = 20

const event = lazyCodec<WebhookEvent>({
  decode: () => v.picklist(WEBHOOK_EVENTS, validationMessage(commonTexts.badField)),
  encode: encodeUnchanged,
})
const state = lazyCodec<WebhookState>({
  decode: () => v.picklist(WEBHOOK_STATES, validationMessage(commonTexts.badField)),
  encode: encodeUnchanged,
})

const Endpoint = recordCodec({
  ...textKeys('id', 'name', 'url'),
  events: listCodec(textCodec()),
  /** The deliveries that wait, and those that were given up. */
  waiting: wholeNumberCodec,
  givenUp: wholeNumberCodec,
  /** ISO instant of the last delivery; '' if there was none. */
  deliveredAt: textCodec(),
})
/** An address that is told of events. */
export type WebhookEndpoint = CodecValue<typeof Endpoint>

const Delivery = recordCodec({
  ...textKeys('event', 'endpoint', 'type'),
  /** The number of the student. */
  student: textCodec(),
  at: textCodec(),
  state,
  tries: wholeNumberCodec,
  /** The HTTP status of the last attempt; 0: no answer, or no attempt yet. */
  status: wholeNumberCodec,
  nextAt: textCodec(),
})
/** One event for one endpoint. */
export type WebhookDelivery = CodecValue<typeof Delivery>

const id = requiredTextField(commonTexts.badField, 60)

/** A new endpoint as the form sends it. */
export const NewWebhookEndpoint = recordCodec({
  name: requiredTextField(webhookTexts.nameNeeded, 50),
  url: requiredTextField(webhookTexts.urlNeeded, 500),
  events: withCodecChecks(
    listCodec(event),
    v.minLength(1, validationMessage(webhookTexts.eventNeeded)),
    v.maxLength(WEBHOOK_EVENTS.length, validationMessage(commonTexts.badField)),
  ),
})

/** Webhooks: other systems are told of events by signed requests. */
export const webhooks = {
  list: defineRead({
    path: '/api/manage/webhooks/list',
    who: WHO,
    input: recordCodec({}),
    output: recordCodec({
      endpoints: requiredKey('data', listCodec(Endpoint)),
      /** The hosts that the operator permits. */
      hosts: listCodec(textCodec()),
    }),
  }),
  /** Creates an endpoint. The secret of its signatures is answered this once. */
  create: defineWrite({
    path: '/api/manage/webhooks/create',
    who: WHO,
    input: NewWebhookEndpoint,
    output: recordCodec({ secret: textCodec() }),
  }),
  /** Removes an endpoint with its deliveries. */
  remove: defineWrite({
    path: '/api/manage/webhooks/remove',
    who: WHO,
    input: recordCodec({
      id,
      reason: requiredTextField(commonTexts.badField, 200),
    }),
  }),
  /** The deliveries, newest first. `next` is the cursor of the next page, '' at the end. */
  deliveries: defineRead({
    path: '/api/manage/webhooks/deliveries',
    who: WHO,
    input: recordCodec({
      endpoint: id,
      after: textCodec(v.maxLength(20)),
    }),
    output: pageOf('deliveries', Delivery),
  }),
  /** Delivers an event again; with '' all events that were given up. Answers how many. */
  replay: defineWrite({
    path: '/api/manage/webhooks/replay',
    who: WHO,
    input: recordCodec({
      endpoint: id,
      event: textCodec(v.maxLength(60)),
    }),
    output: recordCodec({ count: wholeNumberCodec }),
  }),
}
