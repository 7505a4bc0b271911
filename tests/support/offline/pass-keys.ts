import { type Bytes, concatBytes, toBase64url } from '#contract/bytes'
import {
  MAX_PASS_CREDENTIAL_LIFETIME_MS,
  encodeCredentialBody,
  encodeProofBody,
  formatPass,
} from '#contract/checkin-pass'
import { computeKeyId, type PublicKey } from '#contract/checkin-pass-check'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const ECDSA = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A pair of signing keys. */
export interface PassKeyPair {
  /** The public key: x and y. */
  readonly point: Bytes
  readonly sign: (body: Bytes) => Promise<Bytes>
}

/** A university with keys of its own, which signs credentials in a test. */
export interface PassIssuer {
  readonly key: PublicKey
  readonly issue: (
    phone: PassKeyPair,
    wishes: { id: Bytes; at: number; expires?: number },
  ) => Promise<Bytes>
}

/** Create the keys of a phone or of a forger. */
export async function createPassKeyPair(): Promise<PassKeyPair> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  return {
    point: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)).slice(1),
    sign: async (body) => new Uint8Array(await crypto.subtle.sign(ECDSA, privateKey, body)),
  }
}

/** Create a university. `posingAs` uses the key id of another university, as a forger would. */
export async function createPassIssuer({
  posingAs,
}: { posingAs?: PublicKey } = {}): Promise<PassIssuer> {
  const signer = await createPassKeyPair()
  const point = concatBytes(Uint8Array.of(4), signer.point)
  const own = (await computeKeyId(point)).text
  const id = posingAs?.id ?? own
  const key = new Uint8Array(Buffer.from(id, 'hex'))
  return {
    key: { id, point: toBase64url(point) },
    issue: async (phone, { id, at, expires = at + MAX_PASS_CREDENTIAL_LIFETIME_MS }) => {
      const body = encodeCredentialBody({ key, id, expires, phone: phone.point })
      return concatBytes(body, await signer.sign(body))
    },
  }
}

/** The text of the pass that a phone shows at this moment. */
export async function createSignedPassText(
  phone: PassKeyPair,
  { credential, at, counter = 1 }: { credential: Bytes; at: number; counter?: number },
): Promise<string> {
  const body = encodeProofBody({ time: at, counter })
  return formatPass(
    credential,
    concatBytes(body, await phone.sign(concatBytes(credential.subarray(5, 13), body))),
  )
}

/** An id of a pass. */
export const passIdOf = (number: number): Bytes =>
  Uint8Array.of(0, 0, 0, 0, 0, 0, number >> 8, number & 255)
