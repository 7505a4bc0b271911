import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PageSettings, readPageSettings } from '#contract/page-settings'
import { openStaticApp } from '#server/platform/app/static-app'
import { createFolderReader } from '#server/platform/files/folder-reader'
import { publishReleaseFiles } from '#server/platform/files/release-files'
import { type Backend, startBackend } from '../support/backend/backend.ts'

const SETTINGS: PageSettings = {
  school: '',
  demo: false,
  host: 'none',
  payment: 'none',
  sms: false,
  appId: '',
  authorizeUrl: '',
}

/** The campus of a page that is not rendered: the page requests nothing from it. */
const NO_CAMPUS = {
  now: () => new Date(),
  fetch: async () => ({ status: 503, headers: [], body: '' }),
}

const folder = mkdtempSync(join(tmpdir(), 'baodao-pages-'))
const appDir = join(folder, 'app')
const STYLE = 'body{color:red}'
let backend: Backend

/** A build whose only script has this name. */
function build(script: string): void {
  rmSync(appDir, { recursive: true, force: true })
  mkdirSync(join(appDir, 'assets'), { recursive: true })
  writeFileSync(
    join(appDir, 'index.html'),
    `<!doctype html><html lang="zh-CN"><head><meta name="apple-mobile-web-app-title" content="报到" /><!--settings--><style>${STYLE}</style><script src="/assets/${script}"></script></head>`,
  )
  mkdirSync(dirname(join(appDir, 'assets', script)), { recursive: true })
  writeFileSync(join(appDir, 'assets', script), `console.log('${script}')`)
  writeFileSync(
    join(appDir, 'assets', `${script}.br`),
    brotliCompressSync(`console.log('${script}')`),
  )
  writeFileSync(join(appDir, 'sw.js'), 'self.skipWaiting')
  writeFileSync(
    join(appDir, 'manifest.webmanifest'),
    '{"name":"报到","short_name":"报到","id":"/"}',
  )
}

beforeAll(async () => {
  build('main-1.js')
  backend = await startBackend({ env: { APP_DIR: appDir, SCHOOL_NAME: '某某</script><b>大学' } })
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => backend.fetch(path, { headers })
const PAGE = { accept: 'text/html,*/*' }

describe('the page of the app', () => {
  test('every address of the app answers with the app’s page, which carries the settings as data', async () => {
    for (const path of [
      '/',
      '/welcome/990001',
      '/Login',
      '/pay/5/990001',
      '/searchcourse/880001',
      '/report',
      '/evaluation',
      '/index.html',
    ]) {
      const said = await get(path, PAGE)
      expect([path, said.status, said.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
      expect(said.headers.get('cache-control')).toBe('no-cache')
    }
    const html = await (await get('/', PAGE)).text()
    const block =
      /<script type="application\/json" id="settings">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(block).not.toContain('<')
    const settings = readPageSettings(block)
    expect(settings).toMatchObject({
      school: '某某</script><b>大学',
      demo: true,
      host: 'sandbox',
      appId: 'sandbox',
      authorizeUrl: '/sandbox/authorize',
    })
    expect(settings.people).toContainEqual({
      who: { zh: expect.any(String), en: 'Dorm supervisor' },
      how: 'staff',
      number: 'T2001',
      secret: 'campus-T2001',
    })
  })

  test('the school’s name for the app appears in the page and the manifest once it is configured', async () => {
    const app = openStaticApp({
      appDir,
      dataDir: folder,
      filesDir: join(folder, 'files'),
      publicDir: folder,
      basePath: '',
      settings: SETTINGS,
    })
    const served = new Hono().get('*', (c) => app.serve(c, c.req.path, NO_CAMPUS))
    const manifest = async () => (await served.request('/manifest.webmanifest')).json()
    expect(await manifest()).toMatchObject({ name: '报到', short_name: '报到' })
    app.updateSettings({ ...SETTINGS, school: '江城大学', schoolEn: 'Jiang City' }, '江大"报到')
    const said = await served.request('/manifest.webmanifest')
    expect(said.headers.get('content-type')).toContain('application/manifest+json')
    expect(await said.json()).toEqual({ name: '江大"报到', short_name: '江大"报到', id: '/' })
    const html = await (await served.request('/')).text()
    expect(html).toContain('<meta name="apple-mobile-web-app-title" content="江大&quot;报到" />')
    expect(html).toContain('"school":"江城大学"')
    expect(html).toContain('"schoolEn":"Jiang City"')
  })

  test('the page’s Content-Security-Policy allows its own inline style by hash, and nothing else inline', async () => {
    const policy = (await get('/', PAGE)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain(
      `style-src 'self' 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    )
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  test('an address below /api/, or a request made by a script, is never answered with the app’s page [D-04 OFF-32]', async () => {
    for (const path of [
      '/api/x',
      '/payment/pay',
      '/stuTable',
      '/findScore/queryitems',
      '/wx/x',
      '/assets/x',
    ]) {
      const said = await get(path, PAGE)
      expect([path, [404, 405].includes(said.status), said.headers.get('content-type')]).toEqual([
        path,
        true,
        'application/json',
      ])
    }
    for (const dest of ['empty', 'script', 'image', 'style', 'manifest'])
      expect([dest, (await get('/welcome/1', { 'sec-fetch-dest': dest })).status]).toEqual([
        dest,
        404,
      ])
  })

  test('a client without an Accept header (curl, a monitor, a link preview, a domain verification) gets the app’s page', async () => {
    for (const headers of [
      {},
      { accept: '*/*' },
      { accept: 'application/json' },
      { accept: '*/*', 'sec-fetch-dest': 'document' },
    ])
      for (const path of ['/', '/welcome/990001']) {
        const said = await get(path, headers)
        expect([path, headers, said.status]).toEqual([path, headers, 200])
        expect(said.headers.get('content-type')).toBe('text/html; charset=utf-8')
      }
    const head = await backend.fetch('/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('an address with a file extension is answered with that file or 404, never with the app’s page', async () => {
    for (const path of [
      '/favicon.ico',
      '/robots.txt',
      '/wp-login.php',
      '/welcome/page.html',
      '/.well-known/security.txt',
      '/.env',
    ])
      expect([path, (await get(path, PAGE)).status]).toEqual([path, 404])
  })

  test('the app’s page is answered 304 when the client already has it', async () => {
    const etag = (await get('/', PAGE)).headers.get('etag') ?? ''
    expect((await get('/', { ...PAGE, 'if-none-match': etag })).status).toBe(304)
  })
})

describe('files of the app', () => {
  test('hashed files are served as brotli, gzip or plain, and are immutable', async () => {
    const plain = await get('/assets/main-1.js')
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const br = await get('/assets/main-1.js', { 'accept-encoding': 'gzip, br' })
    expect([br.headers.get('content-encoding'), br.headers.get('vary')]).toEqual([
      'br',
      'Available-Dictionary, Accept-Encoding',
    ])
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(
      await plain.text(),
    )
    const gzip = await get('/assets/main-1.js', { 'accept-encoding': 'gzip, br;q=0' })
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toContain('main-1')
  })

  test('the service worker file is revalidated each time', async () => {
    const worker = await get('/sw.js')
    expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  })

  test('a missing hashed file is 404, even when a browser navigates to it', async () => {
    const said = await get('/assets/main-0.js', PAGE)
    expect([said.status, said.headers.get('content-type')]).toEqual([404, 'application/json'])
  })

  test('no file outside the app’s folder can be requested', async () => {
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/assets/....//secret.txt',
    ])
      expect(await (await get(path)).text()).not.toContain('secret')
  })

  test('public notices and fee standards are indexable when the campus allows it; all other pages say noindex', async () => {
    const found = await startBackend({
      sharing: backend,
      env: { APP_DIR: appDir, SEARCH_ENGINES: '1', BASE_PATH: '/campus' },
    })
    const tagOf = async (one: Backend, path: string) =>
      (await one.fetch(path, { headers: PAGE })).headers.get('x-robots-tag')
    for (const path of ['/', '/notice', '/feeMenu', '/welcome/990001', '/robots.txt'])
      expect([path, await tagOf(backend, path)]).toEqual([path, 'noindex'])
    expect(await (await get('/robots.txt')).text()).not.toContain('/notice')
    for (const path of ['/campus/notice', '/campus/notice/some-1', '/campus/feeMenu'])
      expect([path, await tagOf(found, path)]).toEqual([path, null])
    for (const path of [
      '/campus/',
      '/campus/welcome/990001',
      '/campus/noticeApply',
      '/campus/x.js',
    ])
      expect([path, await tagOf(found, path)]).toEqual([path, 'noindex'])
    expect(await (await found.fetch('/campus/robots.txt')).text()).toContain(
      'Allow: /campus/notice',
    )
    await found.close()
  })

  test('a file added to the campus’s own folder is served at once; hidden files, links and paths outside the folder are not served', async () => {
    const publicDir = join(folder, 'own')
    const own = await startBackend({
      sharing: backend,
      env: { APP_DIR: appDir, PUBLIC_DIR: publicDir, BASE_PATH: '/campus' },
    })
    const ask = (path: string) => own.fetch(`/campus${path}`, { headers: PAGE })
    const proof = '/MP_verify_abc123.txt'
    expect((await ask(proof)).status).toBe(404)
    mkdirSync(join(publicDir, '.well-known'), { recursive: true })
    writeFileSync(join(publicDir, proof), 'abc123')
    writeFileSync(join(publicDir, 'robots.txt'), 'User-agent: *')
    writeFileSync(join(publicDir, 'sw.js'), 'not ours')
    writeFileSync(join(publicDir, '.well-known/proof'), 'proof')
    writeFileSync(join(publicDir, '.secret'), 'secret')
    symlinkSync(join(folder, 'elsewhere.txt'), join(publicDir, 'linked.txt'))
    writeFileSync(join(folder, 'elsewhere.txt'), 'secret')
    const said = await ask(proof)
    expect([said.status, said.headers.get('content-type'), await said.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'abc123',
    ])
    expect(await (await ask('/robots.txt')).text()).toBe('User-agent: *')
    expect(await (await ask('/.well-known/proof')).text()).toBe('proof')
    expect(await (await ask('/sw.js')).text()).toBe('self.skipWaiting')
    for (const path of [
      '/.secret',
      '/linked.txt',
      '/%2e%2e/elsewhere.txt',
      '/..%2felsewhere.txt',
      '/.well-known',
    ])
      expect([path, await (await ask(path)).text()]).not.toContain('secret')
    await own.close()
  })

  test('a file of the campus’s own folder is cached until it changes, and only a few files are cached', async () => {
    const publicDir = join(folder, 'asked-often')
    mkdirSync(publicDir)
    const write = (name: string, text: string) => writeFileSync(join(publicDir, name), text)
    const find = createFolderReader(publicDir)
    const textOf = async (name: string) =>
      new TextDecoder().decode((await find(name))?.bytes['identity'])
    write('robots.txt', 'first')
    const first = await find('robots.txt')
    expect(first).toBeDefined()
    expect(await find('robots.txt')).toBe(first)
    write('robots.txt', 'another')
    expect(await textOf('robots.txt')).toBe('another')
    const another = await find('robots.txt')
    for (let n = 0; n < 8; n++) {
      write(`proof-${n}.txt`, `proof ${n}`)
      expect(await textOf(`proof-${n}.txt`)).toBe(`proof ${n}`)
    }
    expect(await find('robots.txt')).not.toBe(another)
    expect(await textOf('robots.txt')).toBe('another')
    rmSync(join(publicDir, 'robots.txt'))
    expect(await find('robots.txt')).toBeUndefined()
  })

  test('files of another release are kept while a client has used them within thirty days', () => {
    const folders = { appDir, dataDir: join(folder, 'data'), filesDir: join(folder, 'data/files') }
    for (const name of ['build-1/main.js', 'build-2/main.js']) {
      build(name)
      publishReleaseFiles(folders)
    }
    const kept = () =>
      readdirSync(join(folders.filesDir, 'assets'), { recursive: true }).map(String).toSorted()
    const newest = ['build-2', 'build-2/main.js', 'build-2/main.js.br']
    const both = ['build-1', 'build-1/main.js', 'build-1/main.js.br', ...newest]
    expect(kept()).toEqual(both)
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)
    const age = (days: number) => {
      for (const name of both)
        utimesSync(join(folders.filesDir, 'assets', name), daysAgo(days), daysAgo(days))
    }
    age(29)
    publishReleaseFiles(folders)
    expect(kept()).toEqual(both)
    age(31)
    publishReleaseFiles(folders)
    expect(kept()).toEqual(newest)
  })

  test('a page of any release, newer or older, gets its files from every server process', async () => {
    const dataDir = join(folder, 'deployed')
    const earliest = join(dataDir, 'builds/0123456789abcdef')
    mkdirSync(earliest, { recursive: true })
    writeFileSync(join(earliest, 'earliest.js'), 'earliest')
    build('old.js')
    const old = await startBackend({ env: { APP_DIR: appDir, DATA_DIR: dataDir } })
    build('new.js')
    const newest = await startBackend({
      sharing: old,
      env: { APP_DIR: appDir, DATA_DIR: dataDir },
    })
    for (const name of ['earliest.js', 'old.js', 'new.js'])
      for (const own of [old, newest]) {
        const { status, headers } = await own.fetch(`/assets/${name}`)
        expect([name, status, headers.get('cache-control')]).toEqual([
          name,
          200,
          'public, max-age=31536000, immutable',
        ])
      }
    await newest.close()
    await old.close()
    build('main-1.js')
  })
})

test('all addresses move below the base path [XC-01]', async () => {
  const own = await startBackend({ env: { APP_DIR: appDir, BASE_PATH: '/campus/' } })
  expect(own.settings.basePath).toBe('/campus')
  for (const path of ['/campus/', '/campus/welcome/1'])
    expect((await own.fetch(path, { headers: PAGE })).status).toBe(200)
  expect(await (await own.fetch('/campus/', { headers: PAGE })).text()).toContain(
    '"authorizeUrl":"/campus/sandbox/authorize"',
  )
  expect((await own.fetch('/campus/assets/main-1.js')).status).toBe(200)
  expect((await own.fetch('/campus/readyz')).status).toBe(200)
  expect((await own.post('/campus/wx/app/selectAllApp', {})).status).not.toBe(404)
  expect((await own.post('/wx/app/selectAllApp', {})).status).toBe(404)
  await own.close()
})

test('the server answers 503 and says how to build the app when the app is not built', async () => {
  const own = await startBackend()
  const said = await own.fetch('/', { headers: { ...PAGE, 'accept-language': 'en' } })
  expect([said.status, await said.text()]).toEqual([
    503,
    'The app is not built yet: run npm run build first',
  ])
  await own.close()
})

describe('the sandbox of the messaging app’s sign-in', () => {
  const query = (change: Record<string, string> = {}) =>
    new URLSearchParams({
      appid: 'sandbox',
      redirect_uri: 'http://campus.test/Login?x=1',
      response_type: 'code',
      scope: 'snsapi_userinfo',
      state: '"><b>',
      ...change,
    })

  test('the sandbox page is marked, runs no script and escapes its values [ID-33]', async () => {
    const said = await get(`/sandbox/authorize?${query()}`)
    const html = await said.text()
    expect(html).toContain('模拟环境')
    expect(html).not.toMatch(/<script|"><b>/)
    expect(said.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('the sandbox remembers the person chosen in a browser, and redirects back with code and state [ID-31]', async () => {
    const post = (choice: string, cookie = '') =>
      backend.fetch('/sandbox/authorize', {
        method: 'POST',
        body: new URLSearchParams([...query(), ['choice', choice]]),
        headers: { cookie },
        redirect: 'manual',
      })
    const trade = async (said: Response) => {
      const back = new URL(said.headers.get('location') ?? '')
      expect([
        said.status,
        back.pathname,
        back.searchParams.get('x'),
        back.searchParams.get('state'),
      ]).toEqual([303, '/Login', '1', '"><b>'])
      return (
        await backend.post('/wx/code/getCode', {
          code: back.searchParams.get('code'),
          appid: 'sandbox',
          state: '',
        })
      ).body.userInfo
    }
    const first = await post('other')
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    const person = await trade(first)
    expect(await (await get(`/sandbox/authorize?${query()}`, { cookie })).text()).toContain(
      person.nickname,
    )
    expect((await trade(await post('same', cookie))).openId).toBe(person.openId)
    expect((await trade(await post('other', cookie))).openId).not.toBe(person.openId)
    const refused = await post('refuse', cookie)
    expect(new URL(refused.headers.get('location') ?? '').searchParams.has('code')).toBe(false)
  })

  test('the sandbox refuses to redirect to another site [D-16]', async () => {
    for (const redirect_uri of [
      'https://evil.test/',
      'javascript:alert(1)',
      '//evil.test',
      '',
      'http://campus.test@evil.test/',
    ]) {
      const said = await get(`/sandbox/authorize?${query({ redirect_uri, scope: 'snsapi_base' })}`)
      expect([redirect_uri, said.status, said.headers.get('location')]).toEqual([
        redirect_uri,
        400,
        null,
      ])
    }
  })

  test('a sandbox code expires after five minutes', async () => {
    const said = await backend.fetch(`/sandbox/authorize?${query({ scope: 'snsapi_base' })}`, {
      redirect: 'manual',
    })
    const code = new URL(said.headers.get('location') ?? '').searchParams.get('code')
    backend.clock.advance(301)
    expect(
      (await backend.post('/wx/code/getCode', { code, appid: 'sandbox', state: '' })).body,
    ).toMatchObject({ code: '-1' })
  })
})

test('the text shown before the app starts is in the browser’s language, and the page varies by Accept-Language [D-112]', async () => {
  const languageOf = async (asked?: string) => {
    const said = await get('/', {
      ...PAGE,
      ...(asked !== undefined && { 'accept-language': asked }),
    })
    expect(said.headers.get('vary')).toMatch(/accept-language/i)
    return /<html lang="([^"]*)"/.exec(await said.text())?.[1]
  }
  expect(await languageOf('en-GB,zh;q=0.5')).toBe('en')
  expect(await languageOf('fr-FR')).toBe('en')
  expect(await languageOf('zh-TW,en;q=0.8')).toBe('zh-CN')
  expect(await languageOf()).toBe('zh-CN')
})
