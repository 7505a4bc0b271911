import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import type { AnyEndpoint } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import type { LocalizedText } from '#i18n/translate'
import { OverloadedError } from '../../concurrency.ts'
import { MAX_IMAGE_BYTES } from '../../pictures/image-size-limit.ts'
import type { ApiStatus } from '../responses.ts'
import { createJsonReader, decodeUtf8, type JsonSizeLimits } from './json-reader.ts'
import { createSlowBodyGuard, type SlowBodyGuard } from './slow-body-guard.ts'

/** A request's body as an object, or the status and text of its error. */
export type RequestBodyResult =
  | { type: 'ok'; value: Readonly<Record<string, unknown>> }
  | UnreadableBody

interface UnreadableBody {
  readonly type: 'bad'
  readonly status: ApiStatus
  readonly says: LocalizedText
}

/** The limits of a body: the number of its bytes as sent, and the limits of its JSON. */
export interface RequestBodyLimits extends JsonSizeLimits {
  readonly bytes: number
}

const KB = 1024
const DEPTH = 16
// The forms before the sign-in have a few short fields.
const ANONYMOUS_BOUNDS: RequestBodyLimits = {
  bytes: 32 * KB,
  parsedBytes: 32 * KB,
  depth: DEPTH,
  nodes: 500,
}
// The largest list is the list of 500 students whose phone numbers are requested in one call.
const FORM_BOUNDS: RequestBodyLimits = {
  bytes: 64 * KB,
  parsedBytes: 64 * KB,
  depth: DEPTH,
  nodes: 3000,
}
// A form of the campus has at most 200 questions, a part of them in groups of 50 repetitions.
const ANSWER_BOUNDS: RequestBodyLimits = {
  bytes: 256 * KB,
  parsedBytes: 256 * KB,
  depth: DEPTH,
  nodes: 12_000,
}
const IMAGE_BYTES = Math.ceil((MAX_IMAGE_BYTES * 4) / 3)
// Enough for a notice in two languages; the images of a notice are embedded in its HTML.
const PARSED_BESIDE_IMAGES = 2048 * KB

/**
 * The limits of a call's body; they depend on who may make the call and on its number of images.
 */
export function getRequestBodyLimits({
  who,
  maxImages = 0,
  maxNodes = FORM_BOUNDS.nodes,
  answersKey,
}: Pick<AnyEndpoint, 'who'> & { maxImages?: number; maxNodes?: number; answersKey?: string }) {
  if (maxImages > 0)
    return {
      ...FORM_BOUNDS,
      bytes: 256 * KB + maxImages * IMAGE_BYTES,
      parsedBytes: PARSED_BESIDE_IMAGES,
      nodes: maxNodes,
    }
  if (answersKey !== undefined) return ANSWER_BOUNDS
  return who === 'anyone' ? ANONYMOUS_BOUNDS : FORM_BOUNDS
}

/** Called with the number of bytes that have arrived. Throws if there is no memory for them. */
export type OnBytesReceived = (bytes: number) => void

/** Reads a body of JSON or of form fields (D-02). Throws what `onBytes` throws. */
export async function readRequestBody(
  c: Context,
  bounds: RequestBodyLimits = FORM_BOUNDS,
  onBytes: OnBytesReceived = () => {},
): Promise<RequestBodyResult> {
  const kind = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  switch (kind) {
    case 'application/x-www-form-urlencoded':
      return readForm(c, bounds)
    case 'application/json':
      return readJson(c, bounds, onBytes)
    default: {
      const bytes = await readRequestBytes(c, Math.min(bounds.bytes, FORM_BOUNDS.bytes))
      if (typeof bytes === 'string') return BODY_FAILURES[bytes]
      return kind === '' && bytes.byteLength === 0 ? { type: 'ok', value: {} } : otherKind
    }
  }
}

const tooLarge: UnreadableBody = { type: 'bad', status: 413, says: refusalTexts.tooLarge }
const unreadable: UnreadableBody = { type: 'bad', status: 400, says: commonTexts.badRequest }
const noText: UnreadableBody = { type: 'bad', status: 422, says: refusalTexts.badCharacters }
const otherKind: UnreadableBody = { type: 'bad', status: 415, says: commonTexts.badRequest }
/** The status and text for each reason why a body could not be read. */
export const BODY_FAILURES = {
  'too large': tooLarge,
  'cut off': unreadable,
  'too slow': { type: 'bad', status: 408, says: refusalTexts.tooSlow },
} satisfies Record<string, UnreadableBody>

async function readJson(
  c: Context,
  bounds: RequestBodyLimits,
  onBytes: OnBytesReceived,
): Promise<RequestBodyResult> {
  const reader = createJsonReader(bounds)
  const failure = await eachChunk(c, bounds.bytes, (chunk) => {
    onBytes(chunk.byteLength)
    // If the JSON is too complex, the rest of the body is still read, and discarded.
    reader.write(chunk)
  })
  if (failure !== undefined) return BODY_FAILURES[failure]
  const read = reader.end()
  switch (read.type) {
    case 'ok':
      return isObject(read.value) ? { type: 'ok', value: read.value } : unreadable
    case 'too complex':
      return tooLarge
    case 'not utf-8':
      return noText
    case 'not json':
      return unreadable
  }
}

// Reads form fields. They contain no images, because images are sent as JSON.
async function readForm(c: Context, bounds: RequestBodyLimits): Promise<RequestBodyResult> {
  const bytes = await readRequestBytes(c, Math.min(bounds.bytes, FORM_BOUNDS.bytes))
  if (typeof bytes === 'string') return BODY_FAILURES[bytes]
  const text = decodeUtf8(bytes)
  // Form fields are percent-encoded, and URLSearchParams replaces invalid UTF-8 by U+FFFD, so the
  // decoded bytes are checked too.
  if (text === undefined || decodeUtf8(unescaped(bytes)) === undefined) return noText
  if (text.split('&', bounds.nodes + 1).length > bounds.nodes) return tooLarge
  return { type: 'ok', value: Object.fromEntries(new URLSearchParams(text)) }
}

/** Why a body could not be read. */
type BodyFailure = keyof typeof BODY_FAILURES

/** Reads a body as bytes, up to `limit` bytes. */
export async function readRequestBytes(
  c: Context,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | BodyFailure> {
  const chunks: Uint8Array[] = []
  const failure = await eachChunk(c, limit, (chunk) => void chunks.push(chunk))
  return failure ?? joined(chunks)
}

// Joins the chunks in slices, with a turn of the event loop between two slices: copying 32 MB at
// once would block other requests for too long.
async function joined(chunks: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(Buffer.allocUnsafeSlow(sizeOf(chunks)).buffer)
  let at = 0
  let sinceTurn = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
    sinceTurn += chunk.byteLength
    if (sinceTurn < SLICE) continue
    sinceTurn = 0
    await nextTurn()
  }
  return whole
}
const SLICE = 2 ** 20
const sizeOf = (chunks: readonly Uint8Array[]) =>
  chunks.reduce((size, { byteLength }) => size + byteLength, 0)

const MAX_DISCARDED_BYTES = 64 * 2 ** 20
// A body up to this size, bytes, arrives in one or two chunks. It is read at once, because reading
// it as a stream would take most of the time of a small request.
const AT_ONCE_BYTES = 64 * KB

async function eachChunk(
  c: Context,
  limit: number,
  onChunk: (chunk: Uint8Array) => void,
): Promise<BodyFailure | undefined> {
  const length = c.req.header('content-length')
  if (Number(length ?? 0) > limit) return 'too large'
  const speed = createSlowBodyGuard()
  try {
    if (length !== undefined && Number(length) <= AT_ONCE_BYTES) {
      const bytes = await speed.withinDeadline(c.req.arrayBuffer())
      if (bytes === 'too slow') return bytes
      onChunk(new Uint8Array(bytes))
      return undefined
    }
    return await eachOf(c.req.raw.body, { limit, speed, onChunk })
  } catch (error) {
    // Any other error means that the client disconnected while sending.
    if (error instanceof OverloadedError) throw error
    return 'cut off'
  }
}

// Calls `onChunk` with each chunk. If a body is too large, the rest of it is read up to a limit and
// discarded: closing the connection while a proxy is still sending would fail the next request on
// that connection.
async function eachOf(
  stream: ReadableStream<Uint8Array> | null,
  {
    limit,
    speed,
    onChunk,
  }: { limit: number; speed: SlowBodyGuard; onChunk: (chunk: Uint8Array) => void },
): Promise<BodyFailure | undefined> {
  if (stream === null) return undefined
  const reader = stream.getReader()
  let size = 0
  try {
    for (;;) {
      const read = await speed.withinDeadline(reader.read())
      if (read === 'too slow') return read
      if (read.done) return size > limit ? 'too large' : undefined
      size += read.value.byteLength
      speed.addBytes(read.value.byteLength)
      if (size <= limit) onChunk(read.value)
      else if (size > limit + MAX_DISCARDED_BYTES) return 'too large'
    }
  } finally {
    // The adapter reads an abandoned stream to its end or closes its connection.
    reader.releaseLock()
  }
}

const unescaped = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
