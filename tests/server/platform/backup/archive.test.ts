import { createHash } from 'node:crypto'
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  type ReadStream,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { readArchive, writeArchive, type ArchiveEntry } from '#server/platform/backup/archive'
import {
  type ArchiveKey,
  readAgeKeys,
  createAgeKeys,
  readPassphrase,
  encryptStream,
  decryptStream,
  WrongKeyError,
} from '#server/platform/backup/archive-key'
import { createRowChecksum } from '#server/platform/backup/row-checksum'

const folder = mkdtempSync(join(tmpdir(), 'baodao-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [own, other] = await Promise.all([createAgeKeys(), createAgeKeys()])
const closes: ArchiveKey = { identities: [], recipients: [own.recipient] }
const opens: ArchiveKey = { identities: [own.identity], recipients: [] }

function written(name: string, content: string | Buffer): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
async function* each<Part>(parts: Iterable<Part>): AsyncGenerator<Part, void> {
  yield* parts
}
async function joined(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

describe('the key of an archive', () => {
  test('an archive key can be a passphrase: the first line of its file, at least twelve characters long', () => {
    expect(readPassphrase(written('pass', '  twelve chars \nand a note\n'))).toEqual({
      passphrase: 'twelve chars',
      recipients: [],
      identities: [],
    })
    for (const short of ['eleven char', ' eleven char   ', '\na longer second line', ''])
      expect(() => readPassphrase(written('short', short))).toThrow(/at least 12 characters/)
    expect(() => readPassphrase(join(folder, 'nowhere'))).toThrow(/nowhere cannot be read/)
  })

  test('an archive key can be a file of keys, one on each line, with comments between them', () => {
    const both = `# created: today\n\n  ${own.identity}  \n${other.recipient}\n${own.recipient}`
    expect(readAgeKeys(written('keys', both))).toEqual({
      identities: [own.identity],
      recipients: [other.recipient, own.recipient],
    })
    expect(readAgeKeys(written('keys', own.recipient))).toEqual(closes)
    expect(readAgeKeys(written('keys', own.identity))).toEqual(opens)
    for (const none of [
      '',
      '# only a note',
      'age2x',
      `${own.identity}\nsomething else`,
      `x ${own.recipient}`,
    ])
      expect(() => readAgeKeys(written('keys', none))).toThrow(/holds no keys/)
    expect(() => readAgeKeys(join(folder, 'nowhere'))).toThrow(/nowhere cannot be read/)
  })

  test('an archive key decrypts what was encrypted for it, and nothing else', async () => {
    const close = (key: ArchiveKey) => joined(encryptStream(each([Buffer.from('the words')]), key))
    const open = async (key: ArchiveKey, bytes: Buffer) =>
      (await joined(decryptStream(each([bytes]), key))).toString()
    const forOwn = await close(closes)
    expect(await open(opens, forOwn)).toBe('the words')
    await expect(open({ ...opens, identities: [other.identity] }, forOwn)).rejects.toThrow(
      WrongKeyError,
    )
    await expect(open(closes, forOwn)).rejects.toThrow(/does not open the archive/)
    // Each of several keys decrypts the archive, and a secret key can encrypt for itself.
    const forBoth = await close({ identities: [own.identity], recipients: [other.recipient] })
    expect(await open(opens, forBoth)).toBe('the words')
    expect(await open({ recipients: [], identities: [other.identity] }, forBoth)).toBe('the words')
    await expect(open(opens, Buffer.from('no archive'))).rejects.not.toThrow(WrongKeyError)
  })

  test('a passphrase as archive key is not stored anywhere else', async () => {
    const passphrase = 'a long passphrase'
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    // The real work factor, which slows down guessing, would make this test slow.
    encrypter.setScryptWorkFactor(4)
    const bytes = Buffer.from(await encrypter.encrypt('the words'))
    const open = async (key: ArchiveKey) =>
      (await joined(decryptStream(each([bytes]), key))).toString()
    expect(await open({ passphrase, identities: [], recipients: [] })).toBe('the words')
    await expect(open(opens)).rejects.toThrow(WrongKeyError)
    const other = { passphrase: 'another passphrase', identities: [], recipients: [] }
    await expect(open(other)).rejects.toThrow(WrongKeyError)
  })
})

describe('the checksum of rows', () => {
  const sumOf = (...chunks: string[]) => {
    const sum = createRowChecksum()
    for (const chunk of chunks) sum.add(Buffer.from(chunk))
    return sum.end()
  }

  test('the checksum of rows is the sum of their hashes, in eight parts that each wrap around', () => {
    const rows = ['a\n', 'b\tc\n', '\n']
    const lanes = Array.from({ length: 8 }, (_, lane) =>
      rows.reduce(
        (all, row) =>
          all +
          createHash('sha256')
            .update(row)
            .digest()
            .readUInt32LE(lane * 4),
        0,
      ),
    )
    const wanted = Buffer.alloc(32)
    for (const [lane, all] of lanes.entries()) wanted.writeUInt32LE(all % 2 ** 32, lane * 4)
    expect(sumOf(rows.join(''))).toEqual({ rows: 3, sum: wanted.toString('hex') })
    expect(sumOf()).toEqual({ rows: 0, sum: '0'.repeat(64) })
  })

  test('the checksum of rows is the same in any order and chunking, and differs for other rows', () => {
    const all = sumOf('first\nsecond\nthird\n')
    expect(sumOf('third\nfirst\nsecond\n')).toEqual(all)
    expect(sumOf('fi', 'rst', '\nsecond\nth', 'ird\n', '')).toEqual(all)
    expect(sumOf('first\nsecond\n').sum).not.toBe(all.sum)
    expect(sumOf('first\nsecond\nthirt\n').sum).not.toBe(all.sum)
    // Two equal rows do not cancel each other out.
    expect(sumOf('a\na\n').sum).not.toBe(sumOf('b\nb\n').sum)
    // A last line without a line break is not a row yet.
    expect(sumOf('first\nsecond')).toEqual(sumOf('first\n'))
  })
})

describe('an archive', () => {
  const ENTRIES: ArchiveEntry[] = [
    { name: 'about.json', content: Buffer.from('{}') },
    { name: 'files/public/a.txt', content: Buffer.alloc(0) },
    { name: 'tables/b/000001', content: Buffer.alloc(300_000, 'row\n') },
  ]
  const at = (name: string) => join(folder, name)
  const write = (name: string, entries: AsyncIterable<ArchiveEntry> = each(ENTRIES)) =>
    writeArchive(at(name), closes, entries)
  async function read(file: string, key = opens): Promise<ArchiveEntry[]> {
    const found: ArchiveEntry[] = []
    for await (const { name, content } of readArchive(file, key))
      found.push({ name, content: await joined(content) })
    return found
  }
  /** An archive with this innermost tar. */
  const packed = async (name: string, tar: Buffer) =>
    written(name, await joined(encryptStream(each([gzipSync(tar)]), closes)))
  const unpacked = async (name: string) =>
    gunzipSync(await joined(decryptStream(each([readFileSync(at(name))]), opens)))

  test('an archive restores all files in their order, each readable by its owner only', async () => {
    await write('whole.age')
    expect(await read(at('whole.age'))).toEqual(ENTRIES)
    expect(statSync(at('whole.age')).mode & 0o777).toBe(0o600)
    // Files that somebody unpacks by hand are readable by their owner only, too.
    expect((await unpacked('whole.age')).subarray(100, 107).toString()).toBe('000600 ')
    // The archive is small because repetitions are compressed.
    expect(statSync(at('whole.age')).size).toBeLessThan(3000)
    await write('empty.age', each([]))
    expect(await read(at('empty.age'))).toEqual([])
  })

  test('an archive is replaced atomically: the previous one stays until the new one is complete', async () => {
    await write('kept.age')
    const before = readFileSync(at('kept.age'))
    const failed = new Error('the database is away')
    const failing = async function* () {
      yield ENTRIES[2] as ArchiveEntry
      throw failed
    }
    await expect(write('kept.age', failing())).rejects.toBe(failed)
    await expect(write('never.age', failing())).rejects.toBe(failed)
    expect(readFileSync(at('kept.age'))).toEqual(before)
    expect(existsSync(at('never.age'))).toBe(false)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    // When the archive cannot be moved into place, the partly written file is removed.
    mkdirSync(at('folder.age'))
    await expect(write('folder.age')).rejects.toThrow(/EISDIR/)
    expect(existsSync(at('folder.age.part'))).toBe(false)
    await expect(write('no/such/folder.age')).rejects.toThrow(/ENOENT.*open/)
  })

  test('an error message says why an archive cannot be read', async () => {
    await write('good.age')
    await expect(read(at('nowhere.age'))).rejects.toThrow(
      `There is no archive ${at('nowhere.age')}.`,
    )
    await expect(read(folder)).rejects.toThrow(
      /is no archive, or it is damaged or cut off \(EISDIR/,
    )
    await expect(read(written('text.age', 'a text'))).rejects.toThrow(
      /text\.age is no archive, or it is damaged or cut off \(.+\)\.$/,
    )
    await expect(read(at('good.age'), { ...opens, identities: [other.identity] })).rejects.toThrow(
      WrongKeyError,
    )
  })

  test('an archive can be made readable by other users', async () => {
    const refused = Object.assign(new Error('not permitted'), { code: 'EACCES' })
    const stream = new Readable({ read: () => void stream.destroy(refused) })
    vi.spyOn(fs, 'createReadStream').mockReturnValue(stream as ReadStream)
    syncBuiltinESMExports()
    try {
      await expect(read(at('mine.age'))).rejects.toThrow(/mine\.age may not be read by this user/)
    } finally {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    }
  })

  test('an archive that is truncated, changed or packed by another program is detected, at its end at the latest', async () => {
    await write('big.age', each([{ name: 'one', content: Buffer.from(noise(200_000)) }]))
    const bytes = readFileSync(at('big.age'))
    for (const length of [bytes.length - 1, 150_000, 300, 100])
      await expect(read(written('cut.age', bytes.subarray(0, length)))).rejects.toThrow(
        /is no archive, or it is damaged/,
      )
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(100_000) ^ 1, 100_000)
    await expect(read(written('changed.age', changed))).rejects.toThrow(/is damaged or cut off/)
    // These archives are encrypted correctly, but contain no tar, or a tar without its end.
    const tar = await unpacked('big.age')
    expect(await read(await packed('again.age', tar))).toHaveLength(1)
    await expect(read(await packed('short.age', tar.subarray(0, 100_000)))).rejects.toThrow(
      /is damaged or cut off/,
    )
    const trailing = Buffer.concat([gzipSync(tar), Buffer.from('more')])
    const more = await joined(encryptStream(each([trailing]), closes))
    await expect(read(written('more.age', more))).rejects.toThrow(/is damaged or cut off/)
    await expect(read(await packed('none.age', Buffer.alloc(1024, 'x')))).rejects.toThrow(
      /is damaged or cut off/,
    )
    const plain = written(
      'plain.age',
      await joined(encryptStream(each([Buffer.from('text')]), closes)),
    )
    await expect(read(plain)).rejects.toThrow(/incorrect header check/)
  })
})

test('an archive encrypted with a passphrase can be decrypted with it', async () => {
  const phrase = { passphrase: 'a long passphrase', identities: [], recipients: [] }
  const bytes = await joined(encryptStream(each([Buffer.from('the words')]), phrase))
  const decrypter = new Decrypter()
  decrypter.addIdentity(own.identity)
  await expect(decrypter.decrypt(bytes)).rejects.toThrow(/no identity matched/)
  expect(bytes.subarray(0, 60).toString()).toMatch(/^age-encryption.org\/v1\n-> scrypt /)
})

// Random bytes, which cannot be compressed.
function noise(length: number): Uint8Array {
  const all: Buffer[] = []
  for (let n = 0; n * 32 < length; n++) all.push(createHash('sha256').update(String(n)).digest())
  return Buffer.concat(all).subarray(0, length)
}
