import type { AnyEndpoint, AnyCall } from '#contract/call'
import { SESSION_END_REASONS } from '#contract/rules'
import { takesIfMatchHeader } from './headers.ts'
import { type JsonSchema, objectSchema, constSchema, schemaRef } from './json-schema.ts'
import { wireSchema } from './wire-schema.ts'

type CallWithRule = Pick<AnyCall, 'rule'>

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })
const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
const COMMON_HEADERS = { 'X-Request-Id': header('RequestId'), 'Answered-By': header('CampusMark') }

/** Builds the responses of a call, by status. */
export function buildResponses(call: AnyEndpoint): Readonly<Record<string, unknown>> {
  const shared = (name: string) => ({ $ref: `#/components/responses/${name}` })
  const isQueued = call.kind === 'write' && call.offline === 'queued'
  return {
    200: {
      description: 'Answered.',
      headers: { ...COMMON_HEADERS, ...headersOf(call) },
      content: buildSuccessResponse(call),
    },
    ...(call.who !== 'anyone' && { 401: shared('SignedOut') }),
    // A call for anybody does not let somebody who is signed in name another person.
    403: shared('Forbidden'),
    ...(call.kind === 'file' && { 404: shared('NotFound') }),
    ...(call.kind === 'read' && {
      404: {
        description: 'What was asked for is not there, or not any more: a kept copy of it goes.',
        headers: COMMON_HEADERS,
        content: json(refusalOf(call)),
      },
    }),
    ...(call.kind !== 'file' && {
      400: shared('Unreadable'),
      413: shared('TooLarge'),
      415: shared('WrongType'),
    }),
    ...(isQueued && { 409: shared('InFlight') }),
    ...(takesIfMatchHeader(call) && { 412: shared('Stale') }),
    422: shared('Invalid'),
    429: shared('TooMany'),
    500: shared('Fault'),
    503: shared('Later'),
    ...((call.kind === 'write' || call.kind === 'upload') && { 507: shared('NoSpace') }),
  }
}

function headersOf(call: AnyEndpoint) {
  const isQueued = call.kind === 'write' && call.offline === 'queued'
  return {
    ...(isQueued && {
      'Idempotency-Key': header('IdempotencyKey'),
      'Idempotency-Replayed': header('IdempotencyReplayed'),
      Receipt: header('Receipt'),
    }),
    ...(call.kind !== 'file' && call.kind !== 'download' && { ETag: header('ETag') }),
  }
}

function buildSuccessResponse(call: AnyEndpoint) {
  switch (call.kind) {
    case 'file':
      return { '*/*': { schema: { contentMediaType: 'application/octet-stream' } } }
    case 'download':
      return {
        '*/*': { schema: { contentMediaType: 'application/octet-stream' } },
        ...json({ anyOf: [refusalOf(call), { type: 'object', title: 'The file, if it is JSON' }] }),
      }
    case 'read':
    case 'inquiry':
    case 'write':
    case 'upload':
      return json({ anyOf: [buildSuccessBody(call), refusalOf(call)] })
  }
}

/** The schema of a successful response's body. */
function buildSuccessBody({ rule, output }: Pick<AnyCall, 'rule' | 'output'>): JsonSchema {
  const spelled = wireSchema(output, 'response')
  const marks = Object.fromEntries(
    Object.entries(rule.success).map(([name, value]) => [name, constSchema(value)]),
  )
  return {
    ...spelled,
    title: 'Done',
    properties: { ...marks, ...Object(spelled['properties']) },
    required: [...new Set([...Object.keys(marks), ...requiredOf(spelled)])],
  }
}

const requiredOf = ({ required }: JsonSchema): string[] => (Array.isArray(required) ? required : [])

const REFUSAL_DESCRIPTION = 'a refusal'

/** The schema of a refusal's body. */
function refusalOf({ rule }: CallWithRule): JsonSchema {
  const properties = Object.entries(rule.refusal(REFUSAL_DESCRIPTION)).map(
    ([name, value]): [string, JsonSchema] => [
      name,
      value === REFUSAL_DESCRIPTION
        ? { type: 'string', description: 'Why, in a sentence for the person who asks.' }
        : constSchema(value),
    ],
  )
  return { ...objectSchema(Object.fromEntries(properties)), title: 'Refused: nothing was done' }
}

const problem = (description: string, schema: JsonSchema = schemaRef('Problem'), more = {}) => ({
  description,
  headers: { ...COMMON_HEADERS, ...more },
  content: json(schema),
})
const retry = { 'Retry-After': header('RetryAfter') }

/** The responses that calls share. */
export const sharedResponses = {
  Unreadable: problem('The body or the idempotency key could not be read. Do not send it again.'),
  SignedOut: problem('No token, or one that has ended. Sign in again.', schemaRef('SignedOut')),
  Forbidden: problem(
    'Not for this caller; or, with `why`, not before an own password was chosen (own-password) or the second ' +
      'factor was shown (second-factor).',
  ),
  NotFound: problem('There is nothing of that key, or this campus does not offer it.'),
  InFlight: problem(
    'The same idempotency key is being answered at this moment. Ask again.',
    schemaRef('Problem'),
    retry,
  ),
  Stale: problem('It was changed meanwhile: read it again.', schemaRef('Problem'), {
    ETag: header('ETag'),
  }),
  TooLarge: problem('The body is too large.'),
  WrongType: problem('The body is of another type.'),
  Invalid: problem(
    'Understood as JSON, and wrong: `issues` names each field. Or, with `why` key-used, the idempotency key came ' +
      'before with other words.',
  ),
  TooMany: problem('Too often.', schemaRef('Problem'), retry),
  Fault: problem('A fault of the server. Whether it was done is not known: ask with the same key.'),
  Later: problem('Not now: nothing was done. Ask again.', schemaRef('Problem'), retry),
  NoSpace: problem('The server has no space; nothing was done. Ask again later.'),
}

/** The schemas of the shared responses' bodies. */
export const sharedSchemas: Readonly<Record<string, JsonSchema>> = {
  Yuan: {
    type: 'string',
    pattern: String.raw`^-?\d+(\.\d{1,2})?$`,
    description: 'Yuan as decimal text; answers have two decimal places.',
    examples: ['12000.00'],
  },
  Fen: {
    type: 'string',
    pattern: String.raw`^\d{1,12}$`,
    description: 'Whole fen as text: a hundredth of a yuan.',
    examples: ['1200000'],
  },
  Problem: {
    type: 'object',
    description:
      "The call's own mark of failure, with the status as text in `code`. The sentence stands where the call's " +
      'refusals have it, mostly in `msg`.',
    required: ['code'],
    properties: {
      code: { type: 'string', pattern: String.raw`^\d{3}$` },
      msg: { type: 'string' },
      request: {
        type: 'string',
        description: 'Of a fault: the code that stands in the log, as in X-Request-Id.',
      },
      why: { enum: ['own-password', 'second-factor', 'key-used'] },
      issues: {
        type: 'array',
        items: objectSchema({
          path: { type: 'string', description: 'Which field; dots lead inwards.' },
          message: { type: 'string' },
        }),
      },
    },
  },
  SignedOut: {
    type: 'object',
    required: ['status', 'msg'],
    properties: {
      status: constSchema(-400),
      msg: { type: 'string' },
      why: { enum: SESSION_END_REASONS, description: 'Why it has ended, where that is known.' },
    },
  },
}
