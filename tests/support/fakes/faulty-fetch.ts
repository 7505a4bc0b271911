import { CAMPUS_HEADER, CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import type { VirtualClock } from '../offline/offline-page.ts'
import {
  GATEWAY_RESPONSE_CASES,
  createGatewayResponse,
  isGatewayResponseCase,
} from './gateway-responses.ts'

/** What can happen to one request and its answer. */
export const FETCH_FAULTS = [
  'good',
  'no network',
  'stall',
  'reset before',
  'reply lost',
  'cut body',
  'portal page',
  'portal redirect',
  '500',
  '503',
  '429',
  'sent twice',
  'sent again later',
  ...GATEWAY_RESPONSE_CASES,
] as const
/** One of these faults, or a final refusal, for tests in which the student reacts to refusals. */
export type FetchFault = (typeof FETCH_FAULTS)[number] | 'refused'

/**
 * A fetch to the real backend with scripted faults. With an empty script every request succeeds.
 */
export function createFaultyFetch({
  real,
  refuse = refuseWithText,
  script,
  clock,
}: {
  real: typeof fetch
  /** How the campus answers with a final refusal. */
  refuse?: typeof fetch | undefined
  script: FetchFault[]
  clock: VirtualClock
}): typeof fetch {
  // Requests that a proxy on the way will repeat later.
  const repeated: (() => Promise<Response>)[] = []
  return async (input, init) => {
    for (const again of repeated.splice(0)) await again()
    const fault = script.shift() ?? 'good'
    if (isGatewayResponseCase(fault)) return createGatewayResponse(fault)
    switch (fault) {
      case 'good':
        return real(input, init)
      case 'sent twice':
        await real(input, init)
        return real(input, init)
      case 'sent again later':
        repeated.push(() => real(input, { ...init, signal: null }))
        return real(input, init)
      case 'no network':
      case 'reset before':
        throw new TypeError('Failed to fetch')
      case 'stall':
        clock.now += 30_000
        throw new DOMException('The operation was aborted.', 'AbortError')
      case 'reply lost':
        await real(input, init)
        throw new TypeError('Failed to fetch')
      case 'cut body': {
        const response = await real(input, init)
        const text = await response.text()
        return new Response(text.slice(0, Math.floor(text.length / 2)), response)
      }
      case 'portal page':
        return new Response('<!doctype html><title>Wi-Fi</title>', {
          headers: { 'Content-Type': 'text/html' },
        })
      case 'portal redirect':
        return new Response(null, { status: 302, headers: { Location: 'http://portal.test/' } })
      case 'refused':
        return refuse(input, init)
      case '500':
        return new Response('oops', { status: 500 })
      case '503':
        return new Response('{}', { status: 503, headers: { 'Retry-After': '20' } })
      case '429':
        return new Response('{}', { status: 429, headers: { 'Retry-After': '5' } })
    }
  }
}

// A refusal by the campus itself echoes the key, and has the marker of the campus.
const refuseWithText: typeof fetch = async (_input, init) =>
  Response.json(
    { results: false, msg: '请修改' },
    {
      status: 422,
      headers: {
        [CAMPUS_HEADER]: CAMPUS_HEADER_VALUE,
        'Idempotency-Key': new Headers(init?.headers).get('Idempotency-Key') ?? '',
      },
    },
  )
