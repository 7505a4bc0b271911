import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { postWithProgress } from '#app/lib/network/post-with-progress.ts'
import type { TransportResponse } from '#offline/transport/fetch-transport'

/** A fake XMLHttpRequest whose progress the test defines. */
class Line extends EventTarget {
  static last: Line
  readonly upload = new EventTarget()
  readonly status = 200
  readonly responseURL = ''
  readonly responseText = '{"ok":true}'
  constructor() {
    super()
    Line.last = this
  }
  open() {}
  send() {}
  setRequestHeader() {}
  getAllResponseHeaders = () => 'content-type: application/json\r\n'
  abort = () => void this.dispatchEvent(new Event('abort'))
  moved(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }))
    if (loaded === total) this.upload.dispatchEvent(new ProgressEvent('load', { loaded, total }))
  }
  answer = () => void this.dispatchEvent(new Event('load'))
}

const KB = 1000
let end: TransportResponse | 'on its way'
let parts: number[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Line)
  end = 'on its way'
  parts = []
  const sent = {
    address: 'http://campus.test/photo',
    method: 'POST',
    headers: {},
    body: 'x',
    timeout: 30_000,
  } as const
  void postWithProgress(sent, (part) => void parts.push(part)).then((answer) => (end = answer))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('the upload of a 250 KB photo at 50 kbit/s succeeds, since it continues as long as data is moving [PHO-12]', async () => {
  for (let second = 2; second <= 40; second += 2) {
    await vi.advanceTimersByTimeAsync(2_000)
    Line.last.moved(Math.min(second * 6.25, 250) * KB, 250 * KB)
  }
  expect(end).toBe('on its way')
  expect(parts.at(-1)).toBe(1)
  await vi.advanceTimersByTimeAsync(25_000)
  Line.last.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(end).toMatchObject({ body: '{"ok":true}' })
})

test('an upload whose data is entirely in the phone’s send buffer waits more than 60 s for a response', async () => {
  await vi.advanceTimersByTimeAsync(100)
  Line.last.moved(250 * KB, 250 * KB)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(end).toBe('on its way')
  Line.last.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(end).toMatchObject({ response: { status: 200 } })
})

test('an upload without progress for 30 s is aborted', async () => {
  await vi.advanceTimersByTimeAsync(20_000)
  expect(end).toBe('on its way')
  Line.last.moved(1, 250 * KB)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(end).toBe('on its way')
  // The same number of bytes again is not progress.
  Line.last.moved(1, 250 * KB)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(end).toBeUndefined()
})
