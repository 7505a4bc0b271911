import assert from 'node:assert'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findPublicPage } from '#contract/public-pages'
import { insertNotice } from '#server/features/notices/store'
import { prerenderPublicPages } from '#server/platform/ssr/prerender'
import { keepUsedStyles } from '#server/platform/ssr/used-styles'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

const folder = mkdtempSync(join(tmpdir(), 'baodao-drawn-'))
const appDir = join(folder, 'app')
let backend: Backend

// This program takes the place of the built app: it requests the notices as the app does, and
// counts its renderings.
const PROGRAM = `
let count = 0
export const createRenderer = async (settings) => async ({ path, language }) => {
  if (path === '/more') throw new Error('broken')
  if (path === '/feemenu') return new Promise(() => {})
  const answer = await fetch('/api/notice/findNotice', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
    body: JSON.stringify({ pageNum: 1, pageSize: 10 }),
  })
  const { results } = await answer.json()
  const titles = results.records.map(({ title }) => '<li class="used">' + title + '</li>').join('')
  const html = '<p>drawing ' + (count += 1) + '</p>' + titles
  const title = path + ' ' + JSON.parse(settings).school
  return { title, html, hydrationData: '{}', ...(path === '/' && { nextAddress: '/campus/login' }) }
}`

beforeAll(async () => {
  mkdirSync(join(appDir, '.vite'), { recursive: true })
  mkdirSync(`${appDir}.ssr`, { recursive: true })
  writeFileSync(
    join(appDir, 'index.html'),
    `<!doctype html><html lang="zh-CN"><head><title>报到</title><!--settings--><style>b{color:red}</style></head>
     <body><div id="root"><!--shell--><div>shell</div><noscript>no script</noscript><!--/shell--></div></body></html>`,
  )
  writeFileSync(join(appDir, 'some.css'), '.used{color:green}.unused{color:blue}')
  writeFileSync(
    join(appDir, '.vite/manifest.json'),
    JSON.stringify({ 'index.html': { file: 'a.js', isEntry: true, css: ['some.css'] } }),
  )
  writeFileSync(join(`${appDir}.ssr`, 'entry-server.mjs'), PROGRAM)
  writeFileSync(join(`${appDir}.ssr`, 'start.js'), 'start()')
  backend = await startBackend({ env: { APP_DIR: appDir } })
  // Wait for the first page, since a new render thread takes longer than a request waits.
  await waitUntil(async () => assert(isServerRendered(await get('/login'))))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})
// Advance the clock before each test, so that cached pages must be checked again.
let later = 0
const now = performance.now.bind(performance)
beforeEach(() => {
  later += 60_001
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const said = await backend.fetch(path, { headers: { 'accept-language': 'zh-CN', ...headers } })
  return { headers: said.headers, status: said.status, html: await said.text() }
}
const isServerRendered = ({ html }: { html: string }) => html.includes('data-ssr')
const renderNumber = ({ html }: { html: string }) => /drawing (\d+)/.exec(html)?.[1]

test('a public address is recognized in every spelling, and only if the whole path matches', () => {
  const all = ['/', '/Notice', '/notice/demo-1', '/NOTICE/Demo-1', '/schoolKnow', '/login/']
  expect(all.map(findPublicPage)).toEqual([
    '/',
    '/notice',
    '/notice/demo-1',
    '/notice/Demo-1',
    '/schoolknow',
    undefined,
  ])
  for (const path of ['/me', '/login/report', '/notice/1/2', '/notice/%3Cb%3E', '/checkin'])
    expect(findPublicPage(path)).toBeUndefined()
})

test('public pages are rendered before the first visitor, and a page that fails does not delay the others', async () => {
  const opened: string[] = []
  const renderNumbers: (string | undefined)[] = []
  await prerenderPublicPages(async (path, language) => {
    opened.push(`${path} ${language}`)
    if (opened.length === 2) throw new Error('broken')
    const { html } = await get(path, { 'accept-language': language })
    renderNumbers.push(renderNumber({ html }))
  })
  expect(opened.slice(0, 4)).toEqual(['/ zh', '/ en', '/login zh', '/login en'])
  expect(renderNumbers.filter(Boolean)).toHaveLength(3)
})

test('an anonymous visitor gets the rendered page, and the policy allows the styles that it uses by their hash', async () => {
  const { headers, html } = await get('/notice')
  expect(html).toContain('<title>/notice 示例大学</title>')
  expect(html).toMatch(/<div id="root" data-ssr><p>drawing \d+<\/p><li class="used">/)
  expect(html).toContain('<div class="shell-after"><noscript>no script</noscript></div>')
  expect(html).toContain('<style>b{color:red}.used{color:green}</style>')
  expect(html).not.toContain('shell</div>')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*';/)
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/]+=*';/)
  expect(policy).not.toBe((await get('/me')).headers.get('content-security-policy'))
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('vary')).toBe('Cookie, Accept-Language, Accept-Encoding')
  const again = await get('/notice', { 'if-none-match': headers.get('etag') ?? '' })
  expect([again.status, again.html]).toEqual([304, ''])
})

test('a page can name the most likely next page, which is prefetched before the tap', async () => {
  const said = (await get('/')).headers.get('link')
  expect(said).toBe('</campus/login>; rel=prefetch; fetchpriority=high')
  const ahead = { 'sec-fetch-dest': 'empty', 'sec-purpose': 'prefetch' }
  const { headers, html, status } = await get('/login', ahead)
  expect([status, isServerRendered({ html }), headers.get('link')]).toEqual([200, true, null])
  expect(headers.get('cache-control')).toBe('private, max-age=300')
  expect((await get('/api/x', ahead)).status).toBe(404)
})

test('a visitor who could see other content gets the shell: a bound phone, the messaging app, an address with a query, the service worker', async () => {
  const own = { cookie: 'look=x; own=1' }
  const messaging = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0' }
  const frames = [
    await get('/notice', own),
    await get('/notice', messaging),
    await get('/notice?next=/me'),
    await get('/index.html'),
    await get('/me'),
  ]
  expect(frames.filter(isServerRendered)).toEqual([])
  for (const { html } of frames) expect(html).toContain('shell</div>')
  // Because of Vary, a cache that has one variant does not serve it to the other visitors.
  expect(frames[0]?.headers.get('vary')).toMatch(/cookie/i)
})

test('each language has its own rendered page', async () => {
  const [zh, en] = [await get('/notice'), await get('/notice', { 'accept-language': 'en-GB' })]
  expect(en.html).toContain('<html lang="en">')
  expect(en.html).toContain('Arriving as a new student')
  expect(zh.html).toContain('<html lang="zh-CN">')
  expect(zh.headers.get('etag')).not.toBe(en.headers.get('etag'))
})

test('the language switch works without a script, for public pages and known languages only', async () => {
  const post = (path: string) =>
    backend.fetch(path, {
      method: 'POST',
      headers: { 'accept-language': 'zh-CN' },
      redirect: 'manual',
    })
  const turned = await post('/Notice?language=en')
  expect([turned.status, turned.headers.get('location')]).toEqual([303, '/notice'])
  expect(turned.headers.get('cache-control')).toBe('no-store')
  const said = turned.headers.get('set-cookie')
  expect(said).toBe('language=en; Max-Age=31536000; Path=/; SameSite=Lax')
  const english = await get('/notice', { cookie: 'language=en' })
  expect(english.html).toContain('Arriving as a new student')
  expect(english.html).toContain('<html lang="en">')
  expect(isServerRendered(await get('/notice', { cookie: 'language=fr' }))).toBe(true)
  for (const path of [
    '/notice',
    '/notice?language=fr',
    '/me?language=en',
    '/notice//elsewhere?language=en',
  ]) {
    const refused = await post(path)
    expect([path, refused.status, refused.headers.get('set-cookie')]).toEqual([path, 404, null])
  }
})

test('a page is rendered once for many simultaneous visitors, and again when the campus’s data or the day has changed', async () => {
  const rush = await Promise.all(Array.from({ length: 20 }, () => get('/schoolcalendar')))
  const first = renderNumber(rush[0] ?? { html: '' })
  expect(new Set(rush.map(renderNumber))).toEqual(new Set([first]))
  expect(renderNumber(await get('/schoolcalendar'))).toBe(first)
  later += 5_001
  expect(renderNumber(await get('/schoolcalendar'))).toBe(first)
  await insertNotice(backend.db, {
    id: 'new-1',
    title: '新的通知',
    content: '<p>x</p>',
    audience: 'everyone',
    status: 'published',
    published_at: backend.clock.now(),
  })
  later += 5_001
  const changed = await get('/schoolcalendar')
  expect(changed.html).toContain('新的')
  expect(renderNumber(changed)).not.toBe(first)
  backend.clock.advance(86_400)
  later += 5_001
  const tomorrow = await get('/schoolcalendar')
  expect(renderNumber(tomorrow)).not.toBe(renderNumber(changed))
  backend.clock.advance(-86_400)
})

test('the shell is served when a page cannot be rendered, or not in time', async () => {
  expect(isServerRendered(await get('/more'))).toBe(false)
  expect(isServerRendered(await get('/feemenu'))).toBe(false)
})

test('a page has only the style rules that it uses, also inside media and support conditions', () => {
  const css =
    'a{b:c}.x,.y{d:e}.x .gone{f:g}.x:not(.gone){h:i}@media print{.gone{j:k}.y{l:m}}@media screen{.gone{n:o}}' +
    '@keyframes turn{to{p:q}}@keyframes other{to{p:q}}.x{animation:1s turn}'
  expect(keepUsedStyles(css, '<i class="x"></i>')).toBe(
    'a{b:c}.x{d:e}.x:not(.gone){h:i}@keyframes turn{to{p:q}}.x{animation:1s turn}',
  )
})
