import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as forwardTo,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../backend/free-port.ts'
import { GATEWAY_RESPONSES, type GatewayResponseCase } from './gateway-responses.ts'

/** What the simulated network does to a request. */
export type Fault =
  | 'pass'
  /** The request is accepted and never answered. */
  | 'stall'
  /** No connection is accepted. This applies to the whole proxy only. */
  | 'refuse'
  /** The connection is reset before the backend gets the request. */
  | 'reset-before'
  /** The backend has answered, and its answer is lost. */
  | 'reset-after'
  /**
   * The request is sent to the backend a second time after its first answer, and the second answer
   * is returned.
   */
  | 'twice'
  /** The answers of a captive portal: its page, a redirect to the page, or status 511. */
  | 'portal-200'
  | 'portal-302'
  | 'portal-511'
  /** The body of the answer is truncated. */
  | { readonly type: 'cut'; readonly bytes: number }
  /** A gateway answers in JSON in place of the campus. */
  | { readonly type: 'gateway'; readonly says: GatewayResponseCase }
  | { readonly type: 'status'; readonly status: number; readonly retryAfter?: number }
  /** All answers queue for the bandwidth of one shared link. */
  | { readonly type: 'slow'; readonly latency?: number; readonly kbps?: number }

/** A request that the proxy received. */
export interface ProxiedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly fault: Fault
  /** Whether the backend got the request. */
  forwarded: boolean
  /** The status of the backend's answer, once there is one. */
  status?: number
}

type Matcher =
  | string
  | RegExp
  | ((seen: Pick<ProxiedRequest, 'method' | 'path' | 'headers'>) => boolean)

/** A network between phone and backend whose faults a test sets. */
export interface FaultProxy {
  readonly port: number
  readonly origin: string
  /** Set what happens to every request for which no rule applies. */
  readonly setFault: (fault: Fault) => Promise<void>
  /**
   * Set what happens to the next `times` requests whose path has this beginning, matches this
   * pattern, or satisfies this function.
   */
  readonly addRule: (match: Matcher, fault: Fault, times?: number) => void
  readonly clearRules: () => void
  /** All requests so far, oldest first. */
  readonly requests: readonly ProxiedRequest[]
  /** How many requests for this path came, and how many of them the backend got. */
  readonly count: (match: Matcher) => { readonly came: number; readonly forwarded: number }
  readonly close: () => Promise<void>
}

/** Start the proxy on a port of its own. */
export async function startFaultProxy({
  target,
  port: wanted,
}: {
  target: string
  port?: number
}): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true })
  const backend = new URL(target)
  const seen: ProxiedRequest[] = []
  let rules: { match: Matcher; fault: Fault; times: number }[] = []
  let mode: Fault = 'pass'
  let link = openLink(0)

  const server = createServer({ keepAlive: true }, (request, response) => {
    const one: ProxiedRequest = {
      ...outline(request),
      fault: faultFor(outline(request)),
      forwarded: false,
    }
    seen.push(one)
    // A test asks for broken connections, so their errors are not reported.
    handle(one, request, response).catch(() => response.destroy())
  })

  await listen(wanted ?? (await findFreePort()))
  const { port } = server.address() as AddressInfo

  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests: seen,
    setFault: async (fault) => {
      mode = fault
      if (typeof fault === 'object' && fault.type === 'slow') link = openLink(fault.kbps ?? 0)
      if (fault === 'refuse') await stop()
      else if (!server.listening) await listen(port)
    },
    addRule: (match, fault, times = Number.POSITIVE_INFINITY) =>
      void rules.push({ match, fault, times }),
    clearRules: () => void (rules = []),
    count: (match) => {
      const these = seen.filter((one) => matches(match, one))
      return { came: these.length, forwarded: these.filter(({ forwarded }) => forwarded).length }
    },
    close: async () => {
      await stop()
      agent.destroy()
    },
  }

  function faultFor(request: Pick<ProxiedRequest, 'method' | 'path' | 'headers'>): Fault {
    const rule = rules.find(({ match, times }) => times > 0 && matches(match, request))
    if (rule === undefined) return mode
    rule.times -= 1
    return rule.fault
  }

  async function handle(
    one: ProxiedRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { fault } = one
    if (fault === 'stall') return
    if (fault === 'reset-before' || fault === 'refuse') return reset(request)
    if (fault === 'portal-200') return portal(response, 200)
    if (fault === 'portal-302') return portal(response, 302)
    if (fault === 'portal-511') return portal(response, 511)
    if (typeof fault === 'object' && fault.type === 'status') return refuse(response, fault)
    if (typeof fault === 'object' && fault.type === 'gateway') {
      const { status, body } = GATEWAY_RESPONSES[fault.says]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    if (typeof fault === 'object' && fault.type === 'slow') await wait(fault.latency ?? 0)
    const answer = fault === 'twice' ? await twice(one, request) : await forward(one, request)
    if (fault === 'reset-after') {
      await toItsEnd(answer)
      return reset(request)
    }
    response.sendDate = false
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    response.flushHeaders()
    if (typeof fault === 'object' && fault.type === 'cut')
      return cut(answer, request, response, fault.bytes)
    const own = typeof fault === 'object' && fault !== mode ? openLink(fault.kbps ?? 0) : link
    for await (const chunk of answer) await own(response, chunk as Buffer)
    response.end()
  }

  async function twice(one: ProxiedRequest, request: IncomingMessage): Promise<IncomingMessage> {
    const body = await buffer(request)
    await toItsEnd(await forward(one, Readable.from([body])))
    return forward(one, Readable.from([body]))
  }

  async function forward(one: ProxiedRequest, body: Readable): Promise<IncomingMessage> {
    const { hostname, port: backendPort } = backend
    const onward = forwardTo({
      agent,
      hostname,
      port: backendPort,
      method: one.method,
      path: one.path,
      headers: one.headers,
    })
    const answered = once(onward, 'response') as Promise<[IncomingMessage]>
    one.forwarded = true
    body.pipe(onward)
    const [answer] = await answered
    one.status = answer.statusCode ?? 0
    return answer
  }

  async function listen(on: number) {
    server.listen(on, '127.0.0.1')
    await once(server, 'listening')
  }

  async function stop() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}

const outline = (request: IncomingMessage) => ({
  method: request.method ?? '',
  path: request.url ?? '',
  headers: request.headers,
})

function matches(
  match: Matcher,
  request: Pick<ProxiedRequest, 'method' | 'path' | 'headers'>,
): boolean {
  if (typeof match === 'function') return match(request)
  return typeof match === 'string' ? request.path.startsWith(match) : match.test(request.path)
}

/** Wait until the backend has sent the whole answer. */
async function toItsEnd(answer: IncomingMessage): Promise<void> {
  for await (const _ of answer);
}

function reset(request: IncomingMessage): void {
  request.socket.resetAndDestroy()
}

function portal(response: ServerResponse, status: number): void {
  const page = '<!doctype html><title>Wi-Fi</title><h1>欢迎使用校园无线网</h1>'
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    ...(status === 302 && { location: 'http://127.0.0.1:9/login' }),
  }
  response.writeHead(status, headers).end(page)
}

function refuse(
  response: ServerResponse,
  { status, retryAfter }: { status: number; retryAfter?: number },
): void {
  response
    .writeHead(status, { ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) })
    .end()
}

async function cut(
  answer: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  bytes: number,
): Promise<void> {
  let left = bytes
  for await (const chunk of answer) {
    const part = (chunk as Buffer).subarray(0, left)
    left -= part.length
    if (part.length > 0) await new Promise((written) => response.write(part, written))
    if (left === 0) break
  }
  request.socket.destroy()
}

const SLICE = 1460

/**
 * A link of this bandwidth, where 0 means unlimited. Writers use it one after the other, in their
 * order.
 */
function openLink(kbps: number) {
  let free = 0
  return async (response: ServerResponse, chunk: Buffer): Promise<void> => {
    const step = kbps === 0 ? chunk.length : SLICE
    for (let at = 0; at < chunk.length; at += step) {
      const slice = chunk.subarray(at, at + step)
      if (kbps > 0) {
        free = Math.max(performance.now(), free) + (slice.length * 8) / kbps
        await wait(free - performance.now())
      }
      if (!response.write(slice)) await once(response, 'drain')
    }
  }
}
