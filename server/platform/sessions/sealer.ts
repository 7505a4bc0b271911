import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings/settings.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets that must be readable again but not from a copy of the database. */
export interface Sealer {
  /**
   * `about` identifies the owner, as authenticated data: the result opens with the same one only.
   */
  readonly seal: (secret: string, about: string) => Buffer
  /** Undefined when it was encrypted with another key or for another owner. */
  readonly open: (sealed: Buffer, about: string) => string | undefined
}

/** Creates a sealer with the key of the settings, or with one created once in the data folder. */
export function createSealer({
  secretsKey,
  dataDir,
}: Pick<Settings, 'secretsKey' | 'dataDir'>): Sealer {
  let made: Buffer | undefined
  // Read at the first use, because most processes never encrypt anything.
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

/** The file of the key, when the settings contain none. */
export const secretsKeyFile = (dataDir: string): string => join(dataDir, 'secrets.key')

/**
 * The fingerprint of the configured key, which does not reveal it; undefined while there is none.
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

// Reads the key, or creates it atomically: of two concurrent processes one creates the file, and
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
    // Another process has created it.
  }
  unlinkSync(own)
  return readFileSync(file, 'utf8')
}
