import type { Context } from 'hono'
import { type AnyUpload, FILE_BODY_CONTENT_TYPE, FILE_NAME_PARAMETER } from '#contract/call'
import { commonTexts } from '#i18n/common'
import { refusalTexts } from '#i18n/refusals'
import { isStorable } from '../database/queries/storable.ts'
import { BODY_FAILURES, readRequestBytes } from './body/request-body.ts'
import type { UploadedFile } from './handler.ts'
import {
  type IncomingRequest,
  continueWith,
  endWithError,
  type StepResult,
} from './incoming-request.ts'

// The size of a multipart form in addition to its file, bytes: boundaries and names.
const MULTIPART_OVERHEAD_BYTES = 16 * 1024
const FORM_TYPE = 'multipart/form-data'

/**
 * Reads the file of an upload, from a form or as the whole body. The largest size is that of the
 * call.
 */
export async function readUploadedFile(
  request: IncomingRequest<AnyUpload>,
): Promise<StepResult<UploadedFile>> {
  const { call, c } = request
  const isForm = call.field !== undefined
  if (kindOf(c) !== (isForm ? FORM_TYPE : FILE_BODY_CONTENT_TYPE))
    return endWithError(request, 415, commonTexts.badRequest)
  const body = await readRequestBytes(
    c,
    isForm ? call.maxBytes + MULTIPART_OVERHEAD_BYTES : call.maxBytes,
  )
  if (typeof body === 'string')
    return endWithError(request, BODY_FAILURES[body].status, BODY_FAILURES[body].says)
  const file = await findFile(body, c, call)
  if (file === undefined) return endWithError(request, 400, commonTexts.badRequest)
  return file.bytes.byteLength > call.maxBytes
    ? endWithError(request, 413, refusalTexts.tooLarge)
    : continueWith(file)
}

// Whether the number of parts is small enough. It is limited, because each part costs the parser
// far more than its bytes.
function hasFewParts(body: Uint8Array, contentType: string, wanted: number): boolean {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) return false
  const delimiter = Buffer.from(`--${boundary}`)
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // There is one delimiter more than there are parts, because the last delimiter ends the form.
  let left = MOST_PARTS + wanted + 1
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + 1)) {
    left -= 1
    if (left < 0) return false
  }
  return true
}

// The number of unknown fields that are accepted, because a browser's form can send some.
const MOST_PARTS = 20

const kindOf = (c: Context) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()

async function findFile(
  body: Uint8Array<ArrayBuffer>,
  c: Context,
  { field, textFields = [] }: Pick<AnyUpload, 'field' | 'textFields'>,
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
