import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createDCtx, decompressUsingDict, freeDCtx } from '@bokuweb/zstd-wasm'
import { buildDeltas } from '#server/platform/files/dictionary-deltas/build'
import { dictionaryNameOf } from '#server/platform/files/dictionary-deltas/format'
import { travelFormBody } from '../../../support/backend/form-bodies.ts'
import { type CampusProcess, startCampusProcess } from './campus-process.ts'
import { type Http2Response, connectHttp2 } from './http2-client.ts'
import { type ProxyKind, type RunningProxy, startProxy } from './proxy.ts'
import { createPictureForm, UPLOAD_REQUEST } from './slow-upload.ts'
import { startCluster } from './test-cluster.ts'
import type { Workspace } from './workspace.ts'

/** Two processes behind a proxy, which share a database and files. */
export interface ProxiedCampus {
  readonly databaseUrl: string
  /** The settings of the processes. */
  readonly env: Record<string, string>
  readonly sockets: readonly string[]
  readonly processes: readonly [CampusProcess, CampusProcess]
  readonly proxy: RunningProxy
}

/** Start the two processes. */
export async function startProxiedCampus(
  place: Workspace,
  kind: ProxyKind,
): Promise<ProxiedCampus> {
  const cluster = await startCluster(place, 'database')
  const filesDir = join(place.folder, 'files')
  const env = {
    PROXY_HOPS: '1',
    // With this setting the cookies are Secure.
    PUBLIC_URL: 'https://campus.example',
    FILES_DIR: filesDir,
    REQUESTS_PER_MINUTE: '0',
    ANONYMOUS_PER_MINUTE: '0',
  }
  const sockets = [1, 2].map((which) => join(place.folder, `${which}.sock`))
  const start = async (socket = '') =>
    startCampusProcess(place, cluster.url(), { ...env, SOCKET: socket })
  const [first, second] = [await start(sockets[0]), await start(sockets[1])]
  const processes = sockets.map((socket) => `unix:${socket}`)
  const proxy = await startProxy(place, { kind, processes, filesDir })
  return { databaseUrl: cluster.url(), env, sockets, processes: [first, second], proxy }
}

const STUDENT = { stuNumber: '990001', idCard: '110101200801010015', openId: '' }
const AS_BROWSER = { 'accept-encoding': 'gzip, deflate, br', accept: '*/*' }
const AS_PAGE = { ...AS_BROWSER, 'sec-fetch-dest': 'document', 'accept-language': 'zh-CN' }
const AS_JSON = { ...AS_BROWSER, 'content-type': 'application/json' }

/**
 * A new student's first visit through a proxy over HTTP/2: page, files, service worker, sign-in,
 * form, photo. Each header is compared with the header that the process itself sends. Returns
 * figures.
 */
export async function playProxiedVisit(place: Workspace, kind: ProxyKind): Promise<string> {
  const site = await startProxiedCampus(place, kind)
  const { proxy, processes } = site
  const { send, close } = connectHttp2(proxy.url, proxy.certificate)
  place.onClose(close)

  const { page, count } = await firstPage(site, send)
  const html = plain(page).toString()
  const compared = [count]
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  assert.ok(files.length > 1, 'the page names its files')
  const ofWorker = readdirSync('dist/app/assets').filter((name) => name.endsWith('.js'))
  for (const path of [
    ...files,
    ...ofWorker.map((name) => `/assets/${name}`),
    '/sw.js',
    '/manifest.webmanifest',
    '/icons/192.png',
  ]) {
    const file = await send(path, { headers: AS_BROWSER })
    assert.equal(file.status, 200, path)
    assert.deepEqual(plain(file), readFileSync(join('dist/app', path)), path)
    const isFromDisk = file.headers['x-request-id'] === undefined
    assert.equal(isFromDisk, path.startsWith('/assets/'), `${path}: who answers`)
    compared.push(await same(site, path, file, AS_BROWSER))
  }
  const zipped = await send(files[0] ?? '', { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  const whole = await send(files[0] ?? '')
  assert.equal(whole.headers['content-encoding'], undefined)
  assert.deepEqual(plain(zipped), whole.bytes)
  assert.equal((await send('/assets/none-12345678.js')).status, 404)
  await differs(site, kind, send)
  place.print(`page, worker and ${files.length} files, each with the headers of the process itself`)

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body: JSON.stringify(body), headers: { ...AS_JSON, ...headers } })
  const bound = await post('/api/binding/findstu', STUDENT)
  const said = JSON.parse(plain(bound).toString())
  const authorization = String(said.token)
  // TLS ends at the proxy, but the cookie must be sent over TLS only.
  assert.match(bound.headers['set-cookie'] ?? '', /Secure/)
  const before = Date.now()
  const remark = `by ${kind}`
  const key = crypto.randomUUID()
  const form = '/api/TravelInformation/addBusInformation'
  for (const time of [1, 2]) {
    const sent = await post(form, travelFormBody({ remark, remarks: remark }), {
      authorization,
      'idempotency-key': key,
    })
    assert.equal(sent.status, 200, `the form, time ${time}: ${plain(sent).toString()}`)
    assert.equal(sent.headers['idempotency-key'], key)
  }
  const read = await post('/wx/app/selectAllApp', {}, { authorization })
  assert.equal(read.headers['content-encoding'], 'gzip', 'an answer of the app is packed')
  assert.ok(Math.abs(new Date(read.headers['date'] ?? '').getTime() - before) < 60_000)
  place.print('signed in, sent a form twice under one key, read')

  const picture = await createPictureForm()
  const uploaded = await send(UPLOAD_REQUEST.path, {
    method: 'POST',
    body: picture,
    headers: { authorization, 'content-type': UPLOAD_REQUEST.type },
  })
  const kept = JSON.parse(plain(uploaded).toString())
  assert.equal(kept.success, true, plain(uploaded).toString())
  const shown = await send(
    new URL(kept.realPathList[0], proxy.url).pathname +
      new URL(kept.realPathList[0], proxy.url).search,
    {
      headers: { authorization },
    },
  )
  assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png'])
  const large = await send(UPLOAD_REQUEST.path, {
    method: 'POST',
    body: Buffer.alloc(3 * 2 ** 20),
    headers: { authorization, 'content-type': UPLOAD_REQUEST.type },
  })
  assert.equal(large.status, 413)
  assert.match(large.headers['content-type'] ?? '', /json/, 'refused with the app’s own sentence')
  place.print(
    `a picture of ${picture.length} bytes was sent and shown; 3 MB were refused by the app`,
  )

  const plainly = await fetch(`${proxy.redirectUrl}/welcome/1`, { redirect: 'manual' })
  const { protocol, pathname } = new URL(plainly.headers.get('location') ?? '')
  assert.deepEqual([plainly.status, protocol, pathname], [308, 'https:', '/welcome/1'])
  for (let turn = 0; turn < 4; turn++) await post('/wx/app/selectAllApp', {}, { authorization })
  // The proxy logs a request when it is over, which can be after its answer has arrived.
  await pause(200)
  for (const campus of processes)
    assert.match(campus.output(), /selectAllApp/, 'both processes are asked')
  for (const secret of [STUDENT.stuNumber, STUDENT.idCard, authorization, '127.0.0.1 -'])
    assert.ok(!proxy.logs().includes(secret), 'the log of the proxy names nobody')
  await holdsHalfSentBodies(place, kind)
  place.print('of bodies that came by halves the process saw nothing before they were whole')
  return `${compared.reduce((sum, count) => sum + count, 0)} headers of ${compared.length} files are those of the process`
}

/**
 * Get the page, and compare its headers with those of the process. A busy machine can be too slow
 * to render one of the two pages, which then has another policy and another age; in this case both
 * are requested again.
 */
async function firstPage(
  site: ProxiedCampus,
  ask: ReturnType<typeof connectHttp2>['send'],
): Promise<{ page: Http2Response; count: number }> {
  for (let tries = 1; ; tries++) {
    const page = await ask('/', { headers: AS_PAGE })
    try {
      return { page, count: await same(site, '/', page, AS_PAGE) }
    } catch (error) {
      if (tries === MOST_TRIES) throw error
    }
  }
}
const MOST_TRIES = 20

// More than either proxy reads at once, and as much as the office's largest spreadsheet.
const HALF_SENT_BYTES = [200_000, 3_000_000, 32_000_000]

/**
 * Check that the proxy forwards a request only when its body is complete, so that a slow sender
 * occupies no process.
 */
async function holdsHalfSentBodies(place: Workspace, kind: ProxyKind): Promise<void> {
  let begun = 0
  const whole: number[] = []
  const process = createServer((request, answer) => {
    if (request.method !== 'POST') return void answer.end()
    begun += 1
    let bytes = 0
    request.on('data', (part: Buffer) => (bytes += part.byteLength))
    request.on('end', () => {
      whole.push(bytes)
      answer.end()
    })
  })
  const port = await place.port()
  process.listen(port, '127.0.0.1')
  await once(process, 'listening')
  place.onClose(() => void process.close())
  const proxy = await startProxy(place, {
    kind,
    processes: [`http://127.0.0.1:${port}`],
    filesDir: join(place.folder, 'files'),
  })
  for (const bytes of HALF_SENT_BYTES) {
    const sent = request(`${proxy.plainUrl}/api/half`, {
      method: 'POST',
      headers: { 'content-length': bytes },
    })
    const half = Buffer.alloc(bytes / 2)
    await new Promise((resolve) => sent.write(half, resolve))
    await pause(500)
    assert.equal(begun, whole.length, `${kind} passes on half of ${bytes} bytes`)
    const answered = once(sent, 'response')
    sent.end(half)
    const [answer] = await answered
    answer.resume()
    assert.deepEqual([answer.statusCode, whole.at(-1)], [200, bytes])
  }
}

/**
 * Check that a client with the file of an earlier release gets a delta, and any other client the
 * whole file.
 */
async function differs(
  { processes, env }: ProxiedCampus,
  kind: ProxyKind,
  ask: ReturnType<typeof connectHttp2>['send'],
): Promise<void> {
  const filesDir = env['FILES_DIR'] ?? ''
  const [build = ''] = readdirSync('dist/app/assets').filter((name) => !name.includes('.'))
  const content = readFileSync(join('dist/app/assets', build, 'first.js'))
  const earlier = Buffer.concat([Buffer.from('// An earlier release.\n'), content])
  mkdirSync(join(filesDir, 'assets/earlier'))
  writeFileSync(join(filesDir, 'assets/earlier/first.js'), earlier)
  await buildDeltas({ appDir: 'dist/app', filesDir })
  const path = `/assets/${build}/first.js`
  const headers = (known: Buffer) => ({
    'accept-encoding': 'gzip, br, dcz',
    'available-dictionary': `:${dictionaryNameOf(known)}:`,
  })
  const less = await ask(path, { headers: headers(earlier) })
  assert.equal(less.headers['content-encoding'], 'dcz')
  const context = createDCtx()
  const made = decompressUsingDict(context, less.bytes.subarray(40), earlier)
  freeDCtx(context)
  assert.ok(content.equals(made), 'the file is made of the earlier one and what differs')
  const isFromDisk = less.headers['x-request-id'] === undefined
  assert.equal(isFromDisk, kind === 'nginx', 'who answers with what differs')
  if (isFromDisk) await same({ processes }, path, less, headers(earlier))
  const other = await ask(path, { headers: headers(content) })
  assert.equal(other.headers['content-encoding'], 'br')
  assert.deepEqual(plain(other), content)
}

// Headers that a proxy can change: how and when it compresses, and how long the connection stays
// open.
const OF_THE_WAY = new Set(
  'connection keep-alive transfer-encoding content-length date x-request-id'.split(' '),
)
const OF_THE_PROXY = new Set(['accept-ranges', 'last-modified', 'etag', 'server', 'via', 'alt-svc'])

/**
 * Compare the headers of an answer with those that a process itself sends behind TLS. Returns their
 * number.
 */
async function same(
  { processes }: Pick<ProxiedCampus, 'processes'>,
  path: string,
  got: Http2Response,
  headers: Record<string, string>,
): Promise<number> {
  const own = await fetch(processes[0].url + path, {
    headers: { ...headers, 'x-forwarded-proto': 'https' },
  })
  await own.arrayBuffer()
  const wanted = [...own.headers].filter(([name]) => !OF_THE_WAY.has(name) && name !== 'etag')
  for (const [name, value] of wanted)
    assert.equal(
      got.headers[name],
      path.startsWith('/assets/') ? forFiles(value) : value,
      `${path}: ${name}`,
    )
  const more = Object.keys(got.headers).filter(
    (name) => !own.headers.has(name) && !OF_THE_WAY.has(name) && !OF_THE_PROXY.has(name),
  )
  assert.deepEqual(more, [], `${path}: headers that only the proxy sends`)
  return wanted.length
}

// Only a page has inline styles, so the hashes of styles are left out for files.
const forFiles = (value: string) => value.replaceAll(/ 'sha256-[^']+'/g, '')

function plain({ headers, bytes }: Http2Response): Buffer {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}
