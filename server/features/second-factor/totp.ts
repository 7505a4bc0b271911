import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
// A phone's clock may be half a minute off, and a person takes their time.
const WINDOW = 1

/** A new secret, as authenticators take it by hand. */
export const newSecretKey = (): string => new Secret({ size: 20 }).base32

const totp = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: PERIOD, digits: 6 })

/** The address that an authenticator scans. */
export const buildTotpUri = (secret: string, label: string, issuer: string): string =>
  totp(secret, label, issuer).toString()

/**
 * Which half minute's code this is, if it is one of now and its neighbours (RFC 6238, with the
 * SHA-1 that every authenticator knows).
 */
export function matchTimeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
}
