import { serverNow } from '#app/lib/platform/server-clock.ts'
import { concatBytes } from '#contract/bytes'
import {
  PASS_PROOF_INTERVAL_MS,
  encodeProofBody,
  readCredential,
  formatPass,
} from '#contract/checkin-pass'
import { nextCounter, type PassRecord } from './pass-store.ts'

/** A pass code to show, and when the next one is due, ms by this phone's clock. */
export interface CheckinPassCode {
  readonly text: string
  readonly renewsAt: number
  /** When the credential expires, ms since the epoch. */
  readonly expiresAt: number
}

/**
 * Creates a code for the current moment, signed with a counter that this phone never uses twice.
 * Times are ms since the epoch by the server's clock. Returns undefined without a valid credential.
 */
export async function createPassCode(
  { credential: bytes, secret }: PassRecord,
  now = serverNow(),
): Promise<CheckinPassCode | undefined> {
  const credential = bytes && readCredential(bytes)
  if (bytes === undefined || credential === undefined || credential.expires <= now) return undefined
  const body = encodeProofBody({ time: now, counter: await nextCounter() })
  const signed = concatBytes(bytes.subarray(5, 13), body)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, secret, signed)
  const text = formatPass(bytes, concatBytes(body, new Uint8Array(signature)))
  return { text, renewsAt: Date.now() + PASS_PROOF_INTERVAL_MS, expiresAt: credential.expires }
}
