import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'

const BOUNDARY = 'drill'
const PIECES = 20

/** The request that uploads a profile picture. */
export const UPLOAD_REQUEST = {
  path: '/api/upload/uploadFile',
  type: `multipart/form-data; boundary=${BOUNDARY}`,
} as const

/** The request body of a profile picture that is too noisy to be compressed. */
export async function createPictureForm(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 150, height: 150, channels: 3, background: 'teal', noise } as const
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n`
  const picture = await sharp({ create }).png().toBuffer()
  return Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

/** An upload in progress. */
export interface UploadInProgress {
  /** The status and the body of the answer. The status is 0 if there was no answer. */
  readonly response: Promise<{ status: number; body: string }>
}

/**
 * Upload a picture over `seconds`, like a phone with a bad connection. Resolves when the first part
 * is sent.
 */
export async function startSlowUpload(
  url: string,
  token: string,
  seconds: number,
): Promise<UploadInProgress> {
  const form = await createPictureForm()
  const headers = {
    authorization: token,
    'content-type': UPLOAD_REQUEST.type,
    'content-length': form.length,
  }
  const sent = request(url + UPLOAD_REQUEST.path, { method: 'POST', headers })
  const answered = new Promise<{ status: number; body: string }>((resolve) => {
    sent.on('response', (answer) => {
      let body = ''
      answer.on('data', (part) => (body += String(part)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    sent.on('error', (error) => resolve({ status: 0, body: error.message }))
  })
  const send = (piece: number) => {
    const [from, to] = [piece, piece + 1].map((n) => Math.round((n * form.length) / PIECES))
    return new Promise<void>((resolve) => void sent.write(form.subarray(from, to), () => resolve()))
  }
  await send(0)
  void (async () => {
    for (let piece = 1; piece < PIECES; piece++) {
      await pause((seconds * 1000) / PIECES)
      await send(piece)
    }
    sent.end()
  })()
  return { response: answered }
}
