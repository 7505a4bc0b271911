import { fromBase45, toBase45 } from './base45.ts'
import { type Bytes, toUint32Bytes, concatBytes, readUint32, toBase64url, toHex } from './bytes.ts'

/**
 * The check-in pass (D-30, security 9): the content of the QR code on a student's phone.
 *
 * credential, signed by the university                  proof, signed by the phone
 *   0  version 1                                           0  time, seconds since 1970
 *   1  4 bytes of the hash of the university's key         4  counter
 *   5  8 bytes, the opaque id of the student's pass        8  ES256 signature of id, time, counter
 *  13  expiry, seconds since 1970
 *  17  the phone's public key: x and y of a P-256 point
 *  81  ES256 signature of everything before it
 *
 * Together 217 bytes, or 329 characters in base45 with the prefix: a QR code of version 9 at level
 * L, 53 modules wide, which is 4 whole pixels for each module in 256 pixels, quiet zone included.
 * It contains no name, no number and no room.
 */
export interface CheckinPass {
  readonly credential: PassCredential
  readonly proof: PassProof
}

/** The credential of a phone, signed by the university. */
export interface PassCredential {
  /** The id of the university's key, hex. */
  readonly key: string
  /** The opaque id of the student's pass. */
  readonly id: string
  /** When the credential expires, ms since the epoch. */
  readonly expires: number
  /** The phone's public key: x and y. */
  readonly phone: Bytes
  /** The signed bytes with their signature. */
  readonly bytes: Bytes
}

/** The proof of the current time, signed by the phone. */
export interface PassProof {
  /**
   * When the proof was made, ms since the epoch, by the phone's estimate of the university's clock.
   */
  readonly time: number
  /** Increases with every proof of this phone. */
  readonly counter: number
  readonly bytes: Bytes
}

/** The interval at which a phone makes a new proof, ms. */
export const PASS_PROOF_INTERVAL_MS = 30_000
/** The longest validity of a credential, ms. */
export const MAX_PASS_CREDENTIAL_LIFETIME_MS = 7 * 86_400_000

const PREFIX = 'BD:'
const VERSION = 1
const SIGNATURE = 64
const BODY = 81
const CREDENTIAL = BODY + SIGNATURE
const PROOF = 8 + SIGNATURE

/**
 * Whether a text has the prefix of a pass, valid or not. A student's number never starts with it.
 */
export const isPassText = (text: string): boolean => text.startsWith(PREFIX)

/**
 * Whether a text has the prefix of a sealed scan (`sealed-scan.ts`), valid or not. Neither a pass
 * nor a number starts with it.
 */
export const isSealedScanText = (text: string): boolean => text.startsWith(SEALED_SCAN_PREFIX)
/** The prefix of a sealed scan. */
export const SEALED_SCAN_PREFIX = 'BDS:'

/** Encodes the signed part of a credential. `expires`: ms since the epoch. */
export const encodeCredentialBody = ({
  key,
  id,
  expires,
  phone,
}: {
  key: Bytes
  id: Bytes
  expires: number
  phone: Bytes
}): Bytes =>
  concatBytes(Uint8Array.of(VERSION), key, id, toUint32Bytes(Math.floor(expires / 1000)), phone)

/**
 * Encodes the part of a proof that the pass contains. The signature of the proof also covers the
 * pass's id, which is not encoded here. `time`: ms since the epoch.
 */
export const encodeProofBody = ({ time, counter }: { time: number; counter: number }): Bytes =>
  concatBytes(toUint32Bytes(Math.floor(time / 1000)), toUint32Bytes(counter))

/**
 * Decodes a credential; undefined if its version or length is wrong. The signature is not checked.
 */
export function readCredential(bytes: Bytes): PassCredential | undefined {
  if (bytes.length !== CREDENTIAL || bytes[0] !== VERSION) return undefined
  return {
    key: toHex(bytes.subarray(1, 5)),
    id: toBase64url(bytes.subarray(5, 13)),
    expires: readUint32(bytes, 13) * 1000,
    phone: bytes.slice(17, BODY),
    bytes,
  }
}

/** Formats a pass as the text of its QR code. */
export const formatPass = (credential: Bytes, proof: Bytes): string =>
  PREFIX + toBase45(concatBytes(credential, proof))

/**
 * Parses a scanned text as a pass; undefined unless its length and spelling are exact. Whether the
 * pass is genuine is checked by `checkin-pass-check.ts`.
 */
export function readPass(text: string): CheckinPass | undefined {
  const bytes = isPassText(text) ? fromBase45(text.slice(PREFIX.length)) : undefined
  if (bytes?.length !== CREDENTIAL + PROOF) return undefined
  const credential = readCredential(bytes.slice(0, CREDENTIAL))
  const proof = bytes.slice(CREDENTIAL)
  return (
    credential && {
      credential,
      proof: { time: readUint32(proof, 0) * 1000, counter: readUint32(proof, 4), bytes: proof },
    }
  )
}

/** The signed part and the signature of a credential. */
export const signedPartOfCredential = ({ bytes }: PassCredential): SignedBytes => ({
  body: bytes.slice(0, BODY),
  signature: bytes.slice(BODY),
})

/** The signed part and the signature of a proof. */
export const signedPartOfProof = ({ credential, proof }: CheckinPass): SignedBytes => ({
  body: concatBytes(credential.bytes.subarray(5, 13), proof.bytes.subarray(0, 8)),
  signature: proof.bytes.slice(8),
})

/** The signed bytes and their signature. */
export interface SignedBytes {
  readonly body: Bytes
  readonly signature: Bytes
}
