import type { AnyEndpoint } from '#contract/call'
import { campusFormDelivery } from '#contract/campus-form-submission'
import { queuedForms } from '#contract/forms'
import { CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import { contract } from '#contract/index'
import { PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { ORDER_ID_HEADER } from '#contract/payment'
import { hasExistenceCheck } from '#contract/queued-form'
import { idempotencyKeyRetentionDays, RESTORABLE_DAYS } from '#contract/restore-window'
import { withDescription, type JsonSchema, constSchema } from './json-schema.ts'

const {
  greenChannelReview,
  identity,
  supportInbox,
  noticePublishing,
  payment,
  majorTransferReview,
} = contract

/** The calls whose `If-Match` is the version on which their payload is based. */
const VERSIONED: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  campusFormDelivery.add,
  campusFormDelivery.update,
  greenChannelReview.decide,
  supportInbox.answer,
  supportInbox.assign,
  supportInbox.close,
  supportInbox.reopen,
  noticePublishing.save,
  noticePublishing.withdraw,
  majorTransferReview.decide,
  majorTransferReview.takeBack,
])
/** Whether a call takes `If-Match`. */
export const takesIfMatchHeader = (call: AnyEndpoint): boolean =>
  VERSIONED.has(call) ||
  (call.kind === 'write' && call.offline === 'queued' && hasExistenceCheck(queuedForms[call.form]))

const PROVEN: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  identity.bind,
  identity.find,
  identity.signIn,
])

const header = (name: string, description: string, schema: JsonSchema, required = false) => ({
  name,
  in: 'header',
  required,
  schema: withDescription(schema, description),
})

/** The request headers of a call, except the token. */
export const requestHeaders = (call: AnyEndpoint) => [
  { $ref: '#/components/parameters/Language' },
  ...(call.kind === 'write' && call.offline === 'queued'
    ? [
        { $ref: '#/components/parameters/IdempotencyKey' },
        { $ref: '#/components/parameters/WordsAge' },
      ]
    : []),
  ...(takesIfMatchHeader(call) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ...(PROVEN.has(call)
    ? [
        header(
          'accesstoken',
          'What the messaging app’s identity was answered with; needed with an `openId`.',
          { type: 'string' },
        ),
      ]
    : []),
  ...(call === payment.pay
    ? [
        header(
          ORDER_ID_HEADER,
          'The id that /commonrest/getUniqueId gave.',
          { type: 'string' },
          true,
        ),
      ]
    : []),
]

/** The request headers that several calls share. */
export const sharedParameters = {
  Language: header('Accept-Language', 'In which language refusals speak: zh or en.', {
    type: 'string',
    default: 'zh',
  }),
  IdempotencyKey: header(
    'Idempotency-Key',
    'Names this submission: 8 to 200 letters, digits and `_.~-`, made anew for each one. However often it ' +
      'is sent, it has its effect once, and each repetition gets the first answer; the answer is kept for ' +
      `at least ${idempotencyKeyRetentionDays(RESTORABLE_DAYS)} days. ` +
      'Without it a repetition is a second submission.',
    { type: 'string', pattern: '^[A-Za-z0-9_.~-]{8,200}$' },
  ),
  WordsAge: header(
    PAYLOAD_AGE_HEADER,
    'How many seconds ago the words were written, by the clock of the phone alone, where they have waited. The moment of a ' +
      'number that was typed at a door is reckoned from it; else it is for the measures of who runs the server.',
    { type: 'string', pattern: String.raw`^\d{1,7}$` },
  ),
  IfMatch: header(
    'If-Match',
    'The ETag of what these words were made from. Refused with 412 when it was changed meanwhile.',
    { type: 'string' },
  ),
}

/** The response headers. */
export const sharedHeaders = {
  CampusMark: {
    description:
      'Every answer of this campus carries it, so that a phone can tell it from that of a gateway on the way.',
    schema: constSchema(CAMPUS_HEADER_VALUE),
  },
  RequestId: {
    description: 'Names this request in the log. Tell it to who runs the server.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'After how many seconds to ask again.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: { description: 'The version of the record.', schema: { type: 'string' } },
  Receipt: {
    description: 'The number under which the university has the submission.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    description: 'The key of the request: it counted.',
    schema: { type: 'string' },
  },
  IdempotencyReplayed: {
    description: 'This is the answer that an earlier request with this key got.',
    schema: constSchema('true'),
  },
}
