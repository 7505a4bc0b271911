import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { travel } from '#contract/travel'
import { exchangeCall, parseRetryAfter } from '#offline/transport/exchange-call'
import { jsonResponse } from '#tests/support/offline/offline-page.ts'

const to = {
  roots: { campus: 'http://campus.test', management: '', provider: '' },
  language: 'zh',
  timeout: 30_000,
}
const ask = (fetch: typeof globalThis.fetch, timeout = to.timeout) =>
  exchangeCall({ call: travel.find, input: { student: 's1' }, to: { ...to, timeout }, fetch })

describe('the exchange of a call', () => {
  test.each([500, 502, 503, 511, 404 + 100])(
    'a call with HTTP status %i returns a result with code -404 instead of an exception [XC-07]',
    async (status) => {
      expect(await ask(async () => new Response('oops', { status }))).toMatchObject({
        type: 'unreadable',
        code: -404,
        status,
      })
    },
  )

  test('a call without a response returns a result with code -404 [XC-07]', async () => {
    expect(await ask(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual({
      type: 'unreachable',
      code: -404,
    })
  })

  test('a response whose body has the session marker is signed-out, whatever its HTTP status [XC-08 XC-09]', async () => {
    expect(await ask(async () => jsonResponse({ status: -400 }))).toEqual({
      type: 'signed-out',
      page: 'root',
      why: '',
    })
    expect(await ask(async () => jsonResponse({ status: '-500' }))).toEqual({
      type: 'signed-out',
      page: 'backend',
      why: '',
    })
    expect(await ask(async () => jsonResponse({ msg: '登录已失效' }, { status: 401 }))).toEqual({
      type: 'signed-out',
      page: 'root',
      why: '',
    })
  })

  test.each([400, 401, 403, 404, 405, 412, 413, 422])(
    'a gateway’s page with status %i is unreadable, not a response of the backend',
    async (status) => {
      const answer = await ask(async () => new Response('<html>Wi-Fi</html>', { status }))
      expect(answer).toEqual({ type: 'unreadable', code: -404, status })
    },
  )

  test('a call is a JSON POST with the bare token [ID-21 XC-03]', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => jsonResponse({ results: null }))
    await exchangeCall({ call: travel.find, input: { student: 's1' }, to, token: 'secret', fetch })
    const [address, init] = fetch.mock.calls[0] ?? []
    expect(address).toBe('http://campus.test/api/TravelInformation/findBusInformation')
    expect(init).toMatchObject({
      method: 'POST',
      body: '{"stuCode":"s1"}',
      redirect: 'manual',
      cache: 'no-store',
    })
    expect(new Headers(init?.headers).get('Authorization')).toBe('secret')
  })

  test('Retry-After in seconds is parsed, and an invalid or missing one is undefined', () => {
    expect(parseRetryAfter(new Headers({ 'Retry-After': '20' }))).toBe(20)
    expect(parseRetryAfter(new Headers({ 'Retry-After': 'soon' }))).toBeUndefined()
    expect(parseRetryAfter(new Headers())).toBeUndefined()
  })
})

describe('the timeout of a call', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  // The server accepts the request and never answers, so that fetch ends only when it is aborted.
  const never: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () =>
        reject(new DOMException('aborted', 'AbortError')),
      )
    })

  test.each([30_000, 5_000])(
    'a call without a response ends after its timeout of %i ms [XC-22]',
    async (timeout) => {
      const asking = ask(never, timeout)
      const ended = vi.fn<(outcome: unknown) => void>()
      void asking.then(ended)
      await vi.advanceTimersByTimeAsync(timeout - 1)
      expect(ended).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(await asking).toEqual({ type: 'unreachable', code: -404 })
    },
  )
})
