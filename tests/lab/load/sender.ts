import { isIP } from 'node:net'
import type { AnyCall } from '#contract/call'
import type { CallCounts } from './call-counts.ts'
import { type HttpConnection, openHttpConnection } from './connection.ts'

/** What a request says beside its words. */
export interface SendOptions {
  readonly token?: string | undefined
  readonly key?: string
  /** When it should have been sent (`performance.now()`): from then on it counts. */
  readonly due?: number
}

/** An answer, judged as a phone judges it. */
export interface SendResult {
  readonly status: number
  readonly body: unknown
  /** Undefined when it was what the call promises. */
  readonly fault: string | undefined
  /** How many seconds to wait before trying again, as the backend asks. */
  readonly retryAfter: number | undefined
}

/** Sends requests as phones do, each on a connection that nobody else uses at that moment. */
export interface RequestSender {
  readonly send: <I>(
    call: Pick<AnyCall, 'path' | 'rule'> & { readonly input: { encode: (input: I) => unknown } },
    input: I,
    beside?: SendOptions,
  ) => Promise<SendResult>
  readonly close: () => Promise<void>
}

/** A sender to these addresses, which take turns. They are this machine's own, or it refuses. */
export function createRequestSender(
  addresses: readonly string[],
  tally: CallCounts,
): RequestSender {
  const lines = addresses.map((address) => {
    if (!isLoopback(address))
      throw new Error(`${address} is not this machine: load is made on loopback only.`)
    return createLines(address)
  })
  let turn = 0
  return {
    send: async (call, input, { token, key, due = performance.now() } = {}) => {
      const free = lines[turn++ % lines.length]
      if (free === undefined) throw new Error('nowhere to send to')
      const line = free.take()
      const answer = await line
        .post({
          path: call.path,
          headers: {
            'content-type': 'application/json',
            'accept-language': 'zh',
            ...(token !== undefined && { authorization: token }),
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          body: JSON.stringify(call.input.encode(input)),
        })
        .then(
          ({ status, text, retryAfter }) => {
            const body = parsed(text)
            return { status, body, fault: faultOf(call, status, body), retryAfter }
          },
          (error: unknown) => ({
            status: 0,
            body: undefined,
            fault: error instanceof Error && 'code' in error ? String(error.code) : String(error),
            retryAfter: undefined,
          }),
        )
      free.give(line)
      tally.record(call.path, performance.now() - due, answer.fault)
      return answer
    },
    close: async () => {
      for (const { close } of lines) close()
    },
  }
}

// A pool that looks for a free connection among thousands takes more of the driver than sending.
function createLines(address: string) {
  const to = new URL(address)
  const all: HttpConnection[] = []
  const free: HttpConnection[] = []
  const open = () => {
    const line = openHttpConnection(to)
    all.push(line)
    return line
  }
  const take = (): HttpConnection => {
    const line = free.pop() ?? open()
    return line.isOpen() ? line : take()
  }
  return {
    take,
    give: (line: HttpConnection) => void free.push(line),
    close: () => {
      for (const line of all) line.close()
    },
  }
}

/** Is this an address of the machine that asks? */
export function isLoopback(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function faultOf(call: Pick<AnyCall, 'rule'>, status: number, body: unknown): string | undefined {
  if (status !== 200) return `status ${status}`
  if (call.rule.isSuccess(body)) return undefined
  const said =
    typeof body === 'object' && body !== null && 'msg' in body ? String(body.msg) : 'no answer'
  return `refused: ${said}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
