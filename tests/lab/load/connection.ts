import { connect } from 'node:net'

/** A request. */
export interface PostRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A response. */
export interface PostResponse {
  readonly status: number
  readonly text: string
  /** The `Retry-After` in seconds. */
  readonly retryAfter: number | undefined
}

/** A connection to one address, for one request at a time. */
export interface HttpConnection {
  readonly post: (posted: PostRequest) => Promise<PostResponse>
  /** Whether the connection is open. */
  readonly isOpen: () => boolean
  readonly close: () => void
}

const SILENCE_MS = 30_000
const HEAD_ENDS = '\r\n\r\n'
// All connections read into the same buffer. Each answer is copied out of it before the next is
// read.
const READ_INTO = Buffer.alloc(64 * 1024)

/**
 * Open a connection that understands as much HTTP as the backend and its proxy use: answers with a
 * Content-Length, and connections that stay open or are closed. An answer without a Content-Length
 * never ends.
 * A complete HTTP client took most of a core during the first four seconds of a crowd, and the load
 * generator shares its machine with the campus.
 */
export function openHttpConnection({ hostname, port, host }: URL): HttpConnection {
  let heard = ''
  let waiting:
    | { resolve: (reply: PostResponse) => void; reject: (error: unknown) => void }
    | undefined
  let isOpen = true
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    noDelay: true,
    onread: {
      buffer: READ_INTO,
      callback: (length) => {
        heard += READ_INTO.toString('latin1', 0, length)
        const reply = replyIn(heard)
        if (reply === undefined) return true
        heard = ''
        waiting?.resolve(reply)
        waiting = undefined
        if (reply.isLast) end()
        else socket.setTimeout(0)
        return true
      },
    },
  })
  const end = (error: unknown = new Error('the connection was closed')) => {
    isOpen = false
    socket.destroy()
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', end)
  socket.on('close', () => end())
  socket.on('timeout', () => end(new Error(`silent for ${SILENCE_MS} ms`)))
  return {
    isOpen: () => isOpen,
    close: () => end(),
    post: ({ path, headers, body }) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.setTimeout(SILENCE_MS)
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}${HEAD_ENDS}${body}`,
        )
      }),
  }
}

// In latin1 a character is a byte, so that lengths are right.
function replyIn(heard: string): (PostResponse & { readonly isLast: boolean }) | undefined {
  const headEnds = heard.indexOf(HEAD_ENDS)
  if (headEnds < 0) return undefined
  const head = heard.slice(0, headEnds + 2).toLowerCase()
  const length = fieldOf(head, 'content-length')
  const body = heard.slice(headEnds + HEAD_ENDS.length)
  if (body.length < Number(length)) return undefined
  const after = fieldOf(head, 'retry-after')
  return {
    status: Number(head.slice(9, 12)),
    text: Buffer.from(body, 'latin1').toString(),
    retryAfter: after === undefined ? undefined : Number(after),
    isLast: fieldOf(head, 'connection') === 'close',
  }
}

function fieldOf(head: string, name: string): string | undefined {
  const at = head.indexOf(`\r\n${name}: `)
  if (at < 0) return undefined
  return head.slice(at + name.length + 4, head.indexOf('\r\n', at + 2))
}
