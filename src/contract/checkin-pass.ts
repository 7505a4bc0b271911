import { fromBase45, toBase45 } from './base45.ts'
import { type Bytes, toUint32Bytes, concatBytes, readUint32, toBase64url, toHex } from './bytes.ts'

/**
 * The check-in pass (D-30, security 9): what the code on a student's phone says.
 *
 * credential, signed by the university                  proof, signed by the phone
 *   0  version 1                                           0  time, seconds since 1970
 *   1  4 bytes of the hash of the university's key         4  counter
 *   5  8 bytes, the opaque id of the student's pass        8  ES256 signature of id, time and counter
 *  13  end, seconds since 1970
 *  17  the phone's public key: x and y of a P-256 point
 *  81  ES256 signature of all before it
 *
 * Together 217 bytes, as base45 after a prefix 329 letters: a code of version 9 at level L, 53
 * modules wide, which is 4 whole pixels a module in 256 pixels, quiet zone included. No name, no
 * number, no room.
 */
export interface CheckinPass {
  readonly credential: PassCredential
  readonly proof: PassProof
}

/** What the university says of a phone. */
export interface PassCredential {
  /** Names the university's key. */
  readonly key: string
  /** The opaque id of the student's pass. */
  readonly id: string
  /** When it ends, ms. */
  readonly expires: number
  /** The phone's public key: x and y. */
  readonly phone: Bytes
  /** As it was signed, with its signature. */
  readonly bytes: Bytes
}

/** What the phone says of the moment. */
export interface PassProof {
  /** When it was made by the university's clock as the phone knows it, ms. */
  readonly time: number
  /** Grows with every proof of this phone. */
  readonly counter: number
  readonly bytes: Bytes
}

/** A phone makes a new proof so often, ms. */
export const PROOF_INTERVAL_MS = 30_000
/** A credential is good for so long at most, ms. */
export const CREDENTIAL_LIFETIME_MS = 7 * 86_400_000

const PREFIX = 'BD:'
const VERSION = 1
const SIGNATURE = 64
const BODY = 81
const CREDENTIAL = BODY + SIGNATURE
const PROOF = 8 + SIGNATURE

/** Is this text meant to be a pass, good or bad? A student's number never looks like one. */
export const isPassText = (text: string): boolean => text.startsWith(PREFIX)

/** Is this text a sealed scan (`sealed-scan.ts`), good or bad? No pass and no number looks like one. */
export const isSealedScanText = (text: string): boolean => text.startsWith(SEALED_SCAN_PREFIX)
/** What a sealed scan begins with. */
export const SEALED_SCAN_PREFIX = 'BDS:'

/** The part of a credential that is signed. */
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

/** The part of a proof that is carried; what is signed has the id of the pass before it. */
export const encodeProofBody = ({ time, counter }: { time: number; counter: number }): Bytes =>
  concatBytes(toUint32Bytes(Math.floor(time / 1000)), toUint32Bytes(counter))

/** Read a credential; nothing for what is no credential of this version and exact length. */
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

/** The text of a pass. */
export const formatPass = (credential: Bytes, proof: Bytes): string =>
  PREFIX + toBase45(concatBytes(credential, proof))

/**
 * Read a scanned text as a pass: exact length, one spelling only. Whether it is genuine is told by
 * `pass-check.ts`.
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
export const signedPartOfCredential = ({ bytes }: PassCredential): SignedPart => ({
  body: bytes.slice(0, BODY),
  signature: bytes.slice(BODY),
})

/** The signed part and the signature of a proof. */
export const signedPartOfProof = ({ credential, proof }: CheckinPass): SignedPart => ({
  body: concatBytes(credential.bytes.subarray(5, 13), proof.bytes.subarray(0, 8)),
  signature: proof.bytes.slice(8),
})

/** What was signed, and with what. */
export interface SignedPart {
  readonly body: Bytes
  readonly signature: Bytes
}
