import { isIP } from 'node:net'
import type { AnyCall } from '#contract/call'
import type { CallCounts } from './call-counts.ts'
import { type HttpConnection, openHttpConnection } from './connection.ts'

/** The parts of a request besides its input. */
export interface SendOptions {
  readonly token?: string | undefined
  readonly key?: string
  /**
   * When the request should have been sent (`performance.now()`). Its time is measured from there.
   */
  readonly due?: number
}

/** An answer, checked as a phone checks it. */
export interface SendResult {
  readonly status: number
  readonly body: unknown
  /** What was wrong; undefined if the answer is what the call promises. */
  readonly fault: string | undefined
  /** The seconds to wait before the next attempt, as the backend asks. */
  readonly retryAfter: number | undefined
}

/** Sends requests as phones do, each on a connection that no other request uses at that moment. */
export interface RequestSender {
  readonly send: <I>(
    call: Pick<AnyCall, 'path' | 'rule'> & { readonly input: { encode: (input: I) => unknown } },
    input: I,
    beside?: SendOptions,
  ) => Promise<SendResult>
  readonly close: () => Promise<void>
}

/** A sender to these addresses, which are used in turn. Addresses of other machines are refused. */
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

// Free connections are kept in a list, because a pool that searches thousands of connections takes
// more CPU time than sending.
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

/** Whether this is an address of the machine itself. */
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
