import type { Context } from 'hono'
import {
  type AnyCall,
  type AnyEndpoint,
  LINK_LANGUAGE_PARAMETER,
  type QueuedWrite,
} from '#contract/call'
import { parsePayloadAge, PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { isLanguage, type Language, type LocalizedText, negotiateLanguage } from '#i18n/translate'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import type { DatabaseReadiness } from '../database/health/readiness.ts'
import { readDeviceCookie } from '../sessions/session-cookie.ts'
import { type Caller, readBearerToken } from '../sessions/session.ts'
import type { HandlerRequest, HandlerServices } from './handler.ts'
import type { LoadShedder } from './load-shedder.ts'
import { isFromBrowser } from './origin-check.ts'
import { type ApiResponse, type ApiStatus, errorResponse } from './responses.ts'

/** The dependencies of answering a request. */
export interface DispatchContext {
  readonly db: Db
  readonly clock: Clock
  readonly tools: HandlerServices
  readonly readiness: Pick<DatabaseReadiness, 'findWriteRefusal' | 'isHanging'>
  /** The network of a request's client, which is the key of its rate limits. */
  readonly clientNetworkOf: (c: Context) => string
  /** The address of a request's client. */
  readonly clientAddressOf: (c: Context) => string
  readonly loadShedder: LoadShedder
}

/** A request to an endpoint, before any part of it has been checked. */
export interface IncomingRequest<E extends AnyEndpoint = AnyEndpoint> {
  readonly server: DispatchContext
  readonly call: E
  readonly c: Context
  readonly language: Language
  readonly now: Date
  /** The bearer token, valid or not. */
  readonly token: string | undefined
  /** The `Idempotency-Key` of a queued write, valid or not. */
  readonly key: string | undefined
}

/** Reads from a request's headers what the steps need. */
export const openRequest = <E extends AnyEndpoint>(
  server: DispatchContext,
  call: E,
  c: Context,
): IncomingRequest<E> => ({
  server,
  call,
  c,
  language: call.kind === 'file' ? linkLanguage(c) : requestLanguage(c),
  now: server.clock.now(),
  token: readBearerToken(c.req.header('authorization')),
  key: isQueuedWrite(call) ? c.req.header('idempotency-key') : undefined,
})

/** The result of a step that passes a value on, or the response that ends the request. */
export type StepResult<T> =
  | { readonly type: 'passed'; readonly value: T }
  | { readonly type: 'answered'; readonly response: ApiResponse }

/** The result of a step that passes a value on to the next step. */
export const continueWith = <T>(value: T): StepResult<T> => ({ type: 'passed', value })

/** The result of a step that answers the request. */
export const endWithResponse = (response: ApiResponse): StepResult<never> => ({
  type: 'answered',
  response,
})

/** The result of a step that answers the request with an error. */
export const endWithError = (
  { call, language }: IncomingRequest,
  status: ApiStatus,
  says: LocalizedText,
): StepResult<never> => endWithResponse(errorResponse(call, status, says, language))

/**
 * Builds the request that a handler receives: it is checked, and contains the headers and cookies
 * that handlers are allowed to use.
 */
export const toHandlerRequest = <I>(
  { server, c, language, now, token }: IncomingRequest,
  caller: Caller,
  input: I,
): HandlerRequest<I> => ({
  input,
  caller,
  db: server.db,
  now,
  language,
  token,
  ifMatch: c.req
    .header('if-match')
    ?.trim()
    .replace(/^(W\/)?"|"$/g, ''),
  address: server.clientNetworkOf(c),
  host: c.req.header('host') ?? new URL(c.req.url).host,
  accessToken: c.req.header('accesstoken'),
  orderId: c.req.header('uniqueid'),
  payloadAgeSeconds: parsePayloadAge(c.req.header(PAYLOAD_AGE_HEADER)),
  isReplay: false,
  deviceSecret: readDeviceCookie(c),
  isFromBrowser: isFromBrowser(c),
  tools: server.tools,
})

/** Whether the response is JSON. If not, the endpoint transfers a file. */
export const isJsonCall = (call: AnyEndpoint): call is AnyCall =>
  call.kind === 'read' || call.kind === 'inquiry' || call.kind === 'write'

/**
 * Whether this call uses idempotency keys. Responses are stored for as long as a phone can be
 * offline, so only those of the outbox's calls are stored. A response of another call might contain
 * a ticket, a link that works without a sign-in, or the hash of a password.
 */
export const isQueuedWrite = (call: AnyEndpoint): call is QueuedWrite<unknown, unknown> =>
  call.kind === 'write' && call.offline === 'queued'

/**
 * The first supported language of `Accept-Language`, in the order of that header; Chinese if the
 * header names no supported language.
 */
export function requestLanguage(c: Context): Language {
  const tags = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((range) => range.trim().split(';', 1)[0] ?? '')
  return negotiateLanguage(tags.filter((tag) => tag !== '' && tag !== '*'))
}

// The language of a plain link is part of its address: a browser sends its own languages with the
// link, and a calendar program sends none.
function linkLanguage(c: Context): Language {
  const parameter = c.req.query(LINK_LANGUAGE_PARAMETER)
  return isLanguage(parameter) ? parameter : requestLanguage(c)
}
