// The alphabet of QR codes' alphanumeric mode (RFC 9285).
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const VALUES = new Map(Array.from(LETTERS, (letter, value) => [letter, value]))

/**
 * Encodes bytes in base45 (RFC 9285): three characters for two bytes, two for a single last byte.
 * The result never ends with a space, so trimming is harmless.
 */
export function toBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const [high = 0, low] = [bytes[at], bytes[at + 1]]
    const value = low === undefined ? high : high * 256 + low
    text += letter(value) + letter(value / 45) + (low === undefined ? '' : letter(value / 2025))
  }
  return text
}

const letter = (value: number) => LETTERS.charAt(Math.floor(value) % 45)

/** Decodes base45 (RFC 9285); undefined for a text that `toBase45` never writes. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 3 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 2) / 3))
  for (let at = 0, to = 0; at < text.length; at += 3) {
    const part = text.slice(at, at + 3)
    let value = 0
    for (let digit = part.length - 1; digit >= 0; digit--) {
      const worth = VALUES.get(part.charAt(digit))
      if (worth === undefined) return undefined
      value = value * 45 + worth
    }
    if (value >= (part.length === 3 ? 65_536 : 256)) return undefined
    if (part.length === 3) bytes[to++] = value >> 8
    bytes[to++] = value & 255
  }
  return bytes
}
