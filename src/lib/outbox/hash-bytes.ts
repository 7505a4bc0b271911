import { toHex } from '#contract/bytes'

/** The SHA-256 of bytes as hex. */
export async function hashBytes(bytes: ArrayBuffer): Promise<string> {
  // Without a secure context a browser has no `crypto.subtle`.
  const hash =
    globalThis.crypto?.subtle === undefined
      ? (await import('@noble/hashes/sha2.js')).sha256(new Uint8Array(bytes))
      : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return toHex(hash)
}
