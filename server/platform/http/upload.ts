import type { Context } from 'hono'
import { FILE_NAME, FILE_TYPE, type UploadCall } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { isStorable } from '../database/storable.ts'
import { tokenIn } from '../sessions/session.ts'
import { type Answer, answerOf, lacking, notKept, problem, signedOut } from './answers.ts'
import { readBytes } from './body.ts'
import { asked, callerWith, languageOf, type Server, waitOf } from './dispatch.ts'
import type { Posted, UploadHandler } from './handler.ts'
import { mayCall } from './permissions.ts'

// What a form needs beside its file: boundaries and names.
const AROUND = 16 * 1024
const FORM_TYPE = 'multipart/form-data'

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

  const isForm = call.field !== undefined
  if (kindOf(c) !== (isForm ? FORM_TYPE : FILE_TYPE))
    return problem(call, 415, commonTexts.badRequest, language)
  const body = await readBytes(c, isForm ? call.most + AROUND : call.most)
  if (body === 'too large') return problem(call, 413, refusalTexts.tooLarge, language)
  if (body === 'too slow') return problem(call, 408, refusalTexts.tooSlow, language)
  const input = body === 'cut off' ? undefined : await postedIn(body, c, call)
  if (input === undefined) return problem(call, 400, commonTexts.badRequest, language)
  if (input.bytes.byteLength > call.most) return problem(call, 413, refusalTexts.tooLarge, language)
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

async function postedIn(
  body: Uint8Array<ArrayBuffer>,
  c: Context,
  { field, beside = [] }: Pick<UploadCall<unknown>, 'field' | 'beside'>,
): Promise<Posted | undefined> {
  const posted =
    field === undefined
      ? fileNamed(body, c, beside)
      : await fileInForm(body, c.req.header('content-type') ?? '', { field, beside })
  return posted !== undefined && isStorable([posted.name, posted.beside]) ? posted : undefined
}

function fileNamed(
  bytes: Uint8Array<ArrayBuffer>,
  c: Context,
  beside: readonly string[],
): Posted | undefined {
  const name = c.req.query(FILE_NAME)
  const texts = beside.map((key): [string, string] => [key, c.req.query(key) ?? ''])
  return name === undefined ? undefined : { bytes, name, beside: Object.fromEntries(texts) }
}

async function fileInForm(
  body: Uint8Array,
  contentType: string,
  { field, beside }: { field: string; beside: readonly string[] },
): Promise<Posted | undefined> {
  try {
    if (!hasFewParts(body, contentType, 1 + beside.length)) return undefined
    const headers = { 'content-type': contentType }
    const form = await new Response(Buffer.from(body), { headers }).formData()
    const found = form.get(field)
    if (!(found instanceof File)) return undefined
    const texts = beside.map((name): [string, string] => {
      const said = form.get(name)
      return [name, typeof said === 'string' ? said : '']
    })
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
