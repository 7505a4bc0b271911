import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PageSettings } from '#contract/page-settings'
import { openStaticApp } from '#server/platform/app/static-app'
import {
  deltaPath,
  dictionaryNameOf,
  encodeDelta,
} from '#server/platform/files/dictionary-deltas/format'
import { waitUntil } from '../../../support/setup/wait-until.ts'

const SETTINGS: PageSettings = {
  school: '某大学',
  demo: false,
  host: 'none',
  payment: 'none',
  sms: false,
  appId: '',
  authorizeUrl: '',
}
const FRAME = `<!doctype html><html lang="zh-CN"><head><title>报到</title>
<meta name="apple-mobile-web-app-title" content="报到" /><!--settings--><style>b{}</style></head>
<body><div id="root"><!--shell-->shell<!--/shell--></div></body></html>`
const MANIFEST = '{"name":"报到","short_name":"报到","id":"/"}'
/** A renderer that renders its own counter, which restarts at one in a new thread. */
const PROGRAM = `let count = 0
export const createRenderer = async (settings) => async ({ path, language }) => ({
  title: JSON.parse(settings).school,
  html: 'drawing ' + (count += 1) + ' ' + language,
  hydrationData: '{}',
  ...(path === '/' && { nextAddress: '/campus/login' }),
})`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baodao-served-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (...names: string[]) => join(folder, ...names)
function write(path: string, content: string | Buffer = path): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), content)
}
function build(): void {
  write('app/index.html', FRAME)
  write('app/manifest.webmanifest', MANIFEST)
  write('app/assets/one/main.js', 'main')
  write('app/sw.js', 'worker')
}
const campus = {
  now: () => new Date(),
  fetch: async () => ({ status: 503, headers: [], body: '' }),
}

/** The built app, and a browser that requests its files. */
function served(wishes: { installName?: string } = {}) {
  const faults: unknown[] = []
  const app = openStaticApp({
    appDir: at('app'),
    dataDir: at('data'),
    filesDir: at('files'),
    publicDir: at('public'),
    basePath: '/campus',
    settings: SETTINGS,
    onFault: (error) => void faults.push(error),
    ...wishes,
  })
  const hono = new Hono().get('*', (c) => app.serve(c, c.req.path, campus))
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const said = await hono.request(path, { headers })
    const text = await said.text()
    const header = (name: string) => said.headers.get(name)
    return { status: said.status, text, header, cached: header('cache-control') }
  }
  return { ...app, get, faults }
}
const isPage = ({ text }: { text: string }) => text.includes('<!doctype html>')

describe('an address of the app', () => {
  test('an address that is neither a call nor a file is answered with the page', async () => {
    build()
    const { get, indexHtml } = served()
    expect(indexHtml).toBe(FRAME)
    for (const path of ['/', '/me', '/notice', '/index.html', '/unheard/of/1']) {
      const said = await get(path)
      expect([path, said.status, isPage(said), said.cached]).toEqual([path, 200, true, 'no-cache'])
      expect(said.text).toContain('"school":"某大学"')
      expect(said.text).not.toContain('<!--settings-->')
      expect(said.header('vary')).toMatch(/Accept-Language, Accept-Encoding$/)
    }
    expect((await get('/me')).header('vary')).not.toMatch(/Cookie/)
    expect((await get('/notice')).header('vary')).toMatch(/^Cookie, /)
    expect((await get('/', { 'accept-language': 'en' })).text).toContain('<html lang="en">')
    expect((await get('/')).text).toContain('<html lang="zh-CN">')
  })

  test('the address of a call or a file is not answered with the page', async () => {
    build()
    const { get } = served()
    for (const path of ['/api/x', '/metrics', '/assets', '/assets/none.js', '/x.php', '/wx'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    for (const [wanted, status] of [
      ['document', 200],
      ['frame', 200],
      ['iframe', 200],
      ['script', 404],
      ['empty', 404],
    ] as const)
      expect([wanted, (await get('/me', { 'sec-fetch-dest': wanted })).status]).toEqual([
        wanted,
        status,
      ])
    const ahead = { 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch;prerender' }
    expect((await get('/me', ahead)).status).toBe(200)
    const other = { ...ahead, 'sec-purpose': 'x prefetch' }
    expect((await get('/me', other)).status).toBe(404)
    const missing = await get('/assets/none.js')
    expect([missing.cached, missing.header('content-type')]).toEqual([
      'no-store',
      'application/json',
    ])
    expect(missing.text).toContain('没有找到您要的内容')
    expect((await get('/x.php', { 'accept-language': 'en' })).text).toContain('This was not found')
  })

  test('an address of the app says how to build the app if it is not built', async () => {
    const { get, updateSettings, indexHtml } = served()
    expect(indexHtml).toBe('')
    updateSettings(SETTINGS, 'x')
    for (const path of ['/', '/me']) {
      const said = await get(path, { 'accept-language': 'en' })
      expect([said.status, said.text]).toEqual([
        503,
        'The app is not built yet: run npm run build first',
      ])
    }
    for (const path of ['/index.html', '/manifest.webmanifest', '/assets/x.js'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

describe('a file of the app', () => {
  test('a build file is immutable for clients, and stays available under its name', async () => {
    build()
    const { get } = served()
    const said = await get('/assets/one/main.js')
    expect([said.status, said.text]).toEqual([200, 'main'])
    expect(said.cached).toBe('public, max-age=31536000, immutable')
    expect(said.header('use-as-dictionary')).toBe('match="/campus/assets/*/main.js"')
    expect(said.header('vary')).toBe('Available-Dictionary, Accept-Encoding')
    const worker = await get('/sw.js')
    expect([worker.text, worker.cached]).toEqual(['worker', 'no-cache'])
  })

  test('a file of another release stays available, also a file of a build that this build has replaced', async () => {
    build()
    const { get } = served()
    write('files/assets/two/main.js', 'younger')
    expect((await get('/assets/two/main.js')).text).toBe('younger')
    rmSync(at('app'), { recursive: true })
    expect((await get('/assets/one/main.js')).text).toBe('main')
  })

  test('a file is sent as a delta to the version that the browser has', async () => {
    build()
    const { get } = served()
    const earlier = Buffer.from('earlier')
    const less = encodeDelta(Buffer.from('packed'), earlier)
    write(deltaPath('files', 'one/main.js', dictionaryNameOf(earlier)), less)
    const known = {
      'available-dictionary': `:${dictionaryNameOf(earlier)}:`,
      'accept-encoding': 'dcz',
    }
    const said = await get('/assets/one/main.js', known)
    expect(said.header('content-encoding')).toBe('dcz')
    expect(said.header('content-length')).toBe(String(less.length))
    expect((await get('/assets/one/main.js', { ...known, 'accept-encoding': 'br' })).text).toBe(
      'main',
    )
  })

  test('a campus file is served beside the build’s files, and can override two of them', async () => {
    build()
    write('app/robots.txt', 'of the build')
    write('app/favicon.ico', 'of the build')
    const { get } = served()
    expect((await get('/robots.txt')).text).toBe('of the build')
    for (const name of ['robots.txt', 'favicon.ico', 'sw.js', 'index.html', 'proof.txt'])
      write(`public/${name}`, 'of the campus')
    for (const path of ['/robots.txt', '/favicon.ico', '/proof.txt']) {
      const said = await get(path)
      expect([path, said.text, said.cached]).toEqual([path, 'of the campus', 'no-cache'])
    }
    expect((await get('/sw.js')).text).toBe('worker')
    expect(isPage(await get('/index.html'))).toBe(true)
  })
})

test('the school’s texts are served by their version, for the last few versions', async () => {
  build()
  const { get, updateContent } = served()
  const versions: string[] = []
  for (const text of ['1', '2', '3', '4', '5', '5']) versions.push(await updateContent(text))
  expect(new Set(versions).size).toBe(5)
  const said = await Promise.all(versions.map((version) => get(`/content/${version}.json`)))
  expect(said.map(({ status, text }) => (status === 200 ? text : status))).toEqual([
    404,
    '2',
    '3',
    '4',
    '5',
    '5',
  ])
  expect(said.at(-1)?.cached).toContain('immutable')
  expect((await get('/content/unheard.json')).status).toBe(404)
})

describe('the name of the installed app', () => {
  const named = async ({ get }: ReturnType<typeof served>) => {
    const page = (await get('/')).text
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.cached).toBe('no-cache')
    expect(manifest.header('content-type')).toBe('application/manifest+json')
    return [/app-title" content="([^"]*)"/.exec(page)?.[1], manifest.text]
  }

  test('the web app manifest is as built, or has the name that the school configured', async () => {
    build()
    expect(await named(served())).toEqual(['报到', MANIFEST])
    const app = served({ installName: '江城' })
    expect(await named(app)).toEqual(['江城', '{"name":"江城","short_name":"江城","id":"/"}'])
    app.updateSettings({ ...SETTINGS, school: '别的' }, `a&"<b>$&`)
    const [title, manifest = ''] = await named(app)
    expect(title).toBe('a&amp;&quot;&lt;b>$&amp;')
    expect(JSON.parse(manifest)).toEqual({ name: 'a&"<b>$&', short_name: 'a&"<b>$&', id: '/' })
    expect((await app.get('/')).text).toContain('"school":"别的"')
    app.updateSettings(SETTINGS)
    expect(await named(app)).toEqual(['报到', MANIFEST])
  })

  test('the web app manifest is 404 if the build has none', async () => {
    build()
    rmSync(at('app/manifest.webmanifest'))
    const { get, updateSettings } = served({ installName: 'x' })
    updateSettings(SETTINGS, 'y')
    expect((await get('/manifest.webmanifest')).status).toBe(404)
  })
})

test('a page rendered for anonymous visitors is sent to them only, and is rendered again after a change', async () => {
  build()
  write('app/.vite/manifest.json', '{}')
  write('app.ssr/entry-server.mjs', PROGRAM)
  write('app.ssr/start.js', '')
  const { get, updateSettings, faults } = served()
  const renderNumber = ({ text }: { text: string }) => /drawing (\d+ \w+)/.exec(text)?.[1]
  const getRendered = (path: string, headers: Record<string, string> = {}) =>
    waitUntil(async () => {
      const said = await get(path, headers)
      expect(renderNumber(said)).toBeDefined()
      return said
    })
  const first = await getRendered('/')
  expect(first.text).toContain('<title>某大学')
  expect(first.cached).toBe('private, no-cache')
  expect(first.header('vary')).toBe('Cookie, Accept-Language, Accept-Encoding')
  expect(first.header('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
  expect(first.header('link')).toBe('</campus/login>; rel=prefetch; fetchpriority=high')
  const ahead = await getRendered('/login', { 'sec-purpose': 'prefetch' })
  expect([ahead.cached, ahead.header('link')]).toEqual(['private, max-age=300', null])
  expect(renderNumber(await getRendered('/notice', { cookie: 'language=en' }))).toMatch(/ en$/)

  const frames = [
    await get('/', { cookie: 'own=1' }),
    await get('/?next=/me'),
    await get('/', { 'user-agent': 'Mozilla MICROmessenger/8' }),
    await get('/me'),
  ]
  for (const frame of frames)
    expect([renderNumber(frame), isPage(frame)]).toEqual([undefined, true])

  updateSettings({ ...SETTINGS })
  expect(renderNumber(await get('/'))).toBe(renderNumber(first))
  updateSettings({ ...SETTINGS, school: '别的' })
  expect((await getRendered('/')).text).toContain('<title>别的')
  expect(faults).toEqual([])
})
