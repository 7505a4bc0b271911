import { hash, randomBytes } from 'node:crypto'

/** A new secret of 256 bits, safe in an address and a header. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/** What is stored of a secret: it can be checked and not be read back. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')

// Crockford's base32: no I, L, O, U, so that it can be read out over the phone.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new receipt, XXXX-XXXX; whoever stores it makes sure that it is the only one. */
export function createReceiptNumber(): string {
  const letters = [...randomBytes(8)].map((byte) => LETTERS[byte % 32]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** The sha-256 of JSON whatever the order of its keys. */
export const hashJson = (value: unknown): Buffer => hashSecret(canonical(value))

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}
