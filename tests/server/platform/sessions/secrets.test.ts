import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#server/platform/sessions/password'
import {
  configuredKeyFingerprint,
  keyFingerprint,
  createSealer,
  secretsKeyFile,
} from '#server/platform/sessions/sealer'
import { hashJson, createReceiptNumber } from '#server/platform/sessions/secrets'

describe('password hashing [security 2]', () => {
  test('a password is hashed as argon2id with 19 MiB and two passes, and only this password matches', async () => {
    const stored = await hashPassword('correct horse')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword('correct horse', stored)).toBe(true)
    expect(await verifyPassword('correct horsf', stored)).toBe(false)
  })

  test('no password matches an account without a password, not even an empty one', async () => {
    expect(await verifyPassword('', undefined)).toBe(false)
    expect(await verifyPassword('campus', undefined)).toBe(false)
  })
})

describe('the hash of a payload', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest()

  test('the hash of a payload ignores the order of object keys at any depth, but not the order of lists', () => {
    expect(hashJson({ b: [2, 1], a: { d: null, c: 'x' } })).toEqual(
      sha('{"a":{"c":"x","d":null},"b":[2,1]}'),
    )
    expect(hashJson({ a: { c: 'x', d: null }, b: [2, 1] })).toEqual(
      hashJson({ b: [2, 1], a: { d: null, c: 'x' } }),
    )
    expect(hashJson({ b: [1, 2], a: {} })).not.toEqual(hashJson({ b: [2, 1], a: {} }))
    // Many keys, so that they are not in the right order by chance.
    const keys = 'qwertyuiopasdfghjklzxcvbnm'.split('')
    expect(hashJson(Object.fromEntries(keys.map((key) => [key, 1])))).toEqual(
      sha(
        `{${keys
          .toSorted()
          .map((key) => `"${key}":1`)
          .join(',')}}`,
      ),
    )
  })

  test('the hash of a value that is not an object is the hash of its JSON, and undefined counts as null', () => {
    for (const [value, text] of [
      ['a"b', '"a\\"b"'],
      [1.5, '1.5'],
      [true, 'true'],
      [null, 'null'],
      [undefined, 'null'],
      [[], '[]'],
      [{ a: undefined }, '{"a":null}'],
    ] as const)
      expect([text, hashJson(value)]).toEqual([text, sha(text)])
  })
})

test('a receipt number can be read out: eight letters, none of which is easily mistaken', () => {
  for (let count = 0; count < 200; count++)
    expect(createReceiptNumber()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
})

describe('sealed values [security 8]', () => {
  let dataDir: string
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'baodao-secrets-'))))
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('a sealed value can be opened only unmodified, in its context, and with the key that sealed it', () => {
    const sealer = createSealer({ secretsKey: 'k'.repeat(32), dataDir })
    const sealed = sealer.seal('一次性密码 secret', 'T7001')
    expect(sealed.toString('utf8')).not.toContain('secret')
    expect(sealer.open(sealed, 'T7001')).toBe('一次性密码 secret')
    expect(sealer.open(sealed, 'T7002')).toBeUndefined()
    const other = createSealer({ secretsKey: 'l'.repeat(32), dataDir })
    expect(other.open(sealed, 'T7001')).toBeUndefined()
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(sealer.open(changed, 'T7001')).toBeUndefined()
    expect(sealer.seal('same', 'T7001').equals(sealer.seal('same', 'T7001'))).toBe(false)
  })

  test('without a configured key, values are sealed with a key that is created once and readable by its owner only', () => {
    const inFolder = join(dataDir, 'not', 'there yet')
    const settings = { secretsKey: undefined, dataDir: inFolder }
    expect(configuredKeyFingerprint(settings)).toBeUndefined()
    const sealed = createSealer(settings).seal('secret', 'T7001')
    expect(createSealer(settings).open(sealed, 'T7001')).toBe('secret')
    const file = secretsKeyFile(inFolder)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const made = readFileSync(file, 'utf8')
    expect([made.length, configuredKeyFingerprint(settings)]).toEqual([43, keyFingerprint(made)])
    expect(configuredKeyFingerprint({ ...settings, secretsKey: 'another' })).toBe(
      keyFingerprint('another'),
    )
    expect(keyFingerprint('another')).not.toBe(keyFingerprint(made))
    expect(made).not.toContain(keyFingerprint(made))
  })

  test('an existing sealing key is used and not replaced', () => {
    writeFileSync(secretsKeyFile(dataDir), 'of a colleague')
    const sealed = createSealer({ secretsKey: undefined, dataDir }).seal('secret', 'T7001')
    const same = createSealer({ secretsKey: 'of a colleague', dataDir })
    expect(same.open(sealed, 'T7001')).toBe('secret')
  })
})
