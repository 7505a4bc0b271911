import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFaultProxy, type FaultProxy } from '../support/fakes/fault-proxy.ts'

const bodies: string[] = []
/** The next answers of the backend, used before its default answer. */
const answers: string[] = []
const backend = createServer((request, response) => {
  void text(request).then((body) => {
    bodies.push(body)
    response.writeHead(200, { 'content-type': 'text/plain', 'x-path': request.url ?? '' })
    response.end(request.url === '/big' ? 'x'.repeat(20_000) : (answers.shift() ?? `got ${body}`))
  })
})
let proxy: FaultProxy

beforeAll(async () => {
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  proxy = await startFaultProxy({
    target: `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
  })
})

afterEach(async () => {
  proxy.clearRules()
  await proxy.setFault('pass')
  bodies.length = 0
  answers.length = 0
})

afterAll(async () => {
  await proxy.close()
  backend.close()
})

const post = (path: string, body = 'hello', signal?: AbortSignal) =>
  fetch(proxy.origin + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    ...(signal && { signal }),
  })

test('the fault proxy passes requests and responses on unchanged', async () => {
  const answer = await post('/a?b=c')
  expect(await answer.text()).toBe('got hello')
  expect(answer.headers.get('x-path')).toBe('/a?b=c')
  expect(proxy.count('/a')).toEqual({ came: 1, forwarded: 1 })
})

test('the fault proxy resets a connection before the backend gets the request, or after the backend has answered', async () => {
  proxy.addRule('/before', 'reset-before', 1)
  proxy.addRule('/after', 'reset-after', 1)
  await expect(post('/before')).rejects.toThrow()
  expect(bodies).toEqual([])
  await expect(post('/after', 'kept')).rejects.toThrow()
  expect(bodies).toEqual(['kept'])
  expect(proxy.requests.find(({ path }) => path === '/after')).toMatchObject({
    forwarded: true,
    status: 200,
  })
  expect((await post('/after')).status).toBe(200)
})

test('the fault proxy repeats a request after its response, and returns the second response', async () => {
  proxy.addRule('/twice', 'twice', 1)
  answers.push('first', 'second')
  const answer = await post('/twice', 'kept')
  expect(await answer.text()).toBe('second')
  expect(bodies).toEqual(['kept', 'kept'])
  expect(proxy.count('/twice')).toEqual({ came: 1, forwarded: 1 })
  expect(await (await post('/twice', 'once')).text()).toBe('got once')
  expect(bodies).toEqual(['kept', 'kept', 'once'])
})

test('the fault proxy repeats a request that has no body without adding a body', async () => {
  proxy.addRule('/read', 'twice', 1)
  const answer = await fetch(`${proxy.origin}/read`)
  expect(await answer.text()).toBe('got ')
  expect(bodies).toEqual(['', ''])
})

test('the fault proxy stalls a request: the backend does not get it, and the client gets no response', async () => {
  await proxy.setFault('stall')
  await expect(post('/stall', '', AbortSignal.timeout(150))).rejects.toThrow(/timeout/)
  expect(bodies).toEqual([])
})

test('the fault proxy refuses connections, and accepts them again on the same port', async () => {
  await proxy.setFault('refuse')
  await expect(post('/refused')).rejects.toThrow()
  await proxy.setFault('pass')
  expect((await post('/refused')).status).toBe(200)
})

test('the fault proxy simulates three kinds of captive portal', async () => {
  await proxy.setFault('portal-200')
  const page = await post('/api/x')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  await proxy.setFault('portal-302')
  const redirect = await post('/api/x')
  expect([redirect.status, redirect.headers.has('location')]).toEqual([302, true])
  await proxy.setFault('portal-511')
  expect((await post('/api/x')).status).toBe(511)
  expect(bodies).toEqual([])
})

test('the fault proxy can answer by itself, with any status and a Retry-After', async () => {
  proxy.addRule(/busy/, { type: 'status', status: 503, retryAfter: 7 }, 1)
  const answer = await post('/busy')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
  expect((await post('/busy')).status).toBe(200)
})

test('the fault proxy truncates a response body', async () => {
  proxy.addRule('/big', { type: 'cut', bytes: 5000 }, 1)
  const answer = await post('/big')
  await expect(answer.text()).rejects.toThrow()
})

test('the fault proxy shares one slow link in order: two responses of 20 kB take as long as one of 40 kB', async () => {
  await proxy.setFault({ type: 'slow', kbps: 1600 })
  const start = performance.now()
  const sizes = await Promise.all(
    [post('/big'), post('/big')].map(async (answer) => (await (await answer).text()).length),
  )
  expect(sizes).toEqual([20_000, 20_000])
  expect(performance.now() - start).toBeGreaterThan(180)
})

test('the fault proxy adds latency only to the requests for which it is configured', async () => {
  proxy.addRule('/late', { type: 'slow', latency: 1000 })
  const start = performance.now()
  const order: string[] = []
  const late = post('/late').then(() => order.push('late'))
  await post('/soon').then(() => order.push('soon'))
  await late
  expect(order).toEqual(['soon', 'late'])
  expect(performance.now() - start).toBeGreaterThan(990)
})
