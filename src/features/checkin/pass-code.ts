import { serverNow } from '#app/lib/clock.ts'
import { joined } from '#contract/bytes'
import { PROOF_MS, proofBody, readCredential, textOfPass } from '#contract/checkin-pass'
import { nextCounter, type PassRecord } from './pass-store.ts'

/** A code to show, and when the next one is due, ms by this phone's clock. */
export interface PassCode {
  readonly text: string
  readonly renewsAt: number
  /** When the credential ends, ms. */
  readonly expiresAt: number
}

/**
 * A code for this moment, ms by the university's clock, signed with a counter that never repeats;
 * none without a valid credential.
 */
export async function passCode(
  { credential: bytes, secret }: PassRecord,
  now = serverNow(),
): Promise<PassCode | undefined> {
  const credential = bytes && readCredential(bytes)
  if (bytes === undefined || credential === undefined || credential.expires <= now) return undefined
  const body = proofBody({ time: now, counter: await nextCounter() })
  const signed = joined(bytes.subarray(5, 13), body)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, secret, signed)
  const text = textOfPass(bytes, joined(body, new Uint8Array(signature)))
  return { text, renewsAt: Date.now() + PROOF_MS, expiresAt: credential.expires }
}
