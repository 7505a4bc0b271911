import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import {
  type RequestBodyResult,
  type RequestBodyLimits,
  getRequestBodyLimits,
  readRequestBody,
} from '#server/platform/http/body/request-body'
import { createSlowBodyGuard } from '#server/platform/http/body/slow-body-guard'

const LIMIT = 40
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const BOUNDS: RequestBodyLimits = { bytes: LIMIT, parsedBytes: LIMIT, depth: 3, nodes: 8 }
const app = new Hono()
  .post('/', async (c) => c.json(await readRequestBody(c, BOUNDS)))
  .post('/pictures', async (c) =>
    c.json(await readRequestBody(c, getRequestBodyLimits({ who: 'student', maxImages: 2 }))),
  )

/** The value of a body with this media type, or the status with which it is refused. */
async function read(
  body: BodyInit | null,
  type: string | null = JSON_TYPE,
  headers: Record<string, string> = {},
): Promise<object | number> {
  const stream = body instanceof ReadableStream && { duplex: 'half' as const }
  const request = new Request('http://campus.test/', { method: 'POST', body, ...stream })
  request.headers.delete('content-type')
  if (type !== null) request.headers.set('content-type', type)
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  const said = (await (await app.request(request)).json()) as RequestBodyResult
  return said.type === 'ok' ? said.value : said.status
}
const bytes = (...said: number[]) => new Uint8Array([...Buffer.from('{"a":"'), ...said, 34, 125])

describe('parsing of a request body [D-02]', () => {
  test('a body is read as JSON or as a form, according to its Content-Type in any spelling', async () => {
    for (const type of [JSON_TYPE, 'Application/JSON', ' application/json ; charset=utf-8'])
      expect([type, await read('{"a":1}', type)]).toEqual([type, { a: 1 }])
    expect(await read('a=1&b=x+%E4%BD%A0&c=%zz', FORM)).toEqual({ a: '1', b: 'x 你', c: '%zz' })
    for (const type of ['text/plain', 'application/jsonp', ''])
      expect([type, await read('{"a":1}', type)]).toEqual([type, 415])
    expect(await read('{"a":1}', null)).toBe(415)
  })

  test('a body can be empty if the call has no input', async () => {
    for (const type of [null, ''])
      for (const nothing of [null, '']) expect(await read(nothing, type)).toEqual({})
    expect(await read('', JSON_TYPE)).toBe(400)
    expect(await read('', FORM)).toEqual({})
    expect(await read('x', '')).toBe(415)
  })

  test('a body with a Content-Length is read as it arrives, and is not read at all if it is too long', async () => {
    const length = { 'content-length': '7' }
    expect(await read('{"a":1}', JSON_TYPE, length)).toEqual({ a: 1 })
    expect(await read('{}', JSON_TYPE, { 'content-length': String(LIMIT + 1) })).toBe(413)
  })

  test('a body that is not an object is refused', async () => {
    for (const text of ['[1]', 'null', '1', '"a"', '{', '{"a":1}}'])
      expect([text, await read(text)]).toEqual([text, 400])
  })

  test('a body that is not UTF-8 is refused instead of being read with replacement characters', async () => {
    expect(await read(bytes(0xe4, 0xbd, 0xa0))).toEqual({ a: '你' })
    expect(await read(bytes(0xe4, 0xbd))).toBe(422)
    for (const escaped of ['a=%FF', 'a=%e4%bd', 'a=x%C0%80'])
      expect([escaped, await read(escaped, FORM)]).toEqual([escaped, 422])
  })

  test('a body can be as long as its limit, with or without a Content-Length', async () => {
    const long = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
    for (const headers of [
      (text: string) => ({ 'content-length': String(text.length) }),
      () => ({}),
    ]) {
      expect(await read(long(LIMIT), JSON_TYPE, headers(long(LIMIT)))).toHaveProperty('a')
      expect(await read(long(LIMIT + 1), JSON_TYPE, headers(long(LIMIT + 1)))).toBe(413)
    }
    // The body is sent in chunks, each shorter than the limit.
    const pieces = (count: number) =>
      new ReadableStream<Uint8Array>({
        start: (stream) => {
          for (let at = 0; at < count; at++) stream.enqueue(Buffer.from(at === 0 ? '{}' : '    '))
          stream.close()
        },
      })
    expect(await read(pieces(10))).toEqual({})
    expect(await read(pieces(11))).toBe(413)
  })

  test('a body that never ends is refused once it exceeds the limit', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => {
        pulled += 1
        stream.enqueue(new Uint8Array(2 ** 20))
      },
    })
    expect(await read(endless)).toBe(413)
    expect(pulled).toBeGreaterThanOrEqual(64)
    expect(pulled).toBeLessThan(70)
  })

  test('a body whose connection is lost is refused', async () => {
    const broken = () =>
      new ReadableStream<Uint8Array>({ start: (stream) => stream.error(new Error('gone')) })
    expect(await read(broken())).toBe(400)
    expect(await read(broken(), null)).toBe(400)
    expect(await read(broken(), JSON_TYPE, { 'content-length': '10' })).toBe(400)
  })

  test('the size limit of a body depends on its call: calls with base64 images have more, anonymous calls less', () => {
    expect(getRequestBodyLimits({ who: 'student' }).bytes).toBe(65_536)
    expect(getRequestBodyLimits({ who: 'anyone' }).bytes).toBe(32_768)
    expect(getRequestBodyLimits({ who: 'student', maxImages: 2 }).bytes).toBe(
      262_144 + 2 * 6_990_507,
    )
  })

  test('the nesting depth and the number of values of a body are limited before it is parsed [security 13]', async () => {
    expect(await read('{"a":[[1]]}')).toEqual({ a: [[1]] })
    expect(await read('{"a":[[[1]]]}')).toBe(413)
    expect(await read('{"a":[1,2,3,4,5,6]}')).toEqual({ a: [1, 2, 3, 4, 5, 6] })
    expect(await read('{"a":[1,2,3,4,5,6,7]}')).toBe(413)
    // Brackets and commas inside a string are not counted.
    expect(await read('{"a":"[[[[,,,,,,,,,{\\"["}')).toEqual({ a: '[[[[,,,,,,,,,{"[' })
    expect(await read('a&a&a&a&a&a&a&a', FORM)).toEqual({ a: '' })
    expect(await read('a&a&a&a&a&a&a&a&a', FORM)).toBe(413)
  })

  test('a body with pictures is parsed the same in any encoding of the pictures and in any chunks', async () => {
    const picture = (letter: string, size: number) => `${letter}/${'+x9='.repeat(size / 4)}`
    const sent = {
      head: '林"知\\遥',
      a: picture('A', 400_000),
      b: `data:image/png;base64,${picture('B', 131_072)}`,
      c: [picture('C', 65_536), '', picture('D', 70_000)],
      [picture('E', 200_000).slice(0, 4)]: 1,
    }
    const text = JSON.stringify(sent)
    const post = async (body: string | ReadableStream) => {
      const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': JSON_TYPE } }
      const said = (await (await app.request('/pictures', init)).json()) as RequestBodyResult
      return said.type === 'ok' ? said.value : said.status
    }
    expect(await post(text)).toEqual(sent)
    expect(await post(text.replaceAll('/', String.raw`\/`))).toEqual(sent)
    const inPieces = (size: number) => {
      const bytes = Buffer.from(text)
      let at = 0
      return new ReadableStream<Uint8Array>({
        pull: (stream) => {
          if (at >= bytes.length) return stream.close()
          stream.enqueue(bytes.subarray(at, at + size))
          at += size
        },
      })
    }
    for (const size of [1000, 65_535, 65_536, 65_537, 300_000])
      expect([size, await post(inPieces(size))]).toEqual([size, sent])
    // A text that is not a picture is parsed too, but only up to its smaller limit.
    expect(await post(JSON.stringify({ a: '遥'.repeat(600_000) }))).toEqual({
      a: '遥'.repeat(600_000),
    })
    expect(await post(JSON.stringify({ a: '遥'.repeat(800_000) }))).toBe(413)
    expect(await post(`${text.slice(0, -1)},"d":"${'x'.repeat(200_000)}`)).toBe(400)
  })
})

test('a body must arrive at a minimum speed after its first half minute', async () => {
  let now = 0
  const speed = createSlowBodyGuard(() => now)
  const never = new Promise<never>(() => {})
  now = 29_999
  expect(await speed.withinDeadline(Promise.resolve('here'))).toBe('here')
  now = 30_000
  expect(await speed.withinDeadline(never)).toBe('too slow')
  speed.addBytes(2048)
  now = 32_000
  expect(await speed.withinDeadline(never)).toBe('too slow')
  now = 31_000
  expect(await speed.withinDeadline(Promise.resolve('more'))).toBe('more')
})
