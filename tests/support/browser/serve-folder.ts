import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** A folder that is served over HTTP. */
export interface ServedFolder {
  readonly url: string
  /** The requested paths, in order. */
  readonly requestedPaths: string[]
  readonly close: () => Promise<void>
}

/**
 * Serve a folder with a built app without a backend, reading each file at its request, for tests of
 * deployments.
 */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://served')
    const file = pathname === '/' ? '/index.html' : pathname
    asked.push(file)
    readFile(join(folder, file)).then(
      (content) =>
        response
          .writeHead(200, {
            'content-type': TYPES[extname(file)] ?? 'text/plain',
            'cache-control': file.startsWith('/assets/')
              ? 'max-age=31536000, immutable'
              : 'no-cache',
          })
          .end(content),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    requestedPaths: asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
