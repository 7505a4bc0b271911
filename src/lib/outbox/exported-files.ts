import * as v from 'valibot'
import { fromBase64url, toBase64url } from '#contract/bytes'
import { LARGEST_ATTACHMENT } from '#contract/campus-form-submission'
import type { AttachmentWithBytes } from '#offline/outbox/outbox-records'
import { encodeBlobAsBase64 } from '../pictures/prepare-image.ts'
import { hashBytes } from './hash-bytes.ts'

export { readFilesOf } from './attachment-transfer.ts'

const BEGIN = '-----BEGIN BAODAO FILE-----'
const END = '-----END BAODAO FILE-----'
const LINE = /.{1,64}/g
/** The largest accepted number of files. */
const MOST_FILES = 300

const ExportedFile = v.object({
  id: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}$/)),
  form: v.pipe(v.string(), v.maxLength(60)),
  name: v.pipe(v.string(), v.maxLength(200)),
  type: v.pipe(v.string(), v.maxLength(100)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_ATTACHMENT)),
  sha256: v.string(),
})

/**
 * Formats files as text that follows an export: of each file a description and its content, in
 * characters that survive copy and paste.
 */
export async function formatExportedFiles(files: readonly AttachmentWithBytes[]): Promise<string> {
  const blocks = await Promise.all(
    files.map(async ({ attachment, bytes }) => {
      const description = JSON.stringify(v.parse(ExportedFile, attachment))
      const content = await encodeBlobAsBase64(new Blob([bytes]))
      const code = `${toBase64url(new TextEncoder().encode(description))}.${content}`
      return [BEGIN, ...(code.match(LINE) ?? []), END].join('\n')
    }),
  )
  return blocks.join('\n\n')
}

/** Parses the files of an exported text. A file that was truncated or changed is left out. */
export async function parseExportedFiles(
  text: string,
  subject: string,
): Promise<readonly AttachmentWithBytes[]> {
  const blocks = text.split(BEGIN).slice(1, MOST_FILES + 1)
  const files = await Promise.all(blocks.map((block) => parseFile(block, subject)))
  return files.flatMap((file) => file ?? [])
}

async function parseFile(block: string, subject: string): Promise<AttachmentWithBytes | undefined> {
  const code = block.slice(0, Math.max(0, block.indexOf(END))).replace(/\s+/g, '')
  const [description = '', content = ''] = code.split('.')
  try {
    const described = new TextDecoder().decode(fromBase64url(description))
    const file = v.parse(v.pipe(v.string(), v.parseJson(), ExportedFile), described)
    const { buffer } = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
    const isWhole = buffer.byteLength === file.bytes && (await hashBytes(buffer)) === file.sha256
    return isWhole ? { attachment: { ...file, subject }, bytes: buffer } : undefined
  } catch {
    return undefined
  }
}
