import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageSettings } from '#contract/page-settings'
import { openRenderedPages } from '#server/platform/ssr/open-rendered-pages'
import { type RenderFetch, type Renderer, createRenderer } from '#server/platform/ssr/renderer'
import { waitUntil } from '../../../support/setup/wait-until.ts'

const folder = mkdtempSync(join(tmpdir(), 'baodao-drawer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const program = join(folder, 'entry-server.mjs')
writeFileSync(
  program,
  `let count = 0
   export const createRenderer = async (settings) => async ({ path, language, now }) => {
     if (path === '/broken') throw new Error('broken')
     if (path === '/hangs') return new Promise(() => {})
     if (path === '/dies') process.exit(1)
     if (path === '/strange') return { title: 1 }
     if (path === '/climbs') return { title: '', html: '', hydrationData: '', nextAddress: 'a b' }
     const answer = await fetch('/asked', { method: 'POST', headers: { 'X-Language': language }, body: path })
     const html = [settings, now, count += 1, answer.status, answer.headers.get('x-own'), await answer.text()].join(' ')
     if (path === '/dies-later') new BroadcastChannel('die').onmessage = () => { throw new Error('later') }
     return { title: language, html: '<i class="used">' + html + '</i>', hydrationData: '{}' }
   }`,
)
const START = {
  program,
  settings: 'settings',
  styles: '.used{a:b}.beside{c:d}.gone{e:f}',
  noscriptHtml: '<p class="beside">',
}

let faults: string[]
let started: number
let pageRenderer: Renderer
let later = 0
const now = performance.now.bind(performance)
beforeEach(() => {
  ;[faults, started] = [[], 0]
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  pageRenderer = createRenderer({
    beginning: () => {
      started += 1
      return START
    },
    onFault: (error) => void faults.push(String(error)),
  })
})
afterEach(() => {
  pageRenderer.retireThread()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const answering: RenderFetch = async ({ address, headers, body }) => ({
  status: 201,
  headers: [['x-own', `${address} ${headers['x-language']}`]],
  body: `answer to ${body}`,
})
const draw = (path = '/', ask = answering) =>
  pageRenderer.renderPage({ path, language: 'zh', now: 7 }, ask)
/** How many pages this page's thread has rendered, which the page contains. */
const count = async (path?: string) => (await draw(path))?.html.split(' ')[3]

test('a page is rendered by the code of the build, which fetches from this campus only', async () => {
  expect(await draw()).toEqual({
    title: 'zh',
    html: '<i class="used">settings 7 1 201 /asked zh answer to /</i>',
    hydrationData: '{}',
    styles: '.used{a:b}.beside{c:d}',
  })
  expect([await count(), await count()]).toEqual(['2', '3'])
  expect([started, faults]).toEqual([1, []])
})

test('an address that is not a page, or fails to render, returns no page and no error', async () => {
  for (const path of ['/broken', '/strange', '/climbs']) expect(await draw(path)).toBeUndefined()
  expect([await count(), started, faults]).toEqual(['1', 1, []])
})

test('pages are rendered one after the other, twenty wait, and further requests get the shell', async () => {
  let go = () => {}
  const held = new Promise<void>((done) => (go = done))
  const asked: string[] = []
  const slowly: RenderFetch = async (one) => {
    asked.push(one.body)
    await held
    return answering(one)
  }
  const all = Array.from({ length: 23 }, (_, at) => draw(`/${at}`, slowly))
  const refused = await Promise.all(all.slice(21))
  expect(refused).toEqual([undefined, undefined])
  await waitUntil(() => expect(asked).toEqual(['/0']))
  go()
  const results = await Promise.all(all.slice(0, 21))
  expect(results.map((one) => one?.html.split(' ')[3])).toEqual(
    Array.from({ length: 21 }, (_, at) => String(at + 1)),
  )
})

test('after a render thread has died no page is rendered for a minute, and then a new thread is started', async () => {
  expect(await draw('/dies')).toBeUndefined()
  expect(faults).toEqual(['Error: The drawing thread has ended.'])
  later += 59_000
  expect([await draw(), started]).toEqual([undefined, 1])
  later += 1001
  expect([await count(), started]).toEqual(['1', 2])
})

test('a render thread that dies while idle causes no pause, and the next page gets a new thread', async () => {
  const died = new Promise<void>((resolve) =>
    process.once('worker', (thread) => thread.on('exit', () => resolve())),
  )
  expect(await count('/dies-later')).toBe('1')
  // The page and the error arrive on two ports, so only now is it certain that the page came first.
  const channel = new BroadcastChannel('die')
  channel.postMessage('now')
  await died
  channel.close()
  expect([await count(), started, faults]).toEqual(['1', 2, []])
})

test('rendering ends if the campus does not answer', async () => {
  expect(await draw('/', () => Promise.reject(new Error('away')))).toBeUndefined()
  expect(faults).toEqual(['Error: away'])
  later += 60_001
  expect([await count(), started]).toEqual(['1', 2])
})

test('a missing build is reported', async () => {
  const gone = createRenderer({
    beginning: () => {
      throw new Error('gone')
    },
    onFault: (error) => void faults.push(String(error)),
  })
  expect(await gone.renderPage({ path: '/', language: 'zh', now: 0 }, answering)).toBeUndefined()
  expect(faults).toEqual(['Error: gone'])
})

test('a page that hangs is given up after ten seconds, and its thread is ended', async () => {
  await draw()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = draw('/hangs')
  await new Promise(setImmediate)
  vi.advanceTimersByTime(9999)
  expect(faults).toEqual([])
  vi.advanceTimersByTime(1)
  expect(await hanging).toBeUndefined()
  expect(faults).toEqual(['Error: A page took too long to draw.'])
  later += 60_001
  expect([await count(), started]).toEqual(['1', 2])
})

test('a render thread ends two seconds after its last page, or when it is retired', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expect(await count()).toBe('1')
  vi.advanceTimersByTime(1999)
  expect(await count()).toBe('2')
  vi.advanceTimersByTime(1999)
  expect(await count()).toBe('3')
  vi.advanceTimersByTime(2000)
  expect([await count(), started]).toEqual(['1', 2])
  pageRenderer.retireThread()
  expect([await count(), started]).toEqual(['1', 3])
  // A thread that is retired while it renders ends after that page, and only once.
  const last = draw('/', (one) => {
    pageRenderer.retireThread()
    return answering(one)
  })
  expect((await last)?.html).toContain('settings 7 2 ')
  expect([await count(), await count(), started]).toEqual(['1', '2', 4])
  expect(faults).toEqual([])
})

test('pages are rendered with the code that the build has for it, until another build replaces it', async () => {
  const appDir = join(folder, 'app')
  const settings = { school: '某', apps: [1] } as unknown as PageSettings
  const frame =
    '<title>x</title><style>i{}</style><div id="root"><!--/shell--></div><!--settings-->'
  const options = {
    appDir,
    canvas: () => ({ frame, settings }),
    onFault: (error: unknown) => void faults.push(String(error)),
  }
  expect(openRenderedPages(options)).toBeUndefined()
  mkdirSync(`${appDir}.ssr`, { recursive: true })
  writeFileSync(
    join(`${appDir}.ssr`, 'entry-server.mjs'),
    `let count = 0
     export const createRenderer = async (settings) => async () =>
       ({ title: '', html: 'drawing ' + (count += 1) + settings, hydrationData: '' })`,
  )
  writeFileSync(join(`${appDir}.ssr`, 'start.js'), '')
  expect(openRenderedPages(options)).toBeUndefined()
  mkdirSync(join(appDir, '.vite'), { recursive: true })
  writeFileSync(join(appDir, '.vite/manifest.json'), '{}')
  writeFileSync(join(appDir, 'index.html'), 'as built')
  const pages = openRenderedPages(options)
  const campus = { now: () => new Date(0), fetch: answering }
  const find = async () => {
    const file = (await pages?.find('/', 'zh', campus))?.file
    return file && new TextDecoder().decode(file.bytes['identity'])
  }
  const first = await waitUntil(async () => {
    const text = await find()
    expect(text).toContain('drawing 1')
    return text
  })
  // The list of the home page is included once.
  expect(first).toContain('{"school":"某"}')
  expect(first).not.toContain('apps')
  expect(first).toContain('<style>i{}</style>')
  pages?.clear()
  // This page was rendered by a new thread.
  expect(
    await waitUntil(async () => {
      const text = await find()
      expect(text).toBeDefined()
      return text
    }),
  ).toContain('drawing 1')
  writeFileSync(join(appDir, 'index.html'), 'another')
  pages?.clear()
  expect(await find()).toBeUndefined()
  expect(faults).toEqual([
    'Error: Public pages are not drawn: another release was built in the place of this.',
  ])
})
