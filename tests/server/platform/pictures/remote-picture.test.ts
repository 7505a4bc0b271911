import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { allowedPictureUrl, fetchPicture } from '#server/platform/pictures/remote-picture'

const MOST = 1_000_000
let server: Server
let address: URL
let answer: RequestListener = (_, response) => void response.end()
const seen: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`)
    answer(request, response)
  })
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port))),
  )
  address = new URL(`http://127.0.0.1:${port}/me`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
// A busy machine can take longer than the timeout of a picture.
let timeoutController: (ms: number) => AbortSignal
beforeEach(() => {
  timeoutController = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
})
afterEach(() => {
  vi.restoreAllMocks()
  seen.length = 0
})

const fetched = (respond: RequestListener) => {
  answer = respond
  return fetchPicture(address)
}

test('a remote picture is fetched from the allowed hosts only', () => {
  const origins = ['https://img.test', 'http://more.test:8080/below?x=1']
  const asked = (source: string) => allowedPictureUrl(source, origins)?.href
  expect(asked('https://img.test/a?b=c#d')).toBe('https://img.test/a?b=c')
  expect(asked('http://img.test:99/a')).toBe('https://img.test/a')
  expect(asked('https://more.test//other.test/a')).toBe('http://more.test:8080//other.test/a')
  for (const other of ['https://img.test.evil/a', 'https://evil/img.test', 'img.test/a', ''])
    expect([other, asked(other)]).toEqual([other, undefined])
  expect(allowedPictureUrl('https://img.test/a', [])).toBeUndefined()
})

test('a remote picture arrives complete, also in chunks', async () => {
  const bytes = Buffer.alloc(100_000, 'picture')
  expect(await fetched((_, response) => void response.end(bytes))).toEqual(bytes)
  const pieces = await fetched((_, response) => {
    response.write(bytes.subarray(0, 70_000), () => response.end(bytes.subarray(70_000)))
  })
  expect(pieces).toEqual(bytes)
  expect(await fetched((_, response) => void response.end())).toEqual(Buffer.alloc(0))
  expect(await fetched((_, response) => void response.writeHead(204).end())).toEqual(
    Buffer.alloc(0),
  )
})

test('a remote picture that is missing, redirected or interrupted counts as no picture', async () => {
  const away: RequestListener = (_, response) => void response.writeHead(404).end('none')
  expect(await fetched(away)).toBeUndefined()
  const elsewhere: RequestListener = (request, response) =>
    void (request.url === '/me'
      ? response.writeHead(302, { location: '/other', 'set-cookie': 'a=b' }).end()
      : response.end('other'))
  expect(await fetched(elsewhere)).toBeUndefined()
  expect(seen).toEqual(['GET /me ', 'GET /me '])
  const cut: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('x', () => response.destroy())
  }
  expect(await fetched(cut)).toBeUndefined()
  expect(await fetchPicture(new URL('http://127.0.0.1:1/'))).toBeUndefined()
})

test('a remote picture can have at most a million bytes, by its Content-Length or by counting', async () => {
  const inPieces =
    (length: number): RequestListener =>
    (_, response) =>
      void response.write(Buffer.alloc(length - 1), () => response.end('x'))
  for (const [length, wanted] of [
    [MOST, MOST],
    [MOST + 1, undefined],
  ] as const) {
    const whole = await fetched((_, response) => void response.end(Buffer.alloc(length)))
    expect(whole?.byteLength).toBe(wanted)
    expect((await fetched(inPieces(length)))?.byteLength).toBe(wanted)
  }
})

test('a remote picture that announces too many bytes is not read, and each is awaited until a timeout only', async () => {
  const read = vi.fn<() => void>()
  const body = new ReadableStream(
    { pull: (stream) => (read(), stream.close()) },
    { highWaterMark: 0 },
  )
  const headers = { 'content-length': String(MOST + 1) }
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { headers }))
  expect(await fetchPicture(address)).toBeUndefined()
  expect(read).not.toHaveBeenCalled()
  expect(timeoutController).toHaveBeenCalledWith(4000)
  const [, init] = fetch.mock.calls[0] ?? []
  expect(init?.signal).toBe(AbortSignal.timeout(4000))
  expect(init?.credentials).toBe('omit')
})
