import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { ToServer, FromServer, ServedSite, SitePage } from './messages.ts'
import { NO_LINK, ShapedLink } from './shaped-link.ts'

// Serves a site over HTTP/2 and TLS through a link of limited bandwidth. This is a process of its
// own, so that other work does not delay it.
const link = new ShapedLink()
const sockets = new Set<Socket>()
let deliver: (socket: Socket) => void = (socket) => socket.destroy()
let port = 0
const listener = createServer({ allowHalfOpen: true }, (socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('error', () => {})
  deliver(socket)
})

process.on('message', (order: ToServer) => {
  void obey(order).then((reply) => process.send?.(reply))
})
// A phone that is closed during an answer causes this error.
process.on('uncaughtException', (error) => {
  if (
    !/ECONNRESET|EPIPE|PROTOCOL_ERROR|ERR_STREAM|ERR_HTTP2|premature|write after/i.test(
      `${'code' in error ? String(error.code) : ''} ${error.message}`,
    )
  )
    console.error(error)
})

async function obey(order: ToServer): Promise<FromServer> {
  switch (order.type) {
    case 'start':
      start(order.site)
      await listen()
      break
    case 'link':
      link.shape = order.shape ?? NO_LINK
      if (order.mode !== link.mode) await change(order.mode)
      // The next visit opens a new connection.
      if (order.fresh === true) for (const socket of sockets) socket.destroy()
      break
    case 'count':
      if (order.reset === true) link.resetCount()
      break
  }
  return { port, arrived: link.arrivedBy(order.type === 'count' ? order.by : undefined) }
}

async function change(mode: typeof link.mode): Promise<void> {
  if (mode === 'dead') {
    listener.close()
    for (const socket of sockets) socket.destroy()
  } else if (link.mode === 'dead') await listen()
  else if (link.mode === 'lie') for (const socket of sockets) socket.destroy()
  link.mode = mode
}

const listen = () =>
  new Promise<void>((resolve) => {
    listener.listen(port, '127.0.0.1', () => {
      const address = listener.address()
      if (typeof address === 'object' && address !== null) port = address.port
      resolve()
    })
  })

interface Kept {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}
const COMPRESSIBLE = /^text|javascript|json|svg|icon/
/**
 * The largest TLS record, bytes. A browser reads a record when all of it has arrived, so the proxies
 * that the campus is told to use send small ones (docs/operations.md), as the large networks do.
 */
const LARGEST_RECORD = 4_096
/** Ours and those of the usual build tools: `assets/…`, or `name-BdfXcJ2k.js`. */
const NAMED_BY_CONTENT = /^assets\/|[-._](?=[\w-]*[A-Z0-9])[\w-]{8,}\.[a-z0-9]+$/

function start({ folder, page, rendered = {}, prefetchPages = {}, campus, tls }: ServedSite): void {
  const files = new Map<string, Kept>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    if (/\.(br|gz|map)$/.test(name) || statSync(join(folder, name)).isDirectory()) continue
    const isPage = name === 'index.html'
    files.set(
      `/${name}`,
      kept(
        isPage && page !== undefined ? Buffer.from(page.html) : readFileSync(join(folder, name)),
        name,
        type,
        isPage ? page?.headers : {},
      ),
    )
  }
  const pageKept = ({ html, headers }: SitePage) =>
    kept(Buffer.from(html), 'index.html', TYPES['html'] ?? '', headers)
  for (const [path, one] of Object.entries(rendered)) files.set(path, pageKept(one))
  const prefetched = new Map(
    Object.entries(prefetchPages).map(([path, one]) => [path, pageKept(one)]),
  )
  const server = createSecureServer({ ...tls, allowHTTP1: true }, (request, response) => {
    const path = new URL(request.url, 'https://localhost').pathname
    const isNavigation = String(request.headers.accept).includes('text/html')
    const isAhead = request.headers['sec-purpose'] === 'prefetch'
    const found =
      (isAhead ? prefetched.get(path) : undefined) ??
      files.get(path) ??
      files.get(`${path}index.html`) ??
      (isNavigation ? files.get('/index.html') : undefined)
    // Calls, and files that only the backend has: the school's public content.
    if (campus !== undefined && (request.method !== 'GET' || found === undefined))
      return proxyRequest(request, response, campus)
    if (found === undefined) return void response.writeHead(404).end()
    if (request.headers['if-none-match'] === found.headers['etag'])
      return void response.writeHead(304, found.headers).end()
    response.writeHead(200, { ...found.headers, 'content-length': found.body.length })
    response.end(found.body)
  })
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(LARGEST_RECORD))
  for (const event of ['error', 'sessionError', 'tlsClientError', 'clientError'])
    server.on(event, () => {})
  deliver = (socket) => {
    const end = link.over(socket)
    end.on('error', () => {})
    server.emit('connection', end)
  }
}

function kept(
  plain: Buffer,
  name: string,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Kept {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const cacheControl = NAMED_BY_CONTENT.test(name)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache'
  const common = {
    'cache-control': cacheControl,
    ...headers,
    'content-type': type,
    etag,
    vary: 'accept-encoding',
  }
  if (!COMPRESSIBLE.test(type) || plain.length < 256) return { headers: common, body: plain }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return {
    headers: { ...common, 'content-encoding': 'br' },
    body: brotliCompressSync(plain, { params }),
  }
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding'])

function proxyRequest(
  request: Http2ServerRequest,
  response: Http2ServerResponse,
  campus: string,
): void {
  const named = Object.entries(request.headers).filter(
    ([name]) => !name.startsWith(':') && name !== 'connection',
  )
  const headers = { ...Object.fromEntries(named), host: new URL(campus).host }
  const onward = httpRequest(
    new URL(request.url, campus),
    { method: request.method, headers },
    (answer) => {
      response.writeHead(
        answer.statusCode ?? 502,
        Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name)),
        ),
      )
      answer.pipe(response)
    },
  )
  onward.on('error', () => response.writeHead(502).end())
  request.pipe(onward)
}
