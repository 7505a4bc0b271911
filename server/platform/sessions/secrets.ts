import { hash, randomBytes } from 'node:crypto'

/** Creates a secret of 256 bits, as base64url. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a secret. SHA-256 suffices, because the secrets are random. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

// Crockford's base32: the letters I, L, O and U are missing, so that a number can be read out over
// the phone.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Creates a receipt number, XXXX-XXXX. Two numbers can collide; a unique constraint rejects the
 * duplicate.
 */
export function createReceiptNumber(): string {
  const letters = [...randomBytes(8)].map((byte) => LETTERS[byte % 32]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** The SHA-256 of a JSON value, independent of the order of keys. */
export const hashJson = (value: unknown): Buffer => hashSecret(canonical(value))

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}
