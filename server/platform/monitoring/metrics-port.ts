import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'
import type { MetricsAddress } from '../settings/settings.ts'

/**
 * Serves the metrics on a separate port until the process ends. The port is separate because the
 * metrics are for the operator only.
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
  // This port alone must not keep the process alive.
  await once(server.listen(port, host).unref(), 'listening')
  const address = server.address()
  return { port: typeof address === 'object' ? (address?.port ?? port) : port }
}
