import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request that the service received. */
export interface ReceivedRequest {
  readonly method: string | undefined
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly bytes: Buffer
}

/**
 * The answer of the service: a text, a value as JSON, or a status. It can also hang up ('hangs up')
 * or redirect (`to`).
 */
export type ServiceReply =
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly status: number }
  | { readonly to: string }
  | 'hangs up'

/** A web service whose answers a test defines, with the requests that it received. */
export async function startFakeService(
  says: (heard: ReceivedRequest) => ServiceReply | Promise<ServiceReply>,
) {
  const heard: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://played')
    const answer = async () => {
      const bytes = await buffer(request)
      const one: ReceivedRequest = {
        method: request.method,
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: request.headers,
        body: bytes.toString('utf8'),
        bytes,
      }
      heard.push(one)
      const said = await says(one)
      if (said === 'hangs up') response.destroy()
      else if ('to' in said) response.writeHead(302, { location: said.to }).end()
      else if ('status' in said) response.writeHead(said.status).end()
      else if ('text' in said) response.end(said.text)
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(said.json))
    }
    answer().catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
