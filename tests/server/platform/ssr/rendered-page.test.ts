import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PageSettings } from '#contract/page-settings'
import { type RenderBackend, cacheRenderedPages } from '#server/platform/ssr/page-cache'
import { prerenderPublicPages } from '#server/platform/ssr/prerender'
import {
  noscriptBlock,
  composeRenderedPage,
  withHtmlLanguage,
  settingsBlock,
  inlineStylesOf,
} from '#server/platform/ssr/rendered-page'
import type { RenderFetch, Renderer } from '#server/platform/ssr/renderer'
import type { RenderOutput } from '#server/platform/ssr/thread-messages'
import { readStyleSheets, keepUsedStyles } from '#server/platform/ssr/used-styles'

const SETTINGS = { school: '</script>', demo: false } as PageSettings
const FRAME = `<html lang="zh-CN"><head><title>报到</title><!--settings-->
<style>b{color:red}
i{}</style><script integrity="x" type="module" src="/a.js"></script></head><body><div id="root"><!--shell--><div class="shell-late">late</div>
<noscript>no
script</noscript><!--/shell-->  </div><link rel="stylesheet" href="/a.css"></body></html>`
const RENDERED: RenderOutput = {
  title: '$&',
  html: '<p>$&</p>',
  hydrationData: '{}',
  styles: 'p{}',
}

describe('a rendered page', () => {
  test('a rendered page is the HTML shell with the content first and its data after it', async () => {
    const { file, policy, ...rest } = await composeRenderedPage(
      { frame: FRAME, settings: SETTINGS },
      { language: 'en', drawn: RENDERED, startScript: 'start()' },
    )
    const html = new TextDecoder().decode(file.bytes['identity'])
    expect(html.replaceAll('\n', ' ')).toBe(
      '<html lang="en"><head><title>$&</title> <style>p{}</style></head><body>' +
        '<div id="root" data-ssr><p>$&</p></div>' +
        '<div class="shell-after"><noscript>no script</noscript><div class="shell-late">late</div></div>' +
        settingsBlock(SETTINGS) +
        '<script type="application/json" id="hydration-data">{}</script>' +
        '<template id="app"><script integrity="x" type="module" src="/a.js"></script>' +
        '<link rel="stylesheet" href="/a.css"></template><script>start()</script></body></html>',
    )
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+';/)
    expect([rest, file.type]).toEqual([{}, 'text/html; charset=utf-8'])
    const { nextAddress } = await composeRenderedPage(
      { frame: FRAME, settings: SETTINGS },
      { language: 'zh', drawn: { ...RENDERED, nextAddress: '/login' }, startScript: '' },
    )
    expect(nextAddress).toBe('/login')
  })

  test('a rendered page keeps the parts that the HTML shell has', () => {
    expect(noscriptBlock('<p>')).toBe('<div class="shell-after"></div>')
    expect([inlineStylesOf(FRAME), inlineStylesOf('<p>')]).toEqual(['b{color:red}\ni{}', ''])
    expect(withHtmlLanguage(FRAME, 'zh')).toBe(FRAME)
    expect(settingsBlock(SETTINGS)).not.toContain('</script>"')
  })
})

describe('styles of a rendered page', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'baodao-styles-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }

  test('a build’s styles come once each, after the styles that they depend on', () => {
    expect(readStyleSheets(folder)).toBeUndefined()
    const chunks = {
      late: { css: ['late.css'], imports: ['shared'] },
      entry: { isEntry: true, css: ['entry.css'], imports: ['shared'], dynamicImports: ['late'] },
      shared: { css: ['shared.css'], imports: ['entry', 'gone'] },
      alone: { css: ['alone.css', 'shared.css'] },
      plain: {},
    }
    write('.vite/manifest.json', JSON.stringify(chunks))
    for (const name of ['late', 'entry', 'shared', 'alone']) write(`${name}.css`, `.${name}{}`)
    expect(readStyleSheets(folder)?.split('\n')).toEqual([
      '.shared{}',
      '.entry{}',
      '.late{}',
      '.alone{}',
    ])
  })

  test('styles that a page does not use are left out', () => {
    const used = (css: string) => keepUsedStyles(css, '<i class="x y"></i>')
    expect(used('a{b:c}.x{d:e}.gone{f:g}')).toBe('a{b:c}.x{d:e}')
    expect(used('.x,.gone,.y{d:e}')).toBe('.x,.y{d:e}')
    expect(used('/* a note */.x{d:e}\n\n.y{f:g}')).toBe('.x{d:e}.y{f:g}')
    expect(used('@media print{.gone{j:k}.y{l:m}}@media screen{.gone{n:o}}')).toBe(
      '@media print{.y{l:m}}',
    )
    expect(used('@import "x";@layer a{@media print{.gone{a:b}}}')).toBe('@import "x"')
    expect(used('@media print{/* note */.x{a:b}}')).toBe('@media print{.x{a:b}}')
    const turning = '@keyframes turn{to{p:q}}'
    expect(used(`${turning}.x{animation:1s turn}`)).toBe(`${turning}.x{animation:1s turn}`)
    expect(used(`${turning}.gone{animation:1s turn}.x{animation:turning;color:turn}`)).toBe(
      '.x{animation:turning;color:turn}',
    )
    expect(used('@-webkit-keyframes turn{to{p:q}}')).toBe('')
  })
})

test('a public page is rendered in both languages, even if one of the renderings fails', async () => {
  const opened: string[] = []
  await prerenderPublicPages(async (path, language) => {
    opened.push(`${path} ${language}`)
    if (opened.length === 2) throw new Error('broken')
  })
  expect(opened).toEqual(['/ zh', '/ en', '/login zh', '/login en'])
})

describe('the cache of rendered pages', () => {
  let later = 0
  let answers: Record<string, { status: number; body: string }>
  let asked: string[]
  let renderedPaths: string[]
  let html: string
  let pendingRender: ((ask: RenderFetch) => Promise<void>) | undefined
  let day: Date
  beforeEach(() => {
    answers = { '/a': { status: 200, body: 'a' }, '/b': { status: 200, body: 'b' } }
    ;[asked, renderedPaths, html, pendingRender] = [[], [], 'html', undefined]
    day = new Date('2026-09-01T04:00:00Z')
    later = 0
    vi.spyOn(performance, 'now').mockImplementation(() => later)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const campus: RenderBackend = {
    now: () => day,
    fetch: async ({ address }) => {
      asked.push(address)
      const { status, body } = answers[address] ?? { status: 404, body: '' }
      return { status, headers: [], body }
    },
  }
  const pageRenderer: Renderer = {
    renderPage: async ({ path, language, now }, ask) => {
      renderedPaths.push(`${path} ${language} ${now}`)
      await Promise.all(['/a', '/b'].map((address) => ask({ address, headers: {}, body: '' })))
      await pendingRender?.(ask)
      return { ...RENDERED, title: `${renderedPaths.length} ${path} ${language}`, html }
    },
    retireThread: () => {},
  }
  const open = (by: Renderer = pageRenderer) => {
    const pages = cacheRenderedPages(by, async ({ title }) => ({
      file: { type: '', etag: title, bytes: {} },
      policy: '',
    }))
    return {
      forget: pages.clear,
      find: async (path = '/', language: 'zh' | 'en' = 'zh') =>
        (await pages.find(path, language, campus))?.file.etag,
    }
  }
  const FRESH = 5000

  test('rendered pages are cached by page and language, for five seconds without a check', async () => {
    const { find } = open()
    expect(await find()).toBe('1 / zh')
    expect(renderedPaths).toEqual([`/ zh ${day.getTime()}`])
    expect([await find('/', 'en'), await find('/notice')]).toEqual(['2 / en', '3 /notice zh'])
    asked = []
    later = FRESH - 1
    answers['/a'] = { status: 200, body: 'other' }
    expect([await find(), asked]).toEqual(['1 / zh', []])
    later = FRESH
    expect(await find()).toBe('4 / zh')
  })

  test('a cached page is checked after five seconds, and is used for another five if nothing changed', async () => {
    const { find } = open()
    await find()
    asked = []
    for (let n = 1; n <= 3; n++) {
      later = n * FRESH
      expect([await find(), asked.length]).toEqual(['1 / zh', 2 * n])
      expect([await find(), asked.length]).toEqual(['1 / zh', 2 * n])
    }
    later += FRESH
    answers['/b'] = { status: 500, body: 'away' }
    expect(await find()).toBe('1 / zh')
    later += FRESH
    answers['/b'] = { status: 499, body: 'other' }
    expect(await find()).toBe('2 / zh')
  })

  test('a cached page is valid on the day of its rendering only', async () => {
    const { find } = open()
    await find()
    later = FRESH
    day = new Date('2026-09-01T15:59:59Z')
    expect(await find()).toBe('1 / zh')
    later += FRESH
    day = new Date('2026-09-01T16:00:00Z')
    expect(await find()).toBe('2 / zh')
  })

  test('concurrent requests render a page once', async () => {
    const { find } = open()
    expect(await Promise.all(Array.from({ length: 9 }, () => find()))).toEqual(
      Array(9).fill('1 / zh'),
    )
    later = FRESH
    answers['/a'] = { status: 200, body: 'other' }
    expect(await Promise.all([find(), find()])).toEqual(['2 / zh', '2 / zh'])
  })

  test('cached pages are dropped after a change, and a page being rendered during the change is not cached', async () => {
    const { find, forget } = open()
    await find()
    forget()
    expect(await find()).toBe('2 / zh')
    pendingRender = async () => forget()
    expect(await find('/notice')).toBeUndefined()
    pendingRender = undefined
    expect([await find('/notice'), await find()]).toEqual(['4 /notice zh', '5 / zh'])
  })

  test('a page that is too large is answered with the shell, and is not rendered again at each request', async () => {
    const { find } = open()
    html = 'x'.repeat(100_000)
    expect(await find('/notice')).toBe('1 /notice zh')
    html += 'x'
    expect([await find(), await find()]).toEqual([undefined, undefined])
    later = FRESH
    expect([await find(), renderedPaths.length]).toEqual([undefined, 2])
  })

  test('at most two hundred pages are cached, and the oldest is dropped first', async () => {
    const { find } = open()
    for (let n = 0; n < 200; n++) await find(`/notice/${n}`)
    expect([await find('/notice/0'), renderedPaths.length]).toEqual(['1 /notice/0 zh', 200])
    await find('/notice/200')
    await find('/notice/1')
    expect(renderedPaths).toHaveLength(201)
    await find('/notice/0')
    expect(renderedPaths).toHaveLength(202)
  })

  test('a page that cannot be rendered is answered with the shell, and rendering is tried again later', async () => {
    const { find } = open()
    pendingRender = () => Promise.reject(new Error('broken'))
    expect(await find()).toBeUndefined()
    pendingRender = undefined
    expect(await find()).toBe('2 / zh')
    let says: RenderOutput | undefined
    const other = open({ renderPage: async () => says, retireThread: () => {} })
    expect(await other.find()).toBeUndefined()
    says = RENDERED
    expect(await other.find()).toBe('$&')
    later = FRESH
    day = new Date('2026-09-02T04:00:00Z')
    says = undefined
    expect([await other.find(), await other.find()]).toEqual([undefined, undefined])
  })

  test('a cached page stays in use while its next rendering takes too long', async () => {
    const { find } = open()
    await find()
    later = FRESH
    answers['/a'] = { status: 200, body: 'other' }
    let go = () => {}
    pendingRender = () => new Promise((done) => (go = done))
    expect([await find(), await find('/notice')]).toEqual(['1 / zh', undefined])
    go()
  })
})
