import type { Context } from 'hono'
import { FILE_NAME_PARAMETER, FILE_BODY_CONTENT_TYPE, type UploadCall } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { isStorable } from '../database/queries/storable.ts'
import { readBearerToken } from '../sessions/session.ts'
import { readRequestBytes } from './body/request-body.ts'
import {
  readRequestMetadata,
  resolveCaller,
  requestLanguage,
  type DispatchContext,
  consumeRequestLimit,
} from './dispatch.ts'
import type { UploadedFile, UploadHandler } from './handler.ts'
import { checkPermission } from './permissions.ts'
import {
  type ApiResponse,
  toResponse,
  incompleteSignInResponse,
  writeUnavailableResponse,
  errorResponse,
  signedOutResponse,
} from './responses.ts'

// The size of a multipart form beyond its file: boundaries and names.
const MULTIPART_OVERHEAD_BYTES = 16 * 1024
const FORM_TYPE = 'multipart/form-data'

/** Answers one upload: authentication, permission, size, then its handler. */
export async function handleUpload<O>(
  server: DispatchContext,
  call: UploadCall<O>,
  handler: UploadHandler<O>,
  c: Context,
): Promise<ApiResponse> {
  const language = requestLanguage(c)
  const now = server.clock.now()
  const token = readBearerToken(c.req.header('authorization'))
  const caller = await resolveCaller(server, token, now)
  const permission = checkPermission(call, caller, server.tools.settings)
  if (permission === 'sign-in') return signedOutResponse(language)
  if (permission === 'no') return toResponse(call, { type: 'forbidden' }, language)
  if (permission !== 'yes') return incompleteSignInResponse(call, permission, language)
  const seconds = await consumeRequestLimit(server, caller, server.clientNetworkOf(c))
  if (seconds !== undefined) return toResponse(call, { type: 'too-many', seconds }, language)

  const isForm = call.field !== undefined
  if (kindOf(c) !== (isForm ? FORM_TYPE : FILE_BODY_CONTENT_TYPE))
    return errorResponse(call, 415, commonTexts.badRequest, language)
  const body = await readRequestBytes(
    c,
    isForm ? call.maxBytes + MULTIPART_OVERHEAD_BYTES : call.maxBytes,
  )
  if (body === 'too large') return errorResponse(call, 413, refusalTexts.tooLarge, language)
  if (body === 'too slow') return errorResponse(call, 408, refusalTexts.tooSlow, language)
  const input = body === 'cut off' ? undefined : await postedIn(body, c, call)
  if (input === undefined) return errorResponse(call, 400, commonTexts.badRequest, language)
  if (input.bytes.byteLength > call.maxBytes)
    return errorResponse(call, 413, refusalTexts.tooLarge, language)
  const refusal = await server.readiness.findWriteRefusal()
  if (refusal !== undefined) return writeUnavailableResponse(call, refusal, language)
  // No transaction: it would occupy a connection while the image waits for a decoder.
  const outcome = await handler({
    ...readRequestMetadata(server, c),
    input,
    caller,
    db: server.db,
    now,
    language,
    token,
  })
  return toResponse(call, outcome, language)
}

// Limits the number of parts, because each costs the parser far more than its bytes.
function hasFewParts(body: Uint8Array, contentType: string, wanted: number): boolean {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return false
  const delimiter = Buffer.from(`--${boundary}`)
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // One delimiter more than parts: the last one ends the form.
  let left = MOST_PARTS + wanted + 1
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    left -= 1
    if (left < 0) return false
  }
  return true
}

// The unknown fields to accept, because a browser's form may send some.
const MOST_PARTS = 20

const kindOf = (c: Context) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()

async function postedIn(
  body: Uint8Array<ArrayBuffer>,
  c: Context,
  { field, textFields = [] }: Pick<UploadCall<unknown>, 'field' | 'textFields'>,
): Promise<UploadedFile | undefined> {
  const posted =
    field === undefined
      ? fileNamed(body, c, textFields)
      : await fileInForm(body, c.req.header('content-type') ?? '', { field, textFields })
  return posted !== undefined && isStorable([posted.name, posted.fields]) ? posted : undefined
}

function fileNamed(
  bytes: Uint8Array<ArrayBuffer>,
  c: Context,
  textFields: readonly string[],
): UploadedFile | undefined {
  const name = c.req.query(FILE_NAME_PARAMETER)
  const texts = textFields.map((key): [string, string] => [key, c.req.query(key) ?? ''])
  return name === undefined ? undefined : { bytes, name, fields: Object.fromEntries(texts) }
}

async function fileInForm(
  body: Uint8Array,
  contentType: string,
  { field, textFields }: { field: string; textFields: readonly string[] },
): Promise<UploadedFile | undefined> {
  try {
    if (!hasFewParts(body, contentType, 1 + textFields.length)) return undefined
    const headers = { 'content-type': contentType }
    const form = await new Response(Buffer.from(body), { headers }).formData()
    const found = form.get(field)
    if (!(found instanceof File)) return undefined
    const texts = textFields.map((name): [string, string] => {
      const said = form.get(name)
      return [name, typeof said === 'string' ? said : '']
    })
    return {
      bytes: new Uint8Array(await found.arrayBuffer()),
      name: found.name,
      fields: Object.fromEntries(texts),
    }
  } catch {
    // The body is not a valid form.
    return undefined
  }
}
