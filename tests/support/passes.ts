import { type Bytes, joined, toBase64url } from '#contract/bytes'
import { CREDENTIAL_MS, credentialBody, proofBody, textOfPass } from '#contract/checkin-pass'
import { idOfKey, type PublicKey } from '#contract/checkin-pass-check'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const ECDSA = { name: 'ECDSA', hash: 'SHA-256' } as const

/** A pair of keys that signs. */
export interface Signer {
  /** The public key: x and y. */
  readonly point: Bytes
  readonly sign: (body: Bytes) => Promise<Bytes>
}

/** A university of a test's own, which signs credentials. */
export interface University {
  readonly key: PublicKey
  readonly issue: (
    phone: Signer,
    wishes: { id: Bytes; at: number; expires?: number },
  ) => Promise<Bytes>
}

/** New keys, of a phone or of a forger. */
export async function newSigner(): Promise<Signer> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  return {
    point: new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)).slice(1),
    sign: async (body) => new Uint8Array(await crypto.subtle.sign(ECDSA, privateKey, body)),
  }
}

/** A new university; `posingAs` takes another's key id, as a forger would. */
export async function newUniversity({
  posingAs,
}: { posingAs?: PublicKey } = {}): Promise<University> {
  const signer = await newSigner()
  const point = joined(Uint8Array.of(4), signer.point)
  const own = (await idOfKey(point)).text
  const id = posingAs?.id ?? own
  const key = new Uint8Array(Buffer.from(id, 'hex'))
  return {
    key: { id, point: toBase64url(point) },
    issue: async (phone, { id, at, expires = at + CREDENTIAL_MS }) => {
      const body = credentialBody({ key, id, expires, phone: phone.point })
      return joined(body, await signer.sign(body))
    },
  }
}

/** The text that a phone shows at a moment. */
export async function shownBy(
  phone: Signer,
  { credential, at, counter = 1 }: { credential: Bytes; at: number; counter?: number },
): Promise<string> {
  const body = proofBody({ time: at, counter })
  return textOfPass(
    credential,
    joined(body, await phone.sign(joined(credential.subarray(5, 13), body))),
  )
}

/** An id of a pass. */
export const idOf = (number: number): Bytes =>
  Uint8Array.of(0, 0, 0, 0, 0, 0, number >> 8, number & 255)
