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
import type { StaffRole } from './roles.ts'
import { acceptIfCodeZero } from './rules.ts'

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
  id: requiredKey('id', textCodec()),
  name: requiredKey('name', textCodec()),
  url: requiredKey('url', textCodec()),
  events: requiredKey('events', listCodec(textCodec())),
  /** The deliveries that wait, and those that were given up. */
  waiting: requiredKey('waiting', wholeNumberCodec),
  givenUp: requiredKey('givenUp', wholeNumberCodec),
  /** ISO instant of the last delivery; '' if there was none. */
  deliveredAt: requiredKey('deliveredAt', textCodec()),
})
/** An address that is told of events. */
export type WebhookEndpoint = CodecValue<typeof Endpoint>

const Delivery = recordCodec({
  event: requiredKey('event', textCodec()),
  endpoint: requiredKey('endpoint', textCodec()),
  type: requiredKey('type', textCodec()),
  /** The number of the student. */
  student: requiredKey('student', textCodec()),
  at: requiredKey('at', textCodec()),
  state: requiredKey('state', state),
  tries: requiredKey('tries', wholeNumberCodec),
  /** The HTTP status of the last attempt; 0: no answer, or no attempt yet. */
  status: requiredKey('status', wholeNumberCodec),
  nextAt: requiredKey('nextAt', textCodec()),
})
/** One event for one endpoint. */
export type WebhookDelivery = CodecValue<typeof Delivery>

const id = requiredTextField(commonTexts.badField, 60)

/** A new endpoint as the form sends it. */
export const NewWebhookEndpoint = recordCodec({
  name: requiredKey('name', requiredTextField(webhookTexts.nameNeeded, 50)),
  url: requiredKey('url', requiredTextField(webhookTexts.urlNeeded, 500)),
  events: requiredKey(
    'events',
    withCodecChecks(
      listCodec(event),
      v.minLength(1, validationMessage(webhookTexts.eventNeeded)),
      v.maxLength(WEBHOOK_EVENTS.length, validationMessage(commonTexts.badField)),
    ),
  ),
})

/** Webhooks: other systems are told of events by signed requests. */
export const webhooks = {
  list: defineRead({
    path: '/api/manage/webhooks/list',
    who: WHO,
    offline: 'online-only',
    input: recordCodec({}),
    output: recordCodec({
      endpoints: requiredKey('data', listCodec(Endpoint)),
      /** The hosts that the operator permits. */
      hosts: requiredKey('hosts', listCodec(textCodec())),
    }),
    rule: acceptIfCodeZero,
  }),
  /** Creates an endpoint. The secret of its signatures is answered this once. */
  create: defineWrite({
    path: '/api/manage/webhooks/create',
    who: WHO,
    input: NewWebhookEndpoint,
    output: recordCodec({ secret: requiredKey('secret', textCodec()) }),
    rule: acceptIfCodeZero,
  }),
  /** Removes an endpoint with its deliveries. */
  remove: defineWrite({
    path: '/api/manage/webhooks/remove',
    who: WHO,
    input: recordCodec({
      id: requiredKey('id', id),
      reason: requiredKey('reason', requiredTextField(commonTexts.badField, 200)),
    }),
    output: recordCodec({}),
    rule: acceptIfCodeZero,
  }),
  /** The deliveries, newest first. `next` is the cursor of the next page, '' at the end. */
  deliveries: defineRead({
    path: '/api/manage/webhooks/deliveries',
    who: WHO,
    offline: 'online-only',
    input: recordCodec({
      endpoint: requiredKey('endpoint', id),
      after: requiredKey('after', textCodec(v.maxLength(20))),
    }),
    output: recordCodec({
      deliveries: requiredKey('data', listCodec(Delivery)),
      next: requiredKey('next', textCodec()),
    }),
    rule: acceptIfCodeZero,
  }),
  /** Delivers an event again; with '' all events that were given up. Answers how many. */
  replay: defineWrite({
    path: '/api/manage/webhooks/replay',
    who: WHO,
    input: recordCodec({
      endpoint: requiredKey('endpoint', id),
      event: requiredKey('event', textCodec(v.maxLength(60))),
    }),
    output: recordCodec({ count: requiredKey('count', wholeNumberCodec) }),
    rule: acceptIfCodeZero,
  }),
}
