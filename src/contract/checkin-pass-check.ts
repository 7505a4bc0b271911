import { type Bytes, fromBase64url, concatBytes, toBase64url, toHex } from './bytes.ts'
import {
  type PassCredential,
  type CheckinPass,
  PROOF_INTERVAL_MS,
  type SignedPart,
  signedPartOfCredential,
  signedPartOfProof,
} from './checkin-pass.ts'

/**
 * How far the clocks of the two phones may be apart, ms. Both go by the university's clock, learned
 * from an answer that took less than 3 s and is told in whole seconds: 4 s each. A crystal without
 * any network drifts by 20 in a million at worst: 12 s each in the 7 days of a credential. So a
 * screenshot is good for its own 30 s and, at worst, for these.
 */
export const MAX_CLOCK_SKEW_MS = 30_000

/** A public key of the university, as the roster carries it. */
export interface PublicKey {
  readonly id: string
  /** The uncompressed P-256 point, base64url. */
  readonly point: string
}

/** What is to be said of a credential. 'unknown-key': nobody this phone knows signed it. */
export type CredentialCheckResult = 'good' | 'expired' | 'forged' | 'unknown-key'
/**
 * What is to be said of a proof: 'old' is a screenshot or a phone that stood still, 'early' a clock
 * that is wrong.
 */
export type ProofCheckResult = 'good' | 'old' | 'early' | 'forged'

const ECDSA = { name: 'ECDSA', hash: 'SHA-256' } as const
const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
/** The byte before the x and y of an uncompressed point. */
const UNCOMPRESSED = Uint8Array.of(4)

/** Is there the cryptography that passes need? Browsers give it to secure origins only. */
// oxlint-disable-next-line typescript/no-unnecessary-condition -- the types know secure origins only
export const canCheckPasses = (): boolean => globalThis.crypto?.subtle !== undefined

/** Did the university sign this, and is it still good at this moment (ms)? */
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

/** Did the phone of the credential sign this, and just now? */
export async function checkProof(
  pass: CheckinPass,
  { at }: { at: number },
): Promise<ProofCheckResult> {
  if (!(await isSignedBy(pointOf(pass.credential.phone), signedPartOfProof(pass)))) return 'forged'
  const age = at - pass.proof.time
  if (age < -MAX_CLOCK_SKEW_MS) return 'early'
  return age > PROOF_INTERVAL_MS + MAX_CLOCK_SKEW_MS ? 'old' : 'good'
}

/** The id of a public key: the first four bytes of its hash. */
export async function computeKeyId(point: Bytes): Promise<{ bytes: Bytes; text: string }> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', point)).slice(0, 4)
  return { bytes, text: toHex(bytes) }
}

/** Are these x and y of a point on the curve? */
export const isPublicKey = async (phone: Bytes): Promise<boolean> =>
  phone.length === 64 && (await imported(pointOf(phone))) !== undefined

/**
 * The key under which a confirmation is sent, a UUID of the scanned text and the moment of the
 * scan: the same scan sent twice is one. Two scanners of one student have two keys and are merged
 * by the student; were the key the proof's alone, the second would come with other words under a
 * known key, and a scan made anew after a reversal would be swallowed.
 */
export async function confirmationKey({
  scanned,
  at,
}: {
  scanned: string
  at: string
}): Promise<string> {
  const words = new TextEncoder().encode(`${at} ${scanned}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', words)).slice(0, 16)
  // RFC 9562, version 8: an id of one's own making.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return toHex(hash).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const pointOf = (phone: Bytes): Bytes => concatBytes(UNCOMPRESSED, phone)

async function isSignedBy(point: Bytes, { body, signature }: SignedPart): Promise<boolean> {
  const key = await imported(point)
  return key !== undefined && crypto.subtle.verify(ECDSA, key, signature, body)
}

const known = new Map<string, ReturnType<typeof importKey>>()

// The university's key is the same for everybody in the corridor; phones' keys are not worth
// keeping for long.
function imported(point: Bytes): ReturnType<typeof importKey> {
  const name = toBase64url(point)
  const found = known.get(name) ?? importKey(point)
  if (known.size > 200) known.clear()
  known.set(name, found)
  return found
}

const importKey = (point: Bytes) =>
  crypto.subtle.importKey('raw', point, P256, false, ['verify']).catch(() => undefined)
