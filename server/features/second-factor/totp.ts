import { Secret, TOTP } from 'otpauth'

const PERIOD = 30
// The number of steps of 30 s before and after the current step in which a code is accepted: a
// phone's clock might be wrong, and typing takes time.
const WINDOW = 1

/** Creates a secret in base32, which users can type into an authenticator. */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32

const totp = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: PERIOD, digits: 6 })

/** Builds the otpauth URI that an authenticator scans. */
export const buildTotpUri = (secret: string, label: string, issuer: string): string =>
  totp(secret, label, issuer).toString()

/**
 * Finds the time step of a code if it is the current step or an adjacent one; undefined for an
 * invalid code (RFC 6238 with SHA-1, which every authenticator supports).
 */
export function findMatchingTotpTimeStep(
  secret: string,
  code: string,
  now: Date,
): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
}
