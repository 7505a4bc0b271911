import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { oneOfCodec } from './record-keys.ts'

/** The channels by which a message reaches a student. The notice in the app is always there. */
export const MESSAGE_CHANNELS = [
  'push',
  'wechat-subscription',
  'wechat-template',
  'wecom',
  'sms',
  'in-app',
] as const
/** One of the channels. */
export type MessageChannelName = (typeof MESSAGE_CHANNELS)[number]

/** Why a message is sent. */
export const MESSAGE_TOPICS = [
  'decision',
  'answer',
  'notice',
  'room',
  'payment',
  'waiting',
  'reminder',
  'message',
] as const
/** One of the topics. */
export type MessageTopic = (typeof MESSAGE_TOPICS)[number]

/**
 * What happened on one channel. 'unreachable': the student cannot be reached there, for example has
 * unsubscribed. 'unknown': the provider was asked and its answer was lost.
 */
export const ATTEMPT_STATES = [
  'sending',
  'later',
  'sent',
  'refused',
  'unreachable',
  'unknown',
  'given up',
] as const
/** One of the states. */
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** The codec of what happened on one channel. */
export const messageAttemptCodec = recordCodec({
  channel: oneOfCodec(MESSAGE_CHANNELS),
  state: oneOfCodec(ATTEMPT_STATES),
  /** The provider's own code of a failure; '' without one. */
  code: textCodec(),
  /** ISO instant. */
  at: textCodec(),
})

const ChannelState = recordCodec({
  channel: oneOfCodec(MESSAGE_CHANNELS),
  allowed: booleanCodec,
  /** Whether the campus has an address of the student there. */
  reachable: booleanCodec,
})
/** A channel in the student's settings. */
export type ChannelState = CodecValue<typeof ChannelState>

/** The subscription of a browser, as the Push API describes it. */
export const PushSubscriptionInput = recordCodec({
  endpoint: requiredTextField(commonTexts.badField, 2000),
  p256dh: textCodec(v.regex(/^[\w-]{80,100}$/)),
  auth: textCodec(v.regex(/^[\w-]{16,40}$/)),
})

const done = { who: 'student' } as const

/** How a student wants to be told, and the notifications of this phone: online only. */
export const messageChannels = {
  find: defineRead({
    path: '/api/messageChannels/find',
    who: 'student',
    input: recordCodec({}),
    output: recordCodec({
      channels: requiredKey('data', listCodec(ChannelState)),
      /** The key for subscriptions of Web Push; '' if the campus does not use it. */
      pushKey: textCodec(),
      /** Whether this session has a subscription. */
      subscribed: booleanCodec,
      /** The template of WeChat about whose messages the student is asked; '' without one. */
      template: textCodec(),
      /** The hours without messages, as HH:mm–HH:mm; '' for none. */
      quiet: textCodec(),
    }),
  }),
  /** Allows or refuses a channel. */
  allow: defineWrite({
    path: '/api/messageChannels/allow',
    ...done,
    input: recordCodec({ channel: oneOfCodec(MESSAGE_CHANNELS), allowed: booleanCodec }),
  }),
  /** Stores the subscription of this session's browser. */
  subscribe: defineWrite({
    path: '/api/messageChannels/subscribe',
    ...done,
    input: PushSubscriptionInput,
  }),
  /** Deletes the subscription of this session's browser. */
  unsubscribe: defineWrite({
    path: '/api/messageChannels/unsubscribe',
    ...done,
    input: recordCodec({}),
  }),
}
