import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as v from 'valibot'
import { LARGEST_ATTACHMENT } from '#contract/campus-form-submission'
import { campusFormServerTexts as texts } from '#i18n/campus-forms-server'
import { commonTexts } from '#i18n/common'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/driver/transaction.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { DOCUMENT_KINDS, splitFileName } from '../../platform/files/document-kinds.ts'
import {
  type HandlerRequest,
  type HandlerResult,
  refuse,
  succeed,
  type UploadedFile,
} from '../../platform/http/handler.ts'
import { imageProblemTexts, readPictureFile } from '../../platform/pictures/read-images.ts'
import {
  type AnnouncedFile,
  completeFile,
  dropArrivingFile,
  readParts,
  storePart,
} from './files.ts'
import { isInAudience, readPublishedVersion } from './store.ts'

const wholeNumber = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(least), v.maxValue(most))

const PartFields = v.object({
  attachment: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  form: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  offset: wholeNumber(0, LARGEST_ATTACHMENT),
  total: wholeNumber(1, LARGEST_ATTACHMENT),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  type: v.pipe(v.string(), v.maxLength(100)),
})

/**
 * Receives a part of a file of a student's answers. The last part puts the file together: its hash is
 * compared, and its kind is recognized by its content. A file that does not pass is deleted.
 */
export async function receivePart(
  ask: HandlerRequest<UploadedFile> & { readonly student: StudentRow },
): Promise<HandlerResult<{ bytes: number }>> {
  const { input, db, now, student, language } = ask
  const fields = v.safeParse(PartFields, input.fields)
  const { byteLength } = input.bytes
  if (
    !fields.success ||
    byteLength === 0 ||
    fields.output.offset + byteLength > fields.output.total
  ) {
    const path = fields.success ? 'offset' : (v.getDotPath(fields.issues[0]) ?? '')
    return { type: 'invalid', issues: [{ path, message: commonTexts.badField[language] }] }
  }
  const { attachment: id, form, offset, total, sha256, type } = fields.output
  if (
    (await readPublishedVersion(ask, form)) === undefined ||
    !(await isInAudience(db, { form, student: student.code, now }))
  )
    return refuse(texts.notForYou)
  const name = input.name.slice(0, 200)
  const file = { id, student: student.code, form, name, type, bytes: total, sha256 }
  const part = { offset, bytes: input.bytes, now }
  const stored = await runTransaction(db, (tx) => storePart(tx, file, part))
  switch (stored.type) {
    case 'taken':
      return refuse(texts.fileTaken)
    case 'full':
      return refuse(texts.filesFull)
    case 'stored':
    case 'complete':
      return succeed({ bytes: stored.received })
    case 'all-parts':
      return finishFile(ask, file)
  }
}

async function finishFile(
  { db, now, caller, tools }: HandlerRequest<unknown>,
  file: AnnouncedFile,
): Promise<HandlerResult<{ bytes: number }>> {
  // Other requests of this file can only add what it has already, so no lock is held meanwhile.
  const parts = await readParts(db, file.id)
  const content = await joinParts(parts, file.sha256)
  if (content === undefined) return dropAndRefuse(db, file, texts.fileDamaged)
  if (isPicture(content)) {
    const seconds =
      caller.role === 'nobody' ? undefined : await tools.limits.images.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
  }
  const read = await readContent(content, file.name)
  if ('zh' in read) return dropAndRefuse(db, file, read)
  await runTransaction(db, (tx) =>
    completeFile(tx, { id: file.id, sha256: file.sha256, now, ...read }),
  )
  return succeed({ bytes: file.bytes })
}

async function dropAndRefuse(db: Db, { id }: AnnouncedFile, says: LocalizedText) {
  await dropArrivingFile(db, id)
  return refuse(says)
}

// Each part is hashed in a turn of its own, because 20 MB would hold up other requests. Undefined if
// the hash is another one.
async function joinParts(parts: readonly Buffer[], sha256: string): Promise<Buffer | undefined> {
  const hash = createHash('sha256')
  for (const part of parts) {
    hash.update(part)
    await nextTurn()
  }
  return hash.digest('hex') === sha256 ? Buffer.concat(parts) : undefined
}

const PICTURE_MARKS = [Buffer.from('ffd8ff', 'hex'), Buffer.from('89504e470d0a1a0a', 'hex')]

const isPicture = (content: Buffer): boolean =>
  PICTURE_MARKS.some((mark) => content.subarray(0, mark.length).equals(mark))

// The announced type and the ending of the name are not trusted.
async function readContent(
  content: Buffer,
  name: string,
): Promise<{ name: string; type: string; bytes: Buffer } | LocalizedText> {
  const { stem } = splitFileName(name, '文件')
  if (isPicture(content)) {
    const picture = await readPictureFile(content)
    return picture.type === 'ok'
      ? { name: `${stem}.jpg`, type: 'image/jpeg', bytes: picture.jpeg }
      : imageProblemTexts[picture.type]
  }
  const kind = DOCUMENT_KINDS.find(({ holds }) => holds(content))
  return kind === undefined
    ? texts.fileUnknown
    : { name: `${stem}.${kind.ending}`, type: kind.type, bytes: content }
}
