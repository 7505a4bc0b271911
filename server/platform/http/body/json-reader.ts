import { isAscii } from 'node:buffer'
import { randomUUID } from 'node:crypto'

/** The limits of a JSON text. A text beyond them is refused without being parsed. */
export interface JsonSizeLimits {
  /** The number of nested levels of objects and arrays. */
  readonly depth: number
  /** The number of values and keys on all levels. */
  readonly nodes: number
  /**
   * The number of bytes that are parsed. The content of long strings without escapes, such as
   * images, is not counted.
   */
  readonly parsedBytes: number
}

/** The JSON value, or why it could not be read. */
export type JsonReadResult =
  | { type: 'ok'; value: unknown }
  | { type: 'too complex' }
  | { type: 'not utf-8' }
  | { type: 'not json' }

/** Reads JSON chunk by chunk, as it arrives. */
export interface JsonReader {
  /** Takes the next bytes. Returns false if the text is already too complex. */
  readonly write: (bytes: Uint8Array) => boolean
  /** Returns the value; call it after the last `write`. */
  readonly end: () => JsonReadResult
}

// A piece of this size takes well below a millisecond, and a turn of the event loop lies between
// two pieces.
const PIECE_BYTES = 64 * 1024

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58]
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [91, 93, 123, 125]

/**
 * Creates a reader of JSON within limits, so that no body blocks the event loop for long. Depth and
 * nodes are counted before anything is parsed. The content of a long string (an image in base64) is
 * set aside instead of being decoded and parsed with the rest.
 */
export function createJsonReader(bounds: JsonSizeLimits): JsonReader {
  const count = createCounter(bounds)
  const marker = randomUUID()
  const parsed: Uint8Array[] = []
  const setAside: string[][] = []
  let carry: Uint8Array = new Uint8Array()
  let parsedBytes = 0
  let isSettingAside = false
  let isRefused = false

  const keep = (piece: Uint8Array) => {
    parsed.push(piece)
    parsedBytes += piece.byteLength
    if (parsedBytes > bounds.parsedBytes) isRefused = true
  }
  const take = (piece: Uint8Array) => {
    const plain =
      count.isInString() && piece.byteLength >= PIECE_BYTES ? plainText(piece) : undefined
    if (plain === undefined) {
      isSettingAside = false
      keep(piece)
      if (!count.add(piece)) isRefused = true
      return
    }
    if (!isSettingAside) {
      keep(Buffer.from(markerOf(marker, setAside.length)))
      setAside.push([])
      isSettingAside = true
    }
    setAside.at(-1)?.push(plain)
  }

  return {
    write: (bytes) => {
      if (isRefused) return false
      const all = carry.byteLength > 0 ? Buffer.concat([carry, bytes]) : bytes
      let at = 0
      while (!isRefused && all.byteLength - at > PIECE_BYTES) {
        // An escape sequence must not be split between two pieces.
        const size = all[at + PIECE_BYTES - 1] === BACKSLASH ? PIECE_BYTES + 1 : PIECE_BYTES
        take(all.subarray(at, at + size))
        at += size
      }
      carry = all.subarray(at)
      return !isRefused
    },
    end: () => {
      if (!isRefused) take(carry)
      if (isRefused) return { type: 'too complex' }
      const text = decodeUtf8(Buffer.concat(parsed))
      if (text === undefined) return { type: 'not utf-8' }
      const value = parseJson(text)
      if (value === undefined) return { type: 'not json' }
      return { type: 'ok', value: setAside.length === 0 ? value : putBack(value, marker, setAside) }
    },
  }
}

/** Whether a JSON text is within these limits; the text need not be valid. */
export const isJsonWithinSizeLimits = (
  text: string,
  bounds: Omit<JsonSizeLimits, 'parsedBytes'>,
): boolean => createCounter(bounds).add(Buffer.from(text))

/** Parses JSON; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Decodes UTF-8; undefined for invalid bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

// Counts the values and levels that a parser would create; the content of strings is skipped.
function createCounter({ depth, nodes }: Omit<JsonSizeLimits, 'parsedBytes'>) {
  let [level, count] = [0, 0]
  let [inString, isEscaped] = [false, false]
  return {
    isInString: () => inString && !isEscaped,
    add: (bytes: Uint8Array): boolean => {
      for (const byte of bytes) {
        if (inString) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) inString = false
        } else if (byte === QUOTE) inString = true
        else if (byte === COMMA || byte === COLON) count += 1
        else if (byte === OPEN_LIST || byte === OPEN_RECORD) {
          count += 1
          level += 1
        } else if (byte === CLOSE_LIST || byte === CLOSE_RECORD) level -= 1
        if (level > depth || count > nodes) return false
      }
      return true
    },
  }
}

// The text of a piece of a string if it contains only printable ASCII; otherwise undefined. Some
// encoders escape the slash of base64 as \/.
function plainText(piece: Uint8Array): string | undefined {
  if (!isAscii(piece) || piece.includes(QUOTE)) return undefined
  const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
  const unescaped = text.replaceAll(String.raw`\/`, '/')
  return /[\\\0-\x1f]/.test(unescaped) ? undefined : unescaped
}

const markerOf = (marker: string, index: number) => `<${marker}:${index}>`

// Puts the strings that were set aside back in place of their markers. This takes little time,
// because the parsed value is within the limits.
function putBack(value: unknown, marker: string, setAside: readonly string[][]): unknown {
  if (typeof value === 'string')
    return value.includes(marker)
      ? value.replaceAll(new RegExp(`<${marker}:(\\d+)>`, 'g'), (_, index: string) =>
          (setAside[Number(index)] ?? []).join(''),
        )
      : value
  if (Array.isArray(value)) return value.map((one) => putBack(one, marker, setAside))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, putBack(one, marker, setAside)]),
  )
}
