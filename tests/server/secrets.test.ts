import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, isPassword } from '#server/platform/sessions/password'
import { keyMark, markOf, openSealer, secretsKeyFile } from '#server/platform/sessions/sealed'
import { hashOfJson, newReceipt } from '#server/platform/sessions/secrets'

describe('a password [security 2]', () => {
  test('is stored as argon2id with 19 MiB and two rounds, and is right for itself alone', async () => {
    const stored = await hashPassword('correct horse')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await isPassword('correct horse', stored)).toBe(true)
    expect(await isPassword('correct horsf', stored)).toBe(false)
  })

  test('nobody has one, not even none', async () => {
    expect(await isPassword('', undefined)).toBe(false)
    expect(await isPassword('campus', undefined)).toBe(false)
  })
})

describe('words have one hash', () => {
  const sha = (text: string) => createHash('sha256').update(text).digest()

  test('whatever the order of their keys, at any depth; lists keep theirs', () => {
    expect(hashOfJson({ b: [2, 1], a: { d: null, c: 'x' } })).toEqual(
      sha('{"a":{"c":"x","d":null},"b":[2,1]}'),
    )
    expect(hashOfJson({ a: { c: 'x', d: null }, b: [2, 1] })).toEqual(
      hashOfJson({ b: [2, 1], a: { d: null, c: 'x' } }),
    )
    expect(hashOfJson({ b: [1, 2], a: {} })).not.toEqual(hashOfJson({ b: [2, 1], a: {} }))
    // Many keys, so that no sorting is right by luck.
    const keys = 'qwertyuiopasdfghjklzxcvbnm'.split('')
    expect(hashOfJson(Object.fromEntries(keys.map((key) => [key, 1])))).toEqual(
      sha(
        `{${keys
          .toSorted()
          .map((key) => `"${key}":1`)
          .join(',')}}`,
      ),
    )
  })

  test('of what is no object, as JSON says it; nothing is null', () => {
    for (const [value, text] of [
      ['a"b', '"a\\"b"'],
      [1.5, '1.5'],
      [true, 'true'],
      [null, 'null'],
      [undefined, 'null'],
      [[], '[]'],
      [{ a: undefined }, '{"a":null}'],
    ] as const)
      expect([text, hashOfJson(value)]).toEqual([text, sha(text)])
  })
})

test('a receipt can be read out: eight letters that are not mistaken for others', () => {
  for (let count = 0; count < 200; count++)
    expect(newReceipt()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
})

describe('what is sealed [security 8]', () => {
  let dataDir: string
  beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'baodao-secrets-'))))
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  test('is opened for whom it was sealed, by the key that sealed it, whole', () => {
    const sealer = openSealer({ secretsKey: 'k'.repeat(32), dataDir })
    const sealed = sealer.seal('一次性密码 secret', 'T7001')
    expect(sealed.toString('utf8')).not.toContain('secret')
    expect(sealer.open(sealed, 'T7001')).toBe('一次性密码 secret')
    expect(sealer.open(sealed, 'T7002')).toBeUndefined()
    const other = openSealer({ secretsKey: 'l'.repeat(32), dataDir })
    expect(other.open(sealed, 'T7001')).toBeUndefined()
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(sealer.open(changed, 'T7001')).toBeUndefined()
    expect(sealer.seal('same', 'T7001').equals(sealer.seal('same', 'T7001'))).toBe(false)
  })

  test('without a key of the settings by one that is made once, for nobody else to read', () => {
    const inFolder = join(dataDir, 'not', 'there yet')
    const settings = { secretsKey: undefined, dataDir: inFolder }
    expect(keyMark(settings)).toBeUndefined()
    const sealed = openSealer(settings).seal('secret', 'T7001')
    expect(openSealer(settings).open(sealed, 'T7001')).toBe('secret')
    const file = secretsKeyFile(inFolder)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const made = readFileSync(file, 'utf8')
    expect([made.length, keyMark(settings)]).toEqual([43, markOf(made)])
    expect(keyMark({ ...settings, secretsKey: 'another' })).toBe(markOf('another'))
    expect(markOf('another')).not.toBe(markOf(made))
    expect(made).not.toContain(markOf(made))
  })

  test('a key that stands there is used as it is', () => {
    writeFileSync(secretsKeyFile(dataDir), 'of a colleague')
    const sealed = openSealer({ secretsKey: undefined, dataDir }).seal('secret', 'T7001')
    const same = openSealer({ secretsKey: 'of a colleague', dataDir })
    expect(same.open(sealed, 'T7001')).toBe('secret')
  })
})
