import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'

/** A response as it was received. */
export interface Http2Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** Sends requests to one site over a single HTTP/2 connection with TLS, as browsers do. */
export interface Http2Client {
  readonly send: (
    path: string,
    wish?: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array },
  ) => Promise<Http2Response>
  readonly close: () => void
}

/** Connect to the site at `url`, whose certificate is in the file `certificate`. */
export function connectHttp2(url: string, certificate: string): Http2Client {
  const session = connect(url, { ca: readFileSync(certificate) })
  // A connection error is reported by the request that fails because of it.
  session.on('error', () => {})
  return { send: (path, wish = {}) => ask(session, path, wish), close: () => session.close() }
}

function ask(
  session: ClientHttp2Session,
  path: string,
  { method = 'GET', headers = {}, body }: Parameters<Http2Client['send']>[1] & object,
): Promise<Http2Response> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': method, ':path': path, ...headers })
    const parts: Buffer[] = []
    let status = 0
    const said: Record<string, string> = {}
    stream.on('response', (answered) => {
      status = Number(answered[':status'])
      for (const [name, value] of Object.entries(answered))
        if (!name.startsWith(':')) said[name] = String(value)
    })
    stream.on('data', (part: Buffer) => void parts.push(part))
    stream.on('end', () => resolve({ status, headers: said, bytes: Buffer.concat(parts) }))
    stream.on('error', reject)
    stream.end(body)
  })
}
