import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createDCtx, decompressUsingDict, freeDCtx } from '@bokuweb/zstd-wasm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeltas } from '#server/platform/files/dictionary-deltas/build'
import { publishReleaseFiles } from '#server/platform/files/release-files'
import { type Backend, startBackend } from '../support/backend/backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'baodao-differences-'))
const dataDir = join(folder, 'data')
const filesDir = join(dataDir, 'files')
// Text without repetitions, so that only the earlier file can make the delta smaller.
const linesOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) =>
    createHash('sha256')
      .update(String(at + from))
      .digest('base64'),
  ).join('\n')
const OLD = linesOf(200)
const NEW = `${linesOf(100)}\nA new line.\n${linesOf(100, 100)}`
/** The Available-Dictionary header of a browser that has stored this file. */
const available = (text: string) => `:${createHash('sha256').update(text).digest('base64')}:`
let backend: Backend

/** Create a build of these files, and copy them to the folder with the files of all releases. */
async function release(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const appDir = join(folder, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(appDir, 'assets', name), { recursive: true })
    writeFileSync(join(appDir, 'assets', name, file), text)
  }
  publishReleaseFiles({ appDir, dataDir, filesDir })
  await buildDeltas({ appDir, filesDir })
  return appDir
}

const ask = (known?: string, { file = '/assets/newer/main.js', encodings = 'dcz' } = {}) =>
  backend.fetch(file, {
    headers: {
      'accept-encoding': encodings,
      ...(known !== undefined && { 'available-dictionary': known }),
    },
  })

const madeOf = (build: string) => {
  const made = join(filesDir, 'differences', build)
  if (!existsSync(made)) return []
  return readdirSync(made, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(made.length + 1))
    .toSorted()
}

beforeAll(async () => {
  await release('older', { 'main.js': OLD, 'same.js': OLD, 'tiny.css': 'a{}' })
  const appDir = await release('newer', {
    'main.js': NEW,
    'same.js': OLD,
    'tiny.css': 'b{color:red}',
    'unheard.js': NEW,
  })
  backend = await startBackend({ env: { APP_DIR: appDir, DATA_DIR: dataDir } })
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a client that has a file of an earlier build gets a delta, from which it reconstructs the new file', async () => {
  const answer = await ask(available(OLD))
  expect(answer.headers.get('content-encoding')).toBe('dcz')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const vary = answer.headers.get('vary')?.split(', ') ?? []
  expect(vary).toEqual(expect.arrayContaining(['Accept-Encoding', 'Available-Dictionary']))
  const sent = new Uint8Array(await answer.arrayBuffer())
  expect(sent.length).toBeLessThan(NEW.length / 50)
  // RFC 9842, section 5: a magic number of eight bytes, the hash of the dictionary, and a Zstandard
  // frame.
  expect(Buffer.from(sent.subarray(0, 8)).toString('hex')).toBe('5e2a4d1820000000')
  expect(Buffer.from(sent.subarray(8, 40))).toEqual(createHash('sha256').update(OLD).digest())
  const context = createDCtx()
  const made = decompressUsingDict(context, sent.subarray(40), Buffer.from(OLD))
  freeDCtx(context)
  expect(Buffer.from(made).toString()).toBe(NEW)
})

test.each([
  ['nothing', undefined],
  ['a file that no release had', available('another')],
  ['an invalid hash', ':../../../app/index.html:'],
  ['a path of the right length', `:${'../'.repeat(14)}a=:`],
  ['a hash without its colons', available(OLD).replaceAll(':', '')],
])('a client whose Available-Dictionary names %s gets the whole file', async (_, known) => {
  const answer = await ask(known)
  expect(answer.headers.get('content-encoding')).not.toBe('dcz')
  expect(await answer.text()).toBe(NEW)
})

test('a client that does not accept deltas gets the whole file, though it has the earlier file', async () => {
  const answer = await ask(available(OLD), { encodings: 'identity' })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(await answer.text()).toBe(NEW)
})

test('each file is usable as a dictionary for files of the same name in any build, below the base path', async () => {
  expect((await ask()).headers.get('use-as-dictionary')).toBe('match="/assets/*/main.js"')
  const own = await startBackend({
    sharing: backend,
    env: { APP_DIR: join(folder, 'newer'), DATA_DIR: dataDir, BASE_PATH: '/campus' },
  })
  const { headers } = await own.fetch('/campus/assets/newer/main.js')
  expect(headers.get('use-as-dictionary')).toBe('match="/campus/assets/*/main.js"')
  await own.close()
})

test('service worker chunks at the root are matched by their name without the content hash', async () => {
  const name = (mark: string) => join(folder, 'app/assets', `kept-${mark}.js`)
  mkdirSync(join(folder, 'app/assets'), { recursive: true })
  writeFileSync(name('aaaa-AA1'), OLD)
  const [appDir, laid] = [join(folder, 'app'), { dataDir, filesDir }]
  publishReleaseFiles({ appDir, ...laid })
  rmSync(name('aaaa-AA1'))
  writeFileSync(name('bbbb_BB2'), NEW)
  publishReleaseFiles({ appDir, ...laid })
  expect(await buildDeltas({ appDir, filesDir })).toBe(1)
  const answer = await ask(available(OLD), { file: '/assets/kept-bbbb_BB2.js' })
  expect(answer.headers.get('content-encoding')).toBe('dcz')
  expect(answer.headers.get('use-as-dictionary')).toBe('match="/assets/kept-*.js"')
})

test('no delta is made for a file that is unchanged or new, or whose delta would not be smaller', () => {
  expect(madeOf('older')).toEqual([])
  expect(madeOf('newer').map((path) => dirname(path).split('/')[0])).toEqual(['main.js'])
})

test('deltas are removed with the files of their build', async () => {
  const made = madeOf('newer')
  expect(made).toHaveLength(1)
  rmSync(join(filesDir, 'assets/newer'), { recursive: true })
  publishReleaseFiles({ appDir: join(folder, 'older'), dataDir, filesDir })
  expect(madeOf('newer')).toEqual([])
})
