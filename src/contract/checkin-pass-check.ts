import { type Bytes, fromBase64url, concatBytes, toBase64url, toHex } from './bytes.ts'
import {
  type PassCredential,
  type CheckinPass,
  PASS_PROOF_INTERVAL_MS,
  type SignedBytes,
  signedPartOfCredential,
  signedPartOfProof,
} from './checkin-pass.ts'

/**
 * The largest accepted difference between the clocks of the two phones, ms. Both phones follow the
 * university's clock.
 *
 * A phone learns that clock from a response that took less than 3 s and states whole seconds: an
 * error of at most 4 s for each phone. Without a network a quartz clock drifts by at most 20 ppm:
 * 12 s for each phone in the 7 days of a credential's validity. So a screenshot of a pass is
 * accepted for the 30 s of its proof plus, at worst, this time.
 */
export const MAX_CLOCK_SKEW_MS = 30_000

/** A public key of the university, as part of the roster. */
export interface PublicKey {
  readonly id: string
  /** The uncompressed P-256 point, base64url. */
  readonly point: string
}

/**
 * The result of checking a credential. 'unknown-key': the key that signed it is not in this phone's
 * roster.
 */
export type CredentialCheckResult = 'good' | 'expired' | 'forged' | 'unknown-key'
/**
 * The result of checking a proof. 'old': the pass is a screenshot, or the student's phone was
 * frozen; 'early': the clock of one phone is wrong.
 */
export type ProofCheckResult = 'good' | 'old' | 'early' | 'forged'

const ECDSA = { name: 'ECDSA', hash: 'SHA-256' } as const
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** The first byte of an uncompressed point, before x and y. */
const UNCOMPRESSED = Uint8Array.of(4)

/**
 * Whether Web Crypto is available, which passes need; browsers offer it in secure contexts only.
 */
// oxlint-disable-next-line typescript/no-unnecessary-condition -- the types assume a secure context
export const isWebCryptoAvailable = (): boolean => globalThis.crypto?.subtle !== undefined

/**
 * Checks that the university signed a credential and that the credential has not expired at `at`,
 * ms since the epoch.
 */
export async function checkCredential(
  credential: PassCredential,
  { keys, at }: { keys: readonly PublicKey[]; at: number },
): Promise<CredentialCheckResult> {
  const key = keys.find(({ id }) => id === credential.key)
  if (key === undefined) return 'unknown-key'
  const point = fromBase64url(key.point)
  if (point === undefined || !(await isSignedBy(point, signedPartOfCredential(credential))))
    return 'forged'
  return at > credential.expires ? 'expired' : 'good'
}

/**
 * Checks that the credential's phone signed a proof, and that the proof was made just before `at`,
 * ms since the epoch.
 */
export async function checkProof(
  pass: CheckinPass,
  { at }: { at: number },
): Promise<ProofCheckResult> {
  if (!(await isSignedBy(pointOf(pass.credential.phone), signedPartOfProof(pass)))) return 'forged'
  const age = at - pass.proof.time
  if (age < -MAX_CLOCK_SKEW_MS) return 'early'
  return age > PASS_PROOF_INTERVAL_MS + MAX_CLOCK_SKEW_MS ? 'old' : 'good'
}

/** The id of a public key: the first four bytes of its SHA-256 hash, as bytes and as hex. */
export async function computeKeyId(point: Bytes): Promise<{ bytes: Bytes; text: string }> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', point)).slice(0, 4)
  return { bytes, text: toHex(bytes) }
}

/** Whether these bytes are the x and y of a point on the curve P-256. */
export const isPublicKey = async (phone: Bytes): Promise<boolean> =>
  phone.length === 64 && (await imported(pointOf(phone))) !== undefined

/**
 * The idempotency key of a confirmation: a UUID made from the scanned text and the time of the
 * scan, so that the same scan sent twice counts once.
 *
 * Two supervisors who scan the same student have two keys, and the university merges the two scans
 * by student. A key made from the proof alone would have two faults: the second supervisor would
 * send another payload under a known key, and a new scan after a reversal would be ignored.
 */
export async function createConfirmationIdempotencyKey({
  scanned,
  at,
}: {
  scanned: string
  at: string
}): Promise<string> {
  const encodedText = new TextEncoder().encode(`${at} ${scanned}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encodedText)).slice(0, 16)
  // RFC 9562, version 8: a custom UUID.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return toHex(hash).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const pointOf = (phone: Bytes): Bytes => concatBytes(UNCOMPRESSED, phone)

async function isSignedBy(point: Bytes, { body, signature }: SignedBytes): Promise<boolean> {
  const key = await imported(point)
  return key !== undefined && crypto.subtle.verify(ECDSA, key, signature, body)
}

const known = new Map<string, ReturnType<typeof importKey>>()

// Imports a public key, cached. The cache is emptied above 200 keys: only the university's key,
// which is the same for all passes, is worth caching for long.
function imported(point: Bytes): ReturnType<typeof importKey> {
  const name = toBase64url(point)
  const found = known.get(name) ?? importKey(point)
  if (known.size > 200) known.clear()
  known.set(name, found)
  return found
}

const importKey = (point: Bytes) =>
  crypto.subtle.importKey('raw', point, P256, false, ['verify']).catch(() => undefined)
