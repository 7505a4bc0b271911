import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Bytes, fromBase64url, concatBytes, toBase64url } from './bytes.ts'
import { isSealedScanText, SEALED_SCAN_PREFIX } from './checkin-pass.ts'

/*
 * What a scan says while it waits on a supervisor's phone: sealed for the university by HPKE (RFC
 * 9180), so that nobody who takes the phone apart reads whom it scanned, not even who has every file
 * of it. The text is a prefix, then the encapsulated key and the ciphertext as base64url; it travels
 * where the scanned text does.
 */

/** An uncompressed P-256 point. */
const KEY_BYTES = 65
/** What it is sealed for: nothing else that this key may come to open is taken for a scan. */
const ABOUT = bufferOf('baodao scan')

const suite = () =>
  new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  })

/** Seal a scanned text for the university, whose public key the roster carries (base64url). */
export async function sealScan(scanned: string, publicKey: string): Promise<string> {
  const hpke = suite()
  const point = fromBase64url(publicKey) ?? new Uint8Array()
  const recipientPublicKey = await hpke.kem.deserializePublicKey(point.buffer)
  const { enc, ct } = await hpke.seal({ recipientPublicKey, info: ABOUT }, bufferOf(scanned))
  return SEALED_SCAN_PREFIX + toBase64url(concatBytes(new Uint8Array(enc), new Uint8Array(ct)))
}

/** Open a sealed scan with the university's secret key; undefined for what another key sealed. */
export async function openScan(text: string, secret: Bytes): Promise<string | undefined> {
  const bytes = isSealedScanText(text)
    ? fromBase64url(text.slice(SEALED_SCAN_PREFIX.length))
    : undefined
  if (bytes === undefined || bytes.length <= KEY_BYTES) return undefined
  const hpke = suite()
  try {
    const recipientKey = await hpke.kem.deserializePrivateKey(secret.buffer)
    const words = await hpke.open(
      { recipientKey, enc: bytes.slice(0, KEY_BYTES).buffer, info: ABOUT },
      bytes.slice(KEY_BYTES).buffer,
    )
    return new TextDecoder().decode(words)
  } catch {
    return undefined
  }
}

/** Make a pair of keys for sealed scans. */
export async function newScanKey(): Promise<{ point: Bytes; secret: Bytes }> {
  const { kem } = suite()
  const { publicKey, privateKey } = await kem.generateKeyPair()
  return {
    point: new Uint8Array(await kem.serializePublicKey(publicKey)),
    secret: new Uint8Array(await kem.serializePrivateKey(privateKey)),
  }
}

// Copied, for an encoder may write into memory that it shares.
function bufferOf(text: string): ArrayBuffer {
  return concatBytes(new TextEncoder().encode(text)).buffer
}
