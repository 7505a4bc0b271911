import type { Context } from 'hono'
import { commonWords } from '#words/common'
import { refusalWords } from '#words/refusal'
import type { Text } from '#words/say'
import type { AnswerStatus } from './answers.ts'

/** A request's body as an object, or what is wrong with it. */
export type Body =
  | { type: 'ok'; value: Readonly<Record<string, unknown>> }
  | { type: 'bad'; status: AnswerStatus; says: Text }

/** Room for any form without images. */
export const BODY_LIMIT = 256 * 1024

/** The largest image, decoded (D-73). */
export const IMAGE_LIMIT = 5 * 1024 * 1024

const THROWN_AWAY = 64 * 2 ** 20

/** Room for a body that carries this many images as base64. */
export const limitFor = (images: number): number =>
  BODY_LIMIT + images * Math.ceil((IMAGE_LIMIT * 4) / 3)

/** Read a body of JSON or of form fields (D-02). */
export async function readBody(c: Context, limit = BODY_LIMIT): Promise<Body> {
  const kind = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const bytes = await readBytes(c, limit)
  if (bytes === 'too large') return tooLarge
  if (bytes === 'cut off') return unreadable
  const isForm = kind === 'application/x-www-form-urlencoded'
  const text = decoded(bytes)
  // A form spells its bytes once more, and its parser would put a replacement character for those
  // that are no text.
  if (text === undefined || (isForm && decoded(unescaped(bytes)) === undefined)) return noText
  if (isForm) return { type: 'ok', value: Object.fromEntries(new URLSearchParams(text)) }
  if (text === '' && kind === '') return { type: 'ok', value: {} }
  if (kind !== 'application/json') return { type: 'bad', status: 415, says: commonWords.badRequest }
  const value = parsed(text)
  return isObject(value) ? { type: 'ok', value } : unreadable
}

const tooLarge: Body = { type: 'bad', status: 413, says: refusalWords.tooLarge }
const unreadable: Body = { type: 'bad', status: 400, says: commonWords.badRequest }
const noText: Body = { type: 'bad', status: 422, says: refusalWords.badCharacters }

/** A body as it came, as long as it is not too large. */
export async function readBytes(
  c: Context,
  limit: number,
): Promise<Uint8Array | 'too large' | 'cut off'> {
  // The length is looked at first: to count a stream costs most of the speed of a small request.
  if (Number(c.req.header('content-length') ?? 0) > limit) return 'too large'
  try {
    if (c.req.header('content-length') === undefined) return await counted(c.req.raw.body, limit)
    return new Uint8Array(await c.req.arrayBuffer())
  } catch {
    // The phone went away while it was sending.
    return 'cut off'
  }
}

// What is too large is read on, up to a bound, and thrown away: to hang up on a proxy that is still
// sending breaks the connection for whoever comes next on it.
async function counted(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | 'too large'> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength
    if (size <= limit) chunks.push(chunk)
    else if (size > limit + THROWN_AWAY) break
  }
  return size > limit ? 'too large' : Buffer.concat(chunks)
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
