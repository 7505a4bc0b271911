import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createDCtx, decompressUsingDict, freeDCtx } from '@bokuweb/zstd-wasm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildDeltas } from '#server/platform/files/dictionary-deltas/build'
import {
  formatUseAsDictionary,
  deltaPath,
  findDelta,
  dictionaryNameOf,
  dictionaryPattern,
  encodeDelta,
} from '#server/platform/files/dictionary-deltas/format'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baodao-difference-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (...names: string[]) => join(folder, ...names)
function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), content)
}
// Text without repetitions, so that only the earlier file can make the delta smaller.
const linesOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    createHash('sha256')
      .update(String(n + from))
      .digest('base64'),
  ).join('\n')
const OLD = linesOf(60)
const NEW = `${OLD}\nA new line.`

describe('a dictionary delta', () => {
  test('a delta is identified by its file and by the content of the dictionary', async () => {
    const earlier = Buffer.from('earlier')
    const hash = createHash('sha256').update(earlier).digest()
    expect(dictionaryNameOf(earlier)).toBe(hash.toString('base64'))
    const sent = encodeDelta(Buffer.from('packed'), earlier)
    const magic = Buffer.from('5e2a4d1820000000', 'hex')
    expect(sent).toEqual(Buffer.concat([magic, hash, Buffer.from('packed')]))
    write(deltaPath('files', 'a/b.js', dictionaryNameOf(earlier)), sent)
    const find = async (available: string | undefined, file = 'a/b.js') =>
      findDelta(at('files'), file, available)
    expect(Buffer.from((await find(`:${dictionaryNameOf(earlier)}:`)) ?? [])).toEqual(sent)
    for (const none of [
      undefined,
      '',
      dictionaryNameOf(earlier),
      ` :${dictionaryNameOf(earlier)}:`,
      `:${dictionaryNameOf(earlier)}: `,
      `:x${dictionaryNameOf(earlier)}:`,
      `:${dictionaryNameOf(Buffer.from('other'))}:`,
    ])
      expect([none, await find(none)]).toEqual([none, undefined])
    expect(await find(`:${dictionaryNameOf(earlier)}:`, 'a/c.js')).toBeUndefined()
    write(deltaPath('files', 'a/b.js', '../x'), 'x')
    expect(await find(':../x:')).toBeUndefined()
  })

  test('a delta is made against the file of the same name in any build', () => {
    expect(dictionaryPattern('build/main.js')).toBe('*/main.js')
    expect(dictionaryPattern('build/sub/main.js')).toBe('*/sub/main.js')
    expect(dictionaryPattern('kept-a_B-c1d2.js')).toBe('kept-*.js')
    for (const other of [
      'kept-1234567.js',
      'kept-12345678.css',
      'kept12345678.js',
      'x-12345678.js.y',
    ])
      expect(dictionaryPattern(other)).toBe(other)
    expect(formatUseAsDictionary('/campus', 'build/main.js')).toBe(
      'match="/campus/assets/*/main.js"',
    )
  })
})

describe('deltas of a release', () => {
  const release = (files: Readonly<Record<string, string | Buffer>>) => {
    for (const [name, content] of Object.entries(files)) write(`app/assets/${name}`, content)
  }
  const laid = (name: string, content: string, daysAgo = 0) => {
    write(`files/assets/${name}`, content)
    const then = new Date(Date.now() - daysAgo * 86_400_000)
    utimesSync(at('files/assets', name), then, then)
  }
  const make = () => buildDeltas({ appDir: at('app'), filesDir: at('files') })
  const to = (earlier: string, file = 'new/main.js') =>
    deltaPath(at('files'), file, dictionaryNameOf(Buffer.from(earlier)))
  const isMade = (earlier: string, file?: string) => existsSync(to(earlier, file))

  test('deltas reconstruct the new file from the previous one, and are made once', async () => {
    release({ 'new/main.js': NEW, 'new/look.css': NEW, 'new/look.svg': NEW })
    for (const name of ['main.js', 'look.css', 'look.svg']) laid(`old/${name}`, OLD)
    expect(await make()).toBe(2)
    expect([isMade(OLD), isMade(OLD, 'new/look.css'), isMade(OLD, 'new/look.svg')]).toEqual([
      true,
      true,
      false,
    ])
    const packed = readFileSync(to(OLD)).subarray(40)
    const context = createDCtx()
    const made = decompressUsingDict(context, packed, Buffer.from(OLD))
    freeDCtx(context)
    expect(Buffer.from(made).toString()).toBe(NEW)
    expect(await make()).toBe(0)
  })

  test('no delta is made against an identical file, a file of another name, or the release itself', async () => {
    release({ 'new/main.js': NEW })
    laid('old/main.js', NEW)
    laid('old/other.js', OLD)
    laid('new/main.js', OLD)
    expect(await make()).toBe(0)
    expect(await buildDeltas({ appDir: at('none'), filesDir: at('files') })).toBe(0)
  })

  test.each([1, -1])('deltas are made against the five builds seen last (%i)', async (order) => {
    release({ 'new/main.js': NEW })
    const earlier = [3, 1, 6, 2, 5, 4].map((days) => ({ days, text: `${OLD}\nof day ${days}` }))
    for (const { days, text } of earlier) laid(`build-${50 + days * order}/main.js`, text, days)
    expect(await make()).toBe(5)
    expect(earlier.filter(({ text }) => !isMade(text)).map(({ days }) => days)).toEqual([6])
  })

  test('a delta is kept if it saves at least a fifth of the compressed size', async () => {
    // The new part cannot be compressed.
    const much = `${OLD}\n${linesOf(200, 1000)}`
    release({ 'new/main.js': much, 'new/small.js': NEW })
    laid('old/main.js', OLD)
    laid('old/small.js', OLD)
    expect(await make()).toBe(2)
    const size = readFileSync(to(OLD)).length - 40
    rmSync(at('files/differences'), { recursive: true })
    const packedTo = (length: number) => release({ 'new/main.js.br': Buffer.alloc(length) })
    packedTo(Math.ceil(size / 0.8) - 2)
    expect([await make(), isMade(OLD)]).toEqual([1, false])
    packedTo(Math.ceil(size / 0.8))
    expect([await make(), isMade(OLD)]).toEqual([1, true])
  })

  test('no delta is kept if the previous build has nothing in common with the new one', async () => {
    release({ 'new/main.js': linesOf(60, 5000) })
    laid('old/main.js', OLD)
    // Random base64 text compresses by a quarter at most, so a delta saves less than required.
    release({ 'new/main.js.br': Buffer.alloc(2000) })
    expect(await make()).toBe(0)
  })
})
