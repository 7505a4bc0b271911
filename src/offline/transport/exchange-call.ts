import * as v from 'valibot'
import type { Call } from '#contract/call'
import { readEnglishNames } from '#contract/english-names'
import { CAMPUS_HEADER, CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import {
  readSessionEndReason,
  isCampusResponseBody,
  readSignInRequirement,
  isIdempotencyKeyUsedRefusal,
  readSessionMarker,
  readRefusalMessage,
} from '#contract/rules'
import type { SenderIdentity } from '../outbox/outbox-records.ts'
import { sendWithFetch, type TransportResponse, type TransportRequest } from './fetch-transport.ts'
import type { CallOutcome } from './outcome.ts'

/** The sender of a request, and what the request carries besides its body. */
export interface RequestOptions {
  readonly token?: string | undefined
  /** The messaging app's access token, for the binding calls (D-15). */
  readonly accessToken?: string | undefined
  readonly key?: string
  readonly ifMatch?: string | undefined
  /** Further headers that the requirements name for a call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly keepalive?: boolean | undefined
}

/** The parameters of one call. */
export interface ExchangeParams<I, O> extends RequestOptions {
  readonly call: Call<I, O>
  readonly input: I
  readonly to: Pick<SenderIdentity, 'roots' | 'language' | 'timeout' | 'echoesKeys'>
  readonly fetch?: typeof fetch
}

/**
 * Makes one call and returns its outcome. It never rejects, never retries and never follows a
 * redirect.
 */
export async function exchangeCall<I, O>({
  call,
  input,
  to,
  fetch,
  ...beside
}: ExchangeParams<I, O>): Promise<CallOutcome<O>> {
  try {
    return await sendRequest({
      ...beside,
      call,
      to,
      address: to.roots[call.root ?? 'campus'] + call.path,
      body: JSON.stringify(call.input.encode(input)),
      carry: (request) => sendWithFetch(request, (response) => response.text(), fetch),
    })
  } catch {
    return { type: 'unreachable', code: -404 }
  }
}

/**
 * Posts a body to a URL through the given transport and interprets the response by the rule of a
 * call.
 */
export async function sendRequest<O>({
  call,
  to,
  address,
  body,
  carry,
  token,
  accessToken,
  key,
  ifMatch,
  headers = {},
  keepalive = false,
}: RequestOptions & {
  readonly call: Pick<Call<never, O>, 'rule' | 'output'>
  readonly to: Pick<SenderIdentity, 'language' | 'timeout' | 'echoesKeys'>
  readonly address: string
  readonly body: string | FormData | Blob
  readonly carry: (request: TransportRequest) => Promise<TransportResponse>
}): Promise<CallOutcome<O>> {
  const answer = await carry({
    address,
    method: 'POST',
    headers: {
      ...headers,
      // The browser sets the Content-Type of FormData itself, with the boundary.
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      'Accept-Language': to.language,
      ...(token && { Authorization: token }),
      ...(accessToken && { accesstoken: accessToken }),
      ...(key && { 'Idempotency-Key': key }),
      ...(ifMatch && { 'If-Match': ifMatch }),
    },
    body,
    timeout: to.timeout,
    keepalive,
  })
  return answer === undefined
    ? { type: 'unreachable', code: -404 }
    : interpretResponse({
        call,
        key,
        echoesKeys: to.echoesKeys,
        response: answer.response,
        text: answer.body,
      })
}

/**
 * Whether a response comes from the campus; only for a campus that echoes keys. The response to a
 * request with a key must echo the key, and any other response must have the campus header.
 */
export const isFromCampus = (response: Response, key?: string): boolean =>
  key === undefined ? hasCampusHeader(response) : response.headers.get('Idempotency-Key') === key

const hasCampusHeader = ({ headers }: Response) =>
  headers.get(CAMPUS_HEADER) === CAMPUS_HEADER_VALUE

/**
 * Interprets a response by its status and body, never by the text of a message. Only the campus can
 * confirm, refuse, sign out or report a conflict; a response of a proxy or captive portal decides
 * nothing. A campus that echoes keys (`echoesKeys`) is recognised by the echo or the campus header.
 * Any other campus is recognised by the shape of the body.
 */
export function interpretResponse<O>({
  call,
  key,
  echoesKeys = false,
  response,
  text,
}: {
  call: Pick<Call<never, O>, 'rule' | 'output'>
  key?: string | undefined
  echoesKeys?: boolean | undefined
  response: Response
  text: string
}): CallOutcome<O> {
  const { status, headers } = response
  const body = parseJson(text)
  const after = parseRetryAfter(headers)
  const echo = headers.get('Idempotency-Key')
  const isOurs = !echoesKeys || isFromCampus(response, key)
  // A response with the campus header but without the echo shows that the campus is reachable, but
  // it decides nothing.
  const fromCampus = echoesKeys
    ? isOurs || hasCampusHeader(response)
    : isCampusResponseBody(body) || (key !== undefined && echo === key)
  const unreadable = {
    type: 'unreadable',
    code: -404,
    status,
    ...(fromCampus ? { fromCampus: true } : echoesKeys && { isForeign: true as const }),
    ...(after !== undefined && { after }),
  } as const
  if (key !== undefined && echo !== null && echo !== key) return unreadable
  // A 429 is accepted from any sender, because waiting does no harm.
  if (status === 429) return { type: 'too-many', after: after ?? 1 }
  if (!isOurs) return unreadable
  const marker = readSessionMarker(body)

  if (marker !== undefined || (fromCampus && status === 401))
    return {
      type: 'signed-out',
      page: marker === '-500' ? 'backend' : 'root',
      why: readSessionEndReason(body),
    }
  if (fromCampus && status === 409) return { type: 'too-many', after: after ?? 1 }
  if (fromCampus && status === 412) return { type: 'conflict', message: readRefusalMessage(body) }
  const refused = (): CallOutcome<never> => ({
    type: 'refused',
    status,
    message: readRefusalMessage(body),
    ...issuesOf(body),
    ...(isIdempotencyKeyUsedRefusal(body) && { keyUsed: true }),
    ...readSignInRequirement(body),
  })
  if (fromCampus && REFUSALS.has(status)) return refused()
  if (!response.ok && status !== 304) {
    const message = fromCampus ? readRefusalMessage(body) : ''
    return message === '' ? unreadable : { ...unreadable, message }
  }
  if (body === undefined) return unreadable

  if (!call.rule.isSuccess(body)) return call.rule.isRefusal(body) ? refused() : unreadable
  const data = v.safeParse(call.output.decode, body)
  if (!data.success) return unreadable
  const etag = headers.get('ETag')
  const receipt = headers.get('Receipt')
  const english = readEnglishNames(body)
  const epoch = headers.get('Epoch')
  const date = Date.parse(headers.get('Date') ?? '')
  return {
    type: 'ok',
    data: data.output as O,
    echoed: echo !== null,
    ...(etag !== null && { etag }),
    ...(receipt !== null && { receipt }),
    ...(english !== undefined && { english }),
    ...(epoch !== null && { epoch }),
    ...(!Number.isNaN(date) && { at: date }),
  }
}

const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 413, 415, 422])

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The seconds of a Retry-After header, which is a number or an HTTP date (RFC 9110, 10.2.3);
 * undefined if it is absent or invalid.
 */
export function parseRetryAfter(headers: Headers): number | undefined {
  const header = headers.get('Retry-After')
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

const Issues = v.object({ issues: v.array(v.object({ path: v.string(), message: v.string() })) })
const issuesOf = (body: unknown) => {
  const found = v.safeParse(Issues, body)
  return found.success ? { issues: found.output.issues } : {}
}
