import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listenOnSocket } from '#server/listeners'
import { shutDown } from '#server/shutdown'

/** A server whose requests wait until the test releases them. */
async function slowServer() {
  const asked: ServerResponse[] = []
  const server = createServer((_, response) => void asked.push(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { server, asked, url }
}
const GRACE_MS = 10_000
const never = new Promise<never>(() => {})

test('a stopping server accepts no new request, and answers the current ones, even while a gateway query is running', async () => {
  const { server, asked, url } = await slowServer()
  const inside = fetch(url)
  await expect.poll(() => asked.length).toBe(1)
  const order: string[] = []
  let gatewayAnswers: () => void = () => {}
  const sweeping = { stop: () => new Promise<void>((resolve) => (gatewayAnswers = resolve)) }
  const leave = async () => void order.push('left')
  const stopped = shutDown(
    { server, listeners: [], jobs: [sweeping], releaseDatabase: leave },
    GRACE_MS,
  )
  await expect.poll(() => server.listening).toBe(false)
  await expect(fetch(url)).rejects.toThrow(TypeError)
  asked[0]?.end('answered')
  expect(await (await inside).text()).toBe('answered')
  order.push('answered')
  gatewayAnswers()
  await stopped
  expect(order).toEqual(['answered', 'left'])
})

test('a request that takes too long is aborted at shutdown', async () => {
  const { server, asked, url } = await slowServer()
  const inside = fetch(url)
  await expect.poll(() => asked.length).toBe(1)
  let left = false
  await shutDown(
    {
      server,
      listeners: [],
      jobs: [{ stop: () => never }],
      releaseDatabase: async () => void (left = true),
    },
    50,
  )
  expect(left).toBe(true)
  await expect(inside).rejects.toThrow(TypeError)
})

test('after the shutdown has begun, a proxy’s open connection is answered once more, with Connection: close', async () => {
  const { server, asked, url } = await slowServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const request = get(url, { agent }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer))
      })
      request.on('error', reject)
    })
  const first = ask()
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.end()
  expect((await first).headers.connection).toBe('keep-alive')
  const leave = async () => {}
  // The request takes longer than a busy machine needs to close the listener.
  const running = { server, listeners: [], jobs: [], releaseDatabase: leave, idleMs: 60_000 }
  const stopped = shutDown(running, GRACE_MS)
  await expect.poll(() => server.listening).toBe(false)
  const second = ask()
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.end()
  expect((await second).headers.connection).toBe('close')
  await stopped
})

test('every client in the backlog of a closing socket is answered, or can connect to another server', async () => {
  const { server, asked } = await slowServer()
  server.on('request', (_, response) => response.end('answered'))
  const socketPath = join(mkdtempSync(join(tmpdir(), 'baodao-socket-')), 'http.sock')
  const door = await listenOnSocket(server, socketPath)
  const outcomes: string[] = []
  const knock = () =>
    new Promise<string>((resolve) => {
      const request = get({ socketPath, path: '/', agent: false }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve('answered'))
      })
      request.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    })
  const crowd = Array.from({ length: 50 }, async () => {
    while (outcomes.at(-1) !== 'ENOENT') outcomes.push(await knock())
  })
  await expect.poll(() => outcomes.length).toBeGreaterThan(100)
  await shutDown({ server, listeners: [door], jobs: [], releaseDatabase: async () => {} }, GRACE_MS)
  await Promise.all(crowd)
  expect(new Set(outcomes)).toEqual(new Set(['answered', 'ENOENT']))
  expect(asked.length).toBe(outcomes.filter((outcome) => outcome === 'answered').length)
})
