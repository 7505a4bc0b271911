import { Worker } from 'node:worker_threads'

/** A request to send. */
export interface SentRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The answer to a request. */
export interface SentAnswer {
  /** 0 if the server has hung up, as it may on who sends too much. */
  readonly status: number
  /** The beginning of a refusal or fault. */
  readonly text: string
}

/**
 * Start a thread that sends requests, over connections that stay open. So neither the time nor the
 * memory for sending is measured as the server's, which runs in the test's own thread.
 */
export function startSendingThread() {
  const waiting = new Map<number, (answer: SentAnswer) => void>()
  const thread = new Worker(PROGRAM, { eval: true })
  thread.on('message', ({ id, ...answer }: SentAnswer & { readonly id: number }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  let count = 0
  return {
    send: (request: SentRequest): Promise<SentAnswer> =>
      new Promise((resolve) => {
        const id = count++
        waiting.set(id, resolve)
        thread.postMessage({ id, ...request })
      }),
    stop: () => thread.terminate(),
  }
}

/** Copy the bytes of a large body to memory that the thread shares, so that sending copies nothing. */
export function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength))
  shared.set(bytes)
  return shared
}

// A connection that the server has closed while it was idle is replaced by a new one.
const PROGRAM = `
const { parentPort } = require('node:worker_threads')
const { Agent, request } = require('node:http')
const keptAlive = new Agent({ keepAlive: true })
parentPort.on('message', ({ id, url, method, headers, body }) => {
  const send = (agent) => {
    const sent = request(url, { method, headers, agent })
    let [status, text] = [0, '']
    sent.on('response', (answer) => {
      status = answer.statusCode
      answer.on('data', (chunk) => {
        if (status >= 400 && text.length < 500) text += chunk
      })
      answer.on('error', () => {})
    })
    sent.on('error', () => {})
    sent.on('close', () => {
      if (status === 0 && sent.reusedSocket) send(false)
      else parentPort.postMessage({ id, status, text: text.slice(0, 500) })
    })
    sent.end(Buffer.from(body))
  }
  send(keptAlive)
})`
