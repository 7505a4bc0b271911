import type { Context } from 'hono'
import { DELTA_ENCODING } from './dictionary-deltas/format.ts'
import type { StaticFile } from './static-file.ts'

/** The content encodings, the smallest first. */
const ENCODINGS = [DELTA_ENCODING, 'br', 'gzip']

/**
 * Sends a file in the best encoding that the client accepts, or 304 if the client's copy is
 * current.
 */
export function sendStaticFile(c: Context, file: StaticFile, cacheControl: string): Response {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding =
    ENCODINGS.find((one) => file.bytes[one] !== undefined && takes(accepted, one)) ?? 'identity'
  // The ETag is weak, because all encodings of a file have the same ETag.
  const etag = `W/"${file.etag}"`
  c.header('Cache-Control', cacheControl)
  c.header('ETag', etag)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if ((c.req.header('if-none-match') ?? '').split(',').some((one) => one.trim() === etag))
    return c.body(null, 304)
  c.header('Content-Type', file.type)
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  const bytes = file.bytes[encoding] ?? new Uint8Array()
  c.header('Content-Length', String(bytes.byteLength))
  return c.req.method === 'HEAD' ? c.body(null) : c.body(bytes)
}

const takes = (accepted: string, encoding: string) =>
  accepted.split(',').some((one) => {
    const [name, weight] = one.split(';').map((part) => part.trim())
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '')
  })
