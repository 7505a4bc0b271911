import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { negotiatePageLanguage, switchPageLanguage } from '#server/platform/app/page-language'
import { createFolderReader } from '#server/platform/files/folder-reader'
import { sendStaticFile } from '#server/platform/files/send-static-file'
import {
  createTextFile,
  indexFilesBelow,
  createTextFileInBackground,
  type StaticFile,
  readStaticFile,
} from '#server/platform/files/static-file'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baodao-sent-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (...names: string[]) => join(folder, ...names)
function write(path: string, content: string | Buffer = path): string {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), content)
  return at(path)
}
const textOf = (file: StaticFile | undefined, encoding = 'identity') =>
  file && new TextDecoder().decode(file.bytes[encoding])

describe('encoding of a static file', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text))
  const all = {
    identity: bytes('whole'),
    br: bytes('br'),
    gzip: bytes('gzip!'),
    dcz: bytes('less than all'),
  }
  const ask = (
    encodings: string | undefined,
    { known, method = 'GET', of = all }: { known?: string; method?: string; of?: object } = {},
  ) =>
    new Hono()
      .get('/', (c) => {
        c.header('Vary', 'Cookie')
        return sendStaticFile(c, { type: 'text/x', etag: 'tag', bytes: { ...of } }, 'no-cache')
      })
      .request('/', {
        method,
        headers: {
          ...(encodings !== undefined && { 'accept-encoding': encodings }),
          ...(known !== undefined && { 'if-none-match': known }),
        },
      })

  test.each([
    [undefined, 'whole'],
    ['', 'whole'],
    ['identity, deflate', 'whole'],
    ['gzip', 'gzip!'],
    ['gzip, deflate, br', 'br'],
    ['br, dcz, gzip', 'less than all'],
    ['br;q=0, gzip', 'gzip!'],
    ['br; q=0.00 ,gzip ;q=0.5', 'gzip!'],
    ['br;q=0.1', 'br'],
    ['br;q=0.01', 'br'],
    ['br;xq=0', 'br'],
    ['brotli, xgzip', 'whole'],
  ])(
    'a file is sent in the smallest encoding that Accept-Encoding %s allows: %s',
    async (encodings, wanted) => {
      const said = await ask(encodings)
      expect(await said.text()).toBe(wanted)
      const name = { whole: null, 'gzip!': 'gzip', br: 'br', 'less than all': 'dcz' }[wanted]
      expect(said.headers.get('content-encoding')).toBe(name)
      expect(said.headers.get('content-length')).toBe(String(wanted.length))
      expect(said.headers.get('content-type')).toBe('text/x')
      expect(said.headers.get('cache-control')).toBe('no-cache')
      expect(said.headers.get('vary')).toBe('Cookie, Accept-Encoding')
      expect(said.headers.get('etag')).toBe('W/"tag"')
    },
  )

  test('a file that exists in no other encoding is sent uncompressed', async () => {
    const of = { identity: all.identity }
    expect(await (await ask('gzip, br, dcz', { of })).text()).toBe('whole')
    const none = await ask('gzip', { of: {} })
    expect([await none.text(), none.headers.get('content-length')]).toEqual(['', '0'])
  })

  test('a file is answered 304 to a client that already has it', async () => {
    for (const known of ['W/"tag"', 'W/"other", W/"tag"', ' W/"tag" ,"x"']) {
      const said = await ask('br', { known })
      expect([said.status, await said.text(), said.headers.get('content-type')]).toEqual([
        304,
        '',
        null,
      ])
      expect(said.headers.get('etag')).toBe('W/"tag"')
    }
    for (const known of ['"tag"', 'tag', 'W/"other"', ''])
      expect([known, (await ask('br', { known })).status]).toEqual([known, 200])
  })

  test('a HEAD request gets a file’s headers without its body', async () => {
    const said = await ask('br', { method: 'HEAD' })
    expect([said.status, said.headers.get('content-length'), await said.text()]).toEqual([
      200,
      '2',
      '',
    ])
  })
})

describe('files below a folder', () => {
  test('files are listed by their addresses, without compressed variants and source maps', () => {
    const names = ['index.html', 'a/b.js', 'a/b.js.map', 'a/b.js.br', 'a/b.js.gz', 'a/c.br.txt']
    for (const name of names) write(`app/${name}`)
    const found = indexFilesBelow(at('app'))
    expect([...found.keys()].toSorted()).toEqual(['a/b.js', 'a/c.br.txt', 'index.html'])
    expect(indexFilesBelow(at('nowhere')).size).toBe(0)
    // The file is read at its first request, and then cached.
    write('app/index.html', 'newer')
    const read = found.get('index.html')?.()
    expect(textOf(read)).toBe('newer')
    rmSync(at('app'), { recursive: true })
    expect(found.get('index.html')?.()).toBe(read)
  })

  test('files are sent as the build compressed them, and text is always compressed at least with gzip', () => {
    write('a.js', 'long')
    write('a.js.br', 'short')
    write('a.js.gz', 'shorter')
    expect(Object.keys(readStaticFile(at('a.js')).bytes)).toEqual(['identity', 'br', 'gzip'])
    expect([
      textOf(readStaticFile(at('a.js')), 'br'),
      textOf(readStaticFile(at('a.js')), 'gzip'),
    ]).toEqual(['short', 'shorter'])
    rmSync(at('a.js.br'))
    rmSync(at('a.js.gz'))
    const plain = readStaticFile(at('a.js'))
    expect(plain.bytes).not.toHaveProperty('br')
    expect(gunzipSync(plain.bytes['gzip'] ?? '').toString()).toBe('long')
    for (const [name, type, isPacked] of [
      ['a.html', 'text/html; charset=utf-8', true],
      ['a.json', 'application/json; charset=utf-8', true],
      ['a.webmanifest', 'application/manifest+json', true],
      ['a.svg', 'image/svg+xml', true],
      ['a.png', 'image/png', false],
      ['a.jpg', 'image/jpeg', false],
      ['a.ico', 'image/x-icon', false],
      ['a.wasm', 'application/wasm', false],
      ['a.woff2', 'font/woff2', false],
      ['a.xyz', 'application/octet-stream', false],
      ['a', 'application/octet-stream', false],
    ] as const) {
      const file = readStaticFile(write(name))
      expect([name, file.type, 'gzip' in file.bytes]).toEqual([name, type, isPacked])
    }
  })

  test('the tag of a file is a short hash of its content', async () => {
    const mark = readStaticFile(write('a.txt', 'same')).etag
    expect(mark).toMatch(/^[\w-]{22}$/)
    expect(readStaticFile(write('b.txt', 'same')).etag).toBe(mark)
    expect(readStaticFile(write('b.txt', 'other')).etag).not.toBe(mark)
    expect([
      createTextFile('.txt', 'same').etag,
      (await createTextFileInBackground('.txt', 'same')).etag,
    ]).toEqual([mark, mark])
  })

  test('a file can be made from text, compressed with both methods', async () => {
    for (const file of [
      createTextFile('.html', '报到'),
      await createTextFileInBackground('.html', '报到'),
    ]) {
      expect([file.type, textOf(file)]).toEqual(['text/html; charset=utf-8', '报到'])
      expect(brotliDecompressSync(file.bytes['br'] ?? '').toString()).toBe('报到')
      expect(gunzipSync(file.bytes['gzip'] ?? '').toString()).toBe('报到')
    }
    expect([
      createTextFile('.x', '').type,
      (await createTextFileInBackground('.x', '')).type,
    ]).toEqual(['text/plain', 'text/plain'])
  })
})

describe('a public folder', () => {
  test('a public folder serves files with plain names, up to three folders deep, with their media types', async () => {
    const find = createFolderReader(at('public'))
    expect(await find('a.txt')).toBeUndefined()
    for (const name of ['a.txt', '-', '_a-b.c.txt', 'a/b/c/d.txt', '.well-known/a/b', 'x..y']) {
      write(`public/${name}`)
      expect([name, textOf(await find(name))]).toEqual([name, `public/${name}`])
    }
    write('secret')
    for (const name of [
      '.env',
      'a/.env',
      'a/b/c/d/e.txt',
      '.other/a',
      'a/.well-known/b',
      '.well-known/.env',
      'a b',
      'a.txt~',
    ]) {
      write(`public2/${name}`)
      expect([name, await createFolderReader(at('public2'))(name)]).toEqual([name, undefined])
    }
    for (const name of [
      '',
      '.',
      '..',
      '../secret',
      'a/../../secret',
      '/a.txt',
      'a',
      'a//b',
      'a.txt/',
    ])
      expect([name, await find(name)]).toEqual([name, undefined])
  })

  test('a public folder serves no file outside of it, and no large file', async () => {
    const find = createFolderReader(at('public'))
    write('public/a.txt')
    write('public2/b.txt')
    symlinkSync(at('public/a.txt'), at('public/inside.txt'))
    symlinkSync(at('public2/b.txt'), at('public/outside.txt'))
    symlinkSync(at('public2'), at('public/out'))
    expect(textOf(await find('inside.txt'))).toBe('public/a.txt')
    expect([await find('outside.txt'), await find('out/b.txt')]).toEqual([undefined, undefined])
    symlinkSync(at('public'), at('linked'))
    expect(textOf(await createFolderReader(at('linked'))('a.txt'))).toBe('public/a.txt')
    write('public/most', Buffer.alloc(5 * 2 ** 20))
    write('public/more', Buffer.alloc(5 * 2 ** 20 + 1))
    expect(await find('most')).toBeDefined()
    expect(await find('more')).toBeUndefined()
  })

  test('a public file is cached until it changes, even if size and name stay the same', async () => {
    const find = createFolderReader(at('public'))
    write('public/a.txt', 'one')
    const first = await find('a.txt')
    expect(await find('a.txt')).toBe(first)
    const then = statSync(at('public/a.txt')).mtime
    // The new file has the length and the time of the previous one.
    write('public/b.txt', 'two')
    utimesSync(at('public/b.txt'), then, then)
    renameSync(at('public/b.txt'), at('public/a.txt'))
    expect(textOf(await find('a.txt'))).toBe('two')
    write('public/a.txt', 'more')
    expect(textOf(await find('a.txt'))).toBe('more')
  })

  test('the cache of a public folder has the most recently requested files', async () => {
    const find = createFolderReader(at('public'), 2)
    for (const name of ['a', 'b', 'c']) write(`public/${name}`)
    const [a, b] = [await find('a'), await find('b')]
    expect(await find('a')).toBe(a)
    await find('c')
    expect(await find('a')).toBe(a)
    expect(await find('b')).not.toBe(b)
    const many = createFolderReader(at('public'))
    const first = await many('a')
    for (let n = 0; n < 7; n++) await many(write(`public/n${n}`).slice(at('public').length + 1))
    expect(await many('a')).toBe(first)
    for (let n = 0; n < 8; n++) await many(`n${n}`)
    await many(write('public/last').slice(at('public').length + 1))
    expect(await many('a')).not.toBe(first)
  })
})

describe('the language of a page', () => {
  const app = new Hono()
    .get('*', (c) => c.text(negotiatePageLanguage(c)))
    .post('*', (c) => {
      const path = c.req.path.slice('/base'.length)
      const secureCookies = c.req.header('x-test-secure') === '1'
      return (
        switchPageLanguage(c, { path, basePath: '/base', secureCookies }) ?? c.text('none', 404)
      )
    })
  const read = async (cookie: string | undefined, browser: string) => {
    const headers = { 'accept-language': browser, ...(cookie !== undefined && { cookie }) }
    return (await app.request('/', { headers })).text()
  }

  test('the language of a page is the one that the visitor chose, or else the browser’s', async () => {
    expect([await read(undefined, 'en'), await read(undefined, 'zh-CN')]).toEqual(['en', 'zh'])
    expect([await read('language=zh', 'en'), await read('language=en', 'zh')]).toEqual(['zh', 'en'])
    expect(await read('language=fr', 'zh')).toBe('zh')
  })

  test('a language chosen on a public page is stored for a year', async () => {
    const post = (path: string, headers = {}) =>
      app.request(`http://campus.test/base${path}`, { method: 'POST', headers })
    const said = await post('/Notice?language=en')
    expect([said.status, said.headers.get('location')]).toEqual([303, '/base/notice'])
    expect(said.headers.get('cache-control')).toBe('no-store')
    const cookie = 'language=en; Max-Age=31536000; Path=/base/'
    expect(said.headers.get('set-cookie')).toBe(`${cookie}; SameSite=Lax`)
    const safe = await post('/notice?language=en', { 'x-test-secure': '1' })
    expect(safe.headers.get('set-cookie')).toBe(`${cookie}; Secure; SameSite=Lax`)
    for (const path of ['/me?language=en', '/notice?language=fr', '/notice', '/notice?x=en']) {
      const refused = await post(path)
      expect([path, refused.status, refused.headers.get('set-cookie')]).toEqual([path, 404, null])
    }
  })
})
