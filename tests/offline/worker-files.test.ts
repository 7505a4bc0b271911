import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PrecachedFile } from '#contract/packs'
import { hashPage } from '#contract/page-hash'
import {
  openWorkerHarness,
  createFetchEvent,
  type WorkerHarness,
} from '../support/offline/worker-harness.ts'

const page = (build: string) => `<html><script src="/app/assets/${build}/app.js"></script></html>`
const FILES = 'files https://campus.test/app/'
const USED = 'used https://campus.test/app/'

/** The files of a build. `icon.png` and the styles are the same in all builds. */
const filesOf = (build: string): PrecachedFile[] =>
  listed(build).map((entry) => ({ ...entry, hash: hashOf(contentOf(entry.url, build)) }))

const listed = (build: string) => [
  { url: 'index.html' },
  { url: `assets/${build}/app.js` },
  { url: `assets/${build}/look.css` },
  { url: 'icon.png' },
  { url: `assets/${build}/family.js`, packs: ['student'] },
  { url: `assets/${build}/desk.js`, packs: ['desk', 'office'] },
]

const contentOf = (url: string, build: string) => {
  if (url === 'index.html') return page(build)
  return /look|icon/.test(url) ? url.replace(build, '') : `${url} of ${build}`
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

let phone: WorkerHarness

beforeEach(() => (phone = openWorkerHarness()))
afterEach(() => void vi.unstubAllGlobals())

/** Let the server have only the files of this build. */
function serve(build: string) {
  phone.network.clear()
  for (const { url } of filesOf(build))
    phone.network.set(
      url,
      () =>
        new Response(contentOf(url, build), {
          headers: {
            'Content-Type': url.endsWith('.css') ? 'text/css' : 'text/plain',
            Vary: 'Accept-Encoding',
          },
        }),
    )
}

async function install(build: string) {
  serve(build)
  const worker = await phone.start(filesOf(build))
  await worker.dispatchEvent('install')
  return worker
}

async function takeOver(build: string) {
  const worker = await install(build)
  await worker.dispatchEvent('activate')
  return worker
}

const askedPaths = () => phone.requests.splice(0).map(({ path }) => path)
const cutOff = () => phone.network.clear()
const said = async (answer: Promise<Response | undefined>) => (await answer)?.text()
const navigating = (path: string) => createFetchEvent(path, { mode: 'navigate' })

describe('files that the worker installs', () => {
  test('the worker installs content-hashed files from the HTTP cache if possible, and reloads all others from the server', async () => {
    await install('one')
    expect(phone.requests).toEqual([
      { path: 'index.html', cache: 'reload' },
      { path: 'assets/one/app.js', cache: 'default' },
      { path: 'assets/one/look.css', cache: 'default' },
      { path: 'icon.png', cache: 'reload' },
      // The pages rendered for new visitors.
      { path: '', cache: 'no-cache' },
      { path: 'login', cache: 'no-cache' },
    ])
  })

  test('the worker of a later build fetches only changed files', async () => {
    await takeOver('one')
    askedPaths()
    await install('two')
    expect(askedPaths()).toEqual(['index.html', 'assets/two/app.js'])
  })

  test('the worker fetches at most four files at once', async () => {
    let [now, most] = [0, 0]
    const many = Array.from({ length: 9 }, (_, at) => ({
      url: `assets/x/${at}.js`,
      hash: hashOf(''),
    }))
    const fetchNow = globalThis.fetch
    for (const { url } of many) phone.network.set(url, () => new Response(''))
    vi.stubGlobal('fetch', async (address: string) => {
      now += 1
      most = Math.max(most, now)
      await new Promise((later) => setTimeout(later))
      now -= 1
      return fetchNow(address)
    })
    await (await phone.start(many)).dispatchEvent('install')
    expect(most).toBe(4)
    expect(await phone.listCached(FILES)).toHaveLength(9)
  })

  test('the worker’s installation fails if the server cannot deliver a file', async () => {
    serve('one')
    phone.network.set('icon.png', () => new Response('', { status: 503 }))
    const worker = await phone.start(filesOf('one'))
    await expect(worker.dispatchEvent('install')).rejects.toThrow('icon.png: 503')
  })

  test('a page of another release is fetched up to five times again, and then the worker’s installation fails', async () => {
    serve('one')
    let answers = 0
    phone.network.set(
      'index.html',
      () => new Response(++answers === 6 ? page('one') : page('one') + page('two')),
    )
    const worker = await phone.start(filesOf('one'))
    await worker.dispatchEvent('install')
    expect(answers).toBe(6)
    cutOff()
    expect(await said(worker.dispatchEvent('fetch', navigating('fees')))).toBe(page('one'))

    const other = openWorkerHarness()
    phone = other
    serve('one')
    phone.network.set('index.html', () => new Response(page('two')))
    const second = await phone.start(filesOf('one'))
    await expect(second.dispatchEvent('install')).rejects.toThrow(
      'index.html is not of this release',
    )
    expect(askedPaths().filter((path) => path === 'index.html')).toHaveLength(6)
  })

  test('a script that a cache or proxy has changed is fetched again bypassing all caches, and stored as it was built', async () => {
    serve('one')
    const asked: (string | undefined)[] = []
    phone.network.set('assets/one/app.js', ({ cache }) => {
      asked.push(cache)
      return new Response(cache === 'reload' ? 'assets/one/app.js of one' : 'hostile()')
    })
    const worker = await phone.start(filesOf('one'))
    await worker.dispatchEvent('install')
    expect(asked).toEqual(['default', 'reload'])
    cutOff()
    expect(
      await said(worker.dispatchEvent('fetch', createFetchEvent('assets/one/app.js'))),
    ).toContain('of one')
  })

  test.each([
    ['a script', 'assets/one/app.js', 'hostile()'],
    ['a page with an added script', 'index.html', `${page('one')}<script>hostile()</script>`],
    [
      'settings that end their script element',
      'index.html',
      `${page('one')}<script type="application/json" id="settings">{}<script>hostile()</script></script>`,
    ],
  ])(
    '%s that was changed in transit is discarded, and the worker’s installation fails',
    async (_, path, text) => {
      serve('one')
      phone.network.set(path, () => new Response(text))
      const worker = await phone.start(filesOf('one'))
      await expect(worker.dispatchEvent('install')).rejects.toThrow(
        `${path} is not of this release`,
      )
      expect((await phone.listCached(FILES)).filter((name) => name.startsWith(path))).toEqual([])
    },
  )

  test('a page with the campus’s settings, language and app name is accepted as unchanged', async () => {
    const built =
      '<html lang="zh-CN"><meta name="apple-mobile-web-app-title" content="报到" /><!--settings--></html>'
    const sent =
      '<html lang="en"><meta name="apple-mobile-web-app-title" content="示例大学" />' +
      '<script type="application/json" id="settings">{"school":"示例大学"}</script></html>'
    phone.network.set('index.html', () => new Response(sent))
    const hash = await hashPage(built)
    const worker = await phone.start([{ url: 'index.html', hash }])
    await worker.dispatchEvent('install')
    cutOff()
    expect(await said(worker.dispatchEvent('fetch', navigating('fees')))).toBe(sent)
  })

  test('a pack of files is stored on request, and then with the installation of every later build', async () => {
    const worker = await takeOver('one')
    askedPaths()
    const replies: unknown[] = []
    const keep = (pack: string, by = worker) =>
      by.dispatchEvent('message', {
        data: { type: 'keep', pack },
        ports: [{ postMessage: (reply: unknown) => replies.push(reply) }],
      })
    await keep('student')
    await keep('student')
    expect(askedPaths()).toEqual(['assets/one/family.js'])
    cutOff()
    await keep('office')
    const kept = { kept: true, delivery: 'assets/delivery.js' }
    expect(replies).toEqual([kept, kept, { kept: false }])
    expect(
      await said(worker.dispatchEvent('fetch', createFetchEvent('assets/one/family.js'))),
    ).toContain('of one')
    askedPaths()
    const second = await install('two')
    expect(askedPaths()).toEqual(['index.html', 'assets/two/app.js', 'assets/two/family.js'])
    // A file that belongs to two packs is stored with each of them.
    await keep('desk', second)
    askedPaths()
    await install('three')
    expect(askedPaths()).toContain('assets/three/desk.js')
  })
})

describe('the worker’s responses', () => {
  test('the worker answers every page address with the stored page and its headers, without the network', async () => {
    const worker = await install('one')
    cutOff()
    expect(await said(worker.dispatchEvent('fetch', navigating('fees/5')))).toBe(page('one'))
    const look = await worker.dispatchEvent('fetch', createFetchEvent('assets/one/look.css'))
    expect(look?.headers.get('Content-Type')).toBe('text/css')
  })

  test('the worker answers a page address from the network if no page is stored', async () => {
    const worker = await phone.start([])
    phone.network.set('fees', () => new Response('the network’s'))
    expect(await said(worker.dispatchEvent('fetch', navigating('fees')))).toBe('the network’s')
  })

  test('the worker stores an app file that is not precached from its first use until the next build', async () => {
    const worker = await takeOver('one')
    expect(
      await said(worker.dispatchEvent('fetch', createFetchEvent('assets/one/desk.js'))),
    ).toContain('of one')
    cutOff()
    expect(
      await said(worker.dispatchEvent('fetch', createFetchEvent('assets/one/desk.js'))),
    ).toContain('of one')
    await takeOver('two')
    expect(await phone.listCached(USED)).toEqual([])
  })

  test.each([
    ['a file outside the app', 'regions.json', () => new Response('{}')],
    ['a refusal', 'assets/one/gone.js', () => new Response('', { status: 404 })],
    [
      'a response of another origin',
      'assets/one/moved.js',
      () => Object.defineProperty(new Response(''), 'redirected', { value: true }),
    ],
  ])('the worker answers with %s and does not store it', async (_, path, answer) => {
    const worker = await takeOver('one')
    phone.network.set(path, answer)
    expect(await worker.dispatchEvent('fetch', createFetchEvent(path))).toBeDefined()
    expect(await phone.listCached(USED)).toEqual([])
  })

  test('the worker rejects an app file that was changed in transit, unless fetching it again bypassing all caches gives the right one', async () => {
    const worker = await takeOver('one')
    phone.network.set('assets/one/desk.js', () => new Response('hostile()'))
    expect(
      (await worker.dispatchEvent('fetch', createFetchEvent('assets/one/desk.js')))?.type,
    ).toBe('error')
    expect(await phone.listCached(USED)).toEqual([])
    phone.network.set(
      'assets/one/desk.js',
      ({ cache }) => new Response(cache === 'reload' ? 'assets/one/desk.js of one' : 'hostile()'),
    )
    expect(
      await said(worker.dispatchEvent('fetch', createFetchEvent('assets/one/desk.js'))),
    ).toContain('of one')
  })

  test('the worker answers with a file even if the full disk cannot store it', async () => {
    const worker = await takeOver('one')
    phone.setDiskFull(true)
    expect(
      await said(worker.dispatchEvent('fetch', createFetchEvent('assets/one/desk.js'))),
    ).toContain('of one')
  })
})

describe('settings and texts that a server inserts into the page', () => {
  const told = (settings: object, more = '') =>
    `<html><!--frame--><script type="application/json" id="settings">${JSON.stringify(settings)}</script>${more}</html>`
  const text = '{"/api/guide/find":{}}'
  const content = hashOf(text)
  const serveSettings = (settings: object, more?: string) =>
    phone.network.set('index.html', () => new Response(told(settings, more)))
  const started = async () => {
    serveSettings({ school: '旧名', content })
    phone.network.set(`content/${content}.json`, () => new Response(text))
    const hash = await hashPage(told({}))
    const worker = await phone.start([{ url: 'index.html', hash }])
    await worker.dispatchEvent('install')
    return worker
  }

  test('the worker renews the stored page’s settings when a page opens or requests it, notifies open pages, and changes no other part of the page', async () => {
    const worker = await started()
    serveSettings({ school: '新名', content })
    expect(await said(worker.dispatchEvent('fetch', navigating('fees')))).toContain('旧名')
    expect(worker.actions).toEqual(['page-renewed'])
    expect(await said(worker.dispatchEvent('fetch', navigating('fees')))).toContain('新名')
    serveSettings({ school: '假名' }, '<script>hostile()</script>')
    await worker.dispatchEvent('message', { data: { type: 'renew' } })
    serveSettings({ school: '新名', content })
    await worker.dispatchEvent('message', { data: { type: 'renew' } })
    cutOff()
    expect(await said(worker.dispatchEvent('fetch', navigating('fees')))).toContain('新名')
    expect(worker.actions).toEqual(['page-renewed'])
  })

  test('the school’s texts are installed with the worker and available offline', async () => {
    const worker = await started()
    cutOff()
    expect(
      await said(worker.dispatchEvent('fetch', createFetchEvent(`content/${content}.json`))),
    ).toBe(text)
    // A page that was opened before the last change requests an older version of the texts.
    expect(await said(worker.dispatchEvent('fetch', createFetchEvent('content/older.json')))).toBe(
      text,
    )
  })

  test('the worker’s installation fails if the school’s texts do not match their version', async () => {
    serveSettings({ content })
    phone.network.set(`content/${content}.json`, () => new Response('{"hostile":1}'))
    const hash = await hashPage(told({}))
    const worker = await phone.start([{ url: 'index.html', hash }])
    await expect(worker.dispatchEvent('install')).rejects.toThrow('is not of this version')
  })
})

describe('a tab of an earlier build', () => {
  test('a tab of an earlier build finds its files after one update, but not after a second one', async () => {
    await takeOver('one')
    const second = await takeOver('two')
    expect(
      await said(second.dispatchEvent('fetch', createFetchEvent('assets/one/app.js'))),
    ).toContain('of one')
    // This file is the same in both builds and stored once.
    expect(
      await said(second.dispatchEvent('fetch', createFetchEvent('assets/one/look.css'))),
    ).toContain('look.css')
    const third = await takeOver('three')
    await expect(
      third.dispatchEvent('fetch', createFetchEvent('assets/one/app.js')),
    ).rejects.toThrow('fetch')
    expect(
      await said(third.dispatchEvent('fetch', createFetchEvent('assets/two/app.js'))),
    ).toContain('of two')
    expect((await phone.listCached(FILES)).toSorted()).toEqual(
      [
        `assets/app.js?hash=${hashOf(contentOf('assets/three/app.js', 'three'))}`,
        `assets/app.js?hash=${hashOf(contentOf('assets/two/app.js', 'two'))}`,
        `assets/look.css?hash=${hashOf('assets//look.css')}`,
        `icon.png?hash=${hashOf('icon.png')}`,
        `index.html?hash=${hashOf(page('three'))}`,
        `index.html?hash=${hashOf(page('two'))}`,
      ].toSorted(),
    )
  })

  test('a tab finds its files while the next build is installed and waiting', async () => {
    await takeOver('one')
    const waiting = await install('two')
    cutOff()
    expect(
      await said(waiting.dispatchEvent('fetch', createFetchEvent('assets/one/app.js'))),
    ).toContain('of one')
  })

  test('a tab finds its files if its build has recorded them by address alone', async () => {
    const notes = await caches.open('notes https://campus.test/app/')
    await notes.put('build', new Response('https://campus.test/app/assets/old/app.js'))
    const files = await caches.open(FILES)
    await files.put('https://campus.test/app/assets/old/app.js', new Response('of old'))
    const worker = await takeOver('one')
    expect(await said(worker.dispatchEvent('fetch', createFetchEvent('assets/old/app.js')))).toBe(
      'of old',
    )
  })
})

describe('requests that the worker does not handle', () => {
  test.each([
    ['a write', createFetchEvent('outbox', { method: 'POST' })],
    ['another host', { request: { url: 'https://elsewhere.test/app/icon.png', method: 'GET' } }],
    ['a call', createFetchEvent('stuTable')],
    ['the web app manifest', createFetchEvent('icon.png', { destination: 'manifest' })],
    ['a request that asks for the network', createFetchEvent('icon.png', { cache: 'no-store' })],
  ])('the worker does not handle %s', async (_, event) => {
    const worker = await install('one')
    expect(await worker.dispatchEvent('fetch', event)).toBeUndefined()
  })

  test('the worker treats an address with an extension as a file, not as a page', async () => {
    const worker = await install('one')
    phone.network.set('robots.txt', () => new Response('User-agent'))
    expect(await said(worker.dispatchEvent('fetch', navigating('robots.txt')))).toBe('User-agent')
    expect(await said(worker.dispatchEvent('fetch', createFetchEvent('icon.png')))).toContain(
      'icon.png',
    )
    // A request of a script for a page's address is not answered with the page either.
    phone.network.set('fees', () => new Response('the network’s'))
    expect(await said(worker.dispatchEvent('fetch', createFetchEvent('fees')))).toBe(
      'the network’s',
    )
  })
})

describe('activation of a new build', () => {
  test('the worker of a new build takes over open pages only after the message skip-waiting', async () => {
    const worker = await install('one')
    expect(worker.actions).toEqual([])
    await worker.dispatchEvent('message', { data: { type: 'of a later version' } })
    expect(worker.actions).toEqual([])
    await worker.dispatchEvent('message', { data: { type: 'skip-waiting' } })
    await worker.dispatchEvent('activate')
    expect(worker.actions).toEqual(['went ahead', 'claimed'])
  })

  test('the worker answers the message version with its build', async () => {
    const version = async (files: ReturnType<typeof filesOf>) => {
      const worker = await phone.start(files)
      return new Promise((postMessage) => {
        void worker.dispatchEvent('message', {
          data: { type: 'version' },
          ports: [{ postMessage }],
        })
      })
    }
    expect(await version(filesOf('one').reverse())).toEqual({ version: hashOf(page('one')) })
    expect(await version([])).toEqual({ version: '' })
  })
})
