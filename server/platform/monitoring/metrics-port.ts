import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

/** Where the collector asks. */
export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/**
 * Answer a collector at a port of its own, to the end: what is counted is for who runs the server,
 * not for who uses it.
 */
export async function serveMetrics(
  registry: Registry,
  { host, port }: MetricsAddress,
): Promise<{ readonly port: number }> {
  const server = createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) =>
        response
          .writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
          .end(text),
      () => response.writeHead(500).end(),
    )
  })
  // It alone keeps no process alive.
  await once(server.listen(port, host).unref(), 'listening')
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? port) : port }
}
