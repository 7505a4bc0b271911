import type { Context } from 'hono'
import type { UploadCall } from '#contract/call'
import { commonWords } from '#words/common'
import { refusalWords } from '#words/refusal'
import { isStorable } from '../database/storable.ts'
import { tokenIn } from '../sessions/session.ts'
import { type Answer, answerOf, lacking, notKept, problem, signedOut } from './answers.ts'
import { readBytes } from './body.ts'
import { asked, callerWith, languageOf, type Server, waitOf } from './dispatch.ts'
import type { Posted, UploadHandler } from './handler.ts'
import { mayCall } from './permissions.ts'

// What a form needs beside its file: boundaries and names.
const AROUND = 16 * 1024

/** Answer one posted file: who asks, may they, is it small enough, and only then its handler. */
export async function answerUpload<O>(
  server: Server,
  call: UploadCall<O>,
  handler: UploadHandler<O>,
  c: Context,
): Promise<Answer> {
  const language = languageOf(c)
  const now = server.clock.now()
  const token = tokenIn(c.req.header('authorization'))
  const caller = await callerWith(server, token, now)
  const permission = mayCall(call, caller, server.tools.settings)
  if (permission === 'sign-in') return signedOut(language)
  if (permission === 'no') return answerOf(call, { type: 'forbidden' }, language)
  if (permission !== 'yes') return lacking(call, permission, language)
  const seconds = await waitOf(server, caller, server.addressOf(c))
  if (seconds !== undefined) return answerOf(call, { type: 'too-many', seconds }, language)

  if (kindOf(c) !== 'multipart/form-data')
    return problem(call, 415, commonWords.badRequest, language)
  const body = await readBytes(c, call.most + AROUND)
  if (body === 'too large') return problem(call, 413, refusalWords.tooLarge, language)
  if (body === 'too slow') return problem(call, 408, refusalWords.tooSlow, language)
  const input = body === 'cut off' ? undefined : await fileIn(body, c, call)
  if (input === undefined) return problem(call, 400, commonWords.badRequest, language)
  if (input.bytes.byteLength > call.most) return problem(call, 413, refusalWords.tooLarge, language)
  const refusal = await server.readiness.refusal()
  if (refusal !== undefined) return notKept(call, refusal, language)
  // No transaction: it would hold a connection while the picture waits for a decoder.
  const outcome = await handler({
    ...asked(server, c),
    input,
    caller,
    db: server.db,
    now,
    language,
    token,
  })
  return answerOf(call, outcome, language)
}

// Each part costs a parser far more than its bytes do.
function hasFewParts(body: Uint8Array, contentType: string, wanted: number): boolean {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return false
  const delimiter = Buffer.from(`--${boundary}`)
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // The last one ends the form.
  let left = MOST_PARTS + wanted + 1
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    left -= 1
    if (left < 0) return false
  }
  return true
}

// Fields that no call knows, as a browser's form may send them.
const MOST_PARTS = 20

const kindOf = (c: Context) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()

async function fileIn(
  body: Uint8Array,
  c: Context,
  { field, beside = [] }: Pick<UploadCall<unknown>, 'field' | 'beside'>,
): Promise<Posted | undefined> {
  try {
    const headers = { 'content-type': c.req.header('content-type') ?? '' }
    if (!hasFewParts(body, headers['content-type'], 1 + beside.length)) return undefined
    const form = await new Response(Buffer.from(body), { headers }).formData()
    const found = form.get(field)
    if (!(found instanceof File)) return undefined
    const texts = beside.map((name): [string, string] => {
      const said = form.get(name)
      return [name, typeof said === 'string' ? said : '']
    })
    if (!isStorable([found.name, texts])) return undefined
    return {
      bytes: new Uint8Array(await found.arrayBuffer()),
      name: found.name,
      beside: Object.fromEntries(texts),
    }
  } catch {
    // Not a form after all.
    return undefined
  }
}
