import * as v from 'valibot'
import type { Call } from '#contract/call'
import { englishIn } from '#contract/english'
import { endingIn, isCampusShape, sessionMarker, spokenRefusal } from '#contract/rules'
import type { Bearer } from './item.ts'
import type { Outcome } from './outcome.ts'

/** Everything one request needs beside its call and input. */
export interface Exchange<I, O> {
  readonly call: Call<I, O>
  readonly input: I
  readonly to: Pick<Bearer, 'roots' | 'language' | 'timeout'>
  readonly token?: string | undefined
  /** The messaging app's access token, for the binding calls (D-15). */
  readonly accessToken?: string | undefined
  readonly key?: string
  readonly ifMatch?: string | undefined
  /** Further headers that the requirements name for a call. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The request outlives a page that is closed. */
  readonly keepalive?: boolean | undefined
  readonly fetch?: typeof fetch
}

/** Make one request and say what came of it. Never throws, never repeats, never follows a redirect. */
export async function exchange<I, O>({
  call,
  input,
  to,
  token,
  accessToken,
  key,
  ifMatch,
  headers = {},
  keepalive = false,
  fetch = globalThis.fetch,
}: Exchange<I, O>): Promise<Outcome<O>> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), to.timeout)
  try {
    const response = await fetch(to.roots[call.root ?? 'campus'] + call.path, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Accept-Language': to.language,
        ...(token && { Authorization: token }),
        ...(accessToken && { accesstoken: accessToken }),
        ...(key && { 'Idempotency-Key': key }),
        ...(ifMatch && { 'If-Match': ifMatch }),
      },
      body: JSON.stringify(call.input.encode(input)),
      cache: 'no-store',
      credentials: 'same-origin',
      // A captive portal redirects to its own page; following it would end in a 200 that is not ours.
      redirect: 'manual',
      keepalive,
      signal: stop.signal,
    })
    // The body counts into the timeout: a stalled or cut body is no answer.
    return judge({ call, key, response, text: await response.text() })
  } catch {
    return { type: 'unreachable', code: -404 }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Tell an answer by its status and body, never by the text of a message. Only what has the campus's own shape, or the key,
 * refuses, signs out or conflicts: whoever else stands on the way has no say.
 */
export function judge<O>({
  call,
  key,
  response,
  text,
}: {
  call: Pick<Call<never, O>, 'rule' | 'output'>
  key?: string | undefined
  response: Response
  text: string
}): Outcome<O> {
  const { status, headers } = response
  const body = parsed(text)
  const after = retryAfter(headers)
  const echo = headers.get('Idempotency-Key')
  const own = isCampusShape(body) || (key !== undefined && echo === key)
  const unreadable = {
    type: 'unreadable',
    code: -404,
    status,
    ...(own && { own: true }),
    ...(after !== undefined && { after }),
  } as const
  if (key !== undefined && echo !== null && echo !== key) return unreadable
  const marker = sessionMarker(body)

  if (marker !== undefined || (own && status === 401))
    return { type: 'signed-out', page: marker === '-500' ? 'backend' : 'root', why: endingIn(body) }
  // Being asked for time harms nobody, whoever asks.
  if (status === 429 || (own && status === 409)) return { type: 'too-many', after: after ?? 1 }
  if (own && status === 412) return { type: 'conflict', message: spokenRefusal(body) }
  const refused = () =>
    ({ type: 'refused', status, message: spokenRefusal(body), ...issuesOf(body) }) as const
  if (own && REFUSALS.has(status)) return refused()
  if (!response.ok && status !== 304) {
    const message = own ? spokenRefusal(body) : ''
    return message === '' ? unreadable : { ...unreadable, message }
  }
  if (body === undefined) return unreadable

  if (!call.rule.holds(body)) return call.rule.refuses(body) ? refused() : unreadable
  const data = v.safeParse(call.output.decode, body)
  if (!data.success) return unreadable
  const etag = headers.get('ETag')
  const receipt = headers.get('Receipt')
  const english = englishIn(body)
  const date = Date.parse(headers.get('Date') ?? '')
  return {
    type: 'ok',
    data: data.output as O,
    echoed: echo !== null,
    ...(etag !== null && { etag }),
    ...(receipt !== null && { receipt }),
    ...(english !== undefined && { english }),
    ...(!Number.isNaN(date) && { at: date }),
  }
}

const REFUSALS: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 413, 415, 422])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds of a Retry-After header, which is a number or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfter(headers: Headers): number | undefined {
  const said = headers.get('Retry-After')
  if (said === null) return undefined
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

const Issues = v.object({ issues: v.array(v.object({ path: v.string(), message: v.string() })) })
const issuesOf = (body: unknown) => {
  const found = v.safeParse(Issues, body)
  return found.success ? { issues: found.output.issues } : {}
}
