import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Bytes, fromBase64url, concatBytes, toBase64url } from './bytes.ts'
import { isSealedScanText, SEALED_SCAN_PREFIX } from './checkin-pass.ts'

/* A scan that waits on a supervisor's phone is encrypted for the university by HPKE (RFC 9180), so
   that nobody with access to the phone's files can read whom the supervisor scanned. The text of a
   sealed scan is a prefix, then the encapsulated key and the ciphertext as base64url. It is sent in
   place of the scanned text. */

/** An uncompressed P-256 point. */
const KEY_BYTES = 65
/**
 * The HPKE `info` that binds the ciphertext to this purpose: nothing else encrypted for this key is
 * accepted as a scan.
 */
const ABOUT = bufferOf('baodao scan')

const suite = () =>
  new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })

/**
 * Encrypts a scanned text for the university. `publicKey` comes from the roster, base64url. Rejects
 * if `publicKey` is not a valid key.
 */
export async function sealScan(scanned: string, publicKey: string): Promise<string> {
  const hpke = suite()
  const point = fromBase64url(publicKey) ?? new Uint8Array()
  const recipientPublicKey = await hpke.kem.deserializePublicKey(point.buffer)
  const { enc, ct } = await hpke.seal({ recipientPublicKey, info: ABOUT }, bufferOf(scanned))
  return SEALED_SCAN_PREFIX + toBase64url(concatBytes(new Uint8Array(enc), new Uint8Array(ct)))
}

/**
 * Decrypts a sealed scan with the university's secret key. Resolves to undefined if the text is not
 * a sealed scan or was sealed for another key.
 */
export async function openScan(text: string, secret: Bytes): Promise<string | undefined> {
  const bytes = isSealedScanText(text)
    ? fromBase64url(text.slice(SEALED_SCAN_PREFIX.length))
    : undefined
  if (bytes === undefined || bytes.length <= KEY_BYTES) return undefined
  const hpke = suite()
  try {
    const recipientKey = await hpke.kem.deserializePrivateKey(secret.buffer)
    const plaintext = await hpke.open(
      { recipientKey, enc: bytes.slice(0, KEY_BYTES).buffer, info: ABOUT },
      bytes.slice(KEY_BYTES).buffer,
    )
    return new TextDecoder().decode(plaintext)
  } catch {
    return undefined
  }
}

/** Creates a key pair for sealed scans. */
export async function newScanKey(): Promise<{ point: Bytes; secret: Bytes }> {
  const { kem } = suite()
  const { publicKey, privateKey } = await kem.generateKeyPair()
  return {
    point: new Uint8Array(await kem.serializePublicKey(publicKey)),
    secret: new Uint8Array(await kem.serializePrivateKey(privateKey)),
  }
}

// The bytes are copied, because an encoder can return a view of a larger buffer.
function bufferOf(text: string): ArrayBuffer {
  return concatBytes(new TextEncoder().encode(text)).buffer
}
