import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings/settings.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets that this server must be able to decrypt, but that a copy of the database alone
 * must not reveal.
 */
export interface Sealer {
  /**
   * Encrypts a secret. `about` identifies the owner and is authenticated data: the result can be
   * decrypted only with the same `about`.
   */
  readonly seal: (secret: string, about: string) => Buffer
  /** Decrypts a secret. Undefined if it was encrypted with another key or for another owner. */
  readonly open: (sealed: Buffer, about: string) => string | undefined
}

/**
 * Creates a sealer with the key of the settings or, without one, with a key that is created once in
 * the data folder.
 */
export function createSealer({
  secretsKey,
  dataDir,
}: Pick<Settings, 'secretsKey' | 'dataDir'>): Sealer {
  let made: Buffer | undefined
  // The key is read at the first use, because most processes never encrypt a secret.
  const key = () => (made ??= deriveKey(secretsKey ?? keyIn(dataDir)))
  return {
    seal: (secret, about) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key(), iv).setAAD(Buffer.from(about))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open: (sealed, about) => {
      const cipher = createDecipheriv(CIPHER, key(), sealed.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return (
          cipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') +
          cipher.final('utf8')
        )
      } catch {
        return undefined
      }
    },
  }
}

/** The file with the key; used if the settings contain no key. */
export const secretsKeyFile = (dataDir: string): string => join(dataDir, 'secrets.key')

/**
 * The fingerprint of the configured key, which does not reveal the key; undefined if there is no
 * key yet.
 */
export function configuredKeyFingerprint({
  secretsKey,
  dataDir,
}: Pick<Settings, 'secretsKey' | 'dataDir'>): string | undefined {
  const file = secretsKeyFile(dataDir)
  const said = secretsKey ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  return said === undefined ? undefined : keyFingerprint(said)
}

/** The fingerprint of a given key. */
export const keyFingerprint = (said: string): string =>
  Buffer.from(hkdfSync('sha256', said, '', 'which key', 12)).toString('hex')

const deriveKey = (said: string) => Buffer.from(hkdfSync('sha256', said, '', 'sealed secrets', 32))

// Reads the key, or creates it atomically. Of two concurrent processes one creates the file, and
// both read the same key.
function keyIn(dataDir: string): string {
  const file = secretsKeyFile(dataDir)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const own = `${file}.${randomBytes(6).toString('hex')}`
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(own, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(own, file)
  } catch {
    // Another process has created the file.
  }
  unlinkSync(own)
  return readFileSync(file, 'utf8')
}
