import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendWithFetch, type TransportRequest } from '#offline/transport/fetch-transport'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request: TransportRequest = {
  address: 'http://campus.test/x',
  method: 'POST',
  headers: { Authorization: 'secret' },
  body: '{}',
  timeout: 30_000,
  keepalive: true,
}
const text = (response: Response) => response.text()

test('the fetch transport sends a request unchanged, follows no redirect and bypasses the HTTP cache', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('answered'))
  const answer = await sendWithFetch(request, text, fetch)
  expect(answer?.body).toBe('answered')
  expect(fetch).toHaveBeenCalledWith(request.address, {
    method: 'POST',
    headers: request.headers,
    body: '{}',
    keepalive: true,
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'manual',
    signal: expect.any(AbortSignal),
  })
  expect(vi.getTimerCount()).toBe(0)
})

test('the fetch transport returns undefined for a missing or interrupted response', async () => {
  const failing = async () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await sendWithFetch(request, text, failing)).toBeUndefined()
  const broken = async () => Promise.reject(new TypeError('cut off'))
  expect(await sendWithFetch(request, broken, async () => new Response('{'))).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

test('the fetch transport aborts a stalled response body at the timeout, not before', async () => {
  let signal: AbortSignal | undefined | null
  const stalled = () =>
    new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    )
  let ended = false
  const asking = sendWithFetch(request, stalled, async (_, init) => {
    signal = init?.signal
    return new Response('{')
  }).then((answer) => {
    ended = true
    return answer
  })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toBe(true)
  expect(await asking).toBeUndefined()
})
