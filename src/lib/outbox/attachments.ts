import { queuedCampusFormName } from '#contract/campus-form-names'
import {
  type CampusFormAttachment,
  type CampusFormSubmission,
  LARGEST_ATTACHMENT,
  MOST_FORM_ATTACHMENTS,
} from '#contract/campus-form-submission'
import {
  addPickedAttachment,
  listAttachments,
  readAttachmentBytes,
  removePickedAttachment,
} from '#offline/outbox/attachments'
import { currentSession } from '../session/session.ts'
import { describeAttachment } from './describe-attachment.ts'
import {
  findHeldAttachment,
  holdAttachment,
  listHeldAttachments,
  releaseAttachment,
} from './held-attachments.ts'
import { submitToOutbox, type SubmissionResult } from './outbox.ts'

const engine = () => import('./engine.ts')

/**
 * The free space that a new file has to leave, bytes. Otherwise a form could be filled in and not
 * be stored.
 */
const RESERVE_BYTES = 2_000_000

/**
 * The result of adding a file. 'added': the file belongs to the form's draft; `isStored` is false
 * if this browser cannot store it, so that it is lost with the page. 'no-space': the phone's
 * storage is too full. The others say why the file cannot be used; `most` is the limit in bytes.
 */
export type AddAttachmentResult =
  | {
      readonly type: 'added'
      readonly attachment: CampusFormAttachment
      readonly isStored: boolean
    }
  | { readonly type: 'no-space' | 'too-many' | 'empty' | 'unreadable' }
  | { readonly type: 'too-large'; readonly most: number }

/**
 * Adds a file to the draft of a campus form. Pictures were reduced when they were picked. Whether the
 * file fits is known before the answers are submitted.
 */
export async function addAttachment(
  form: string,
  file: File,
  { largest = LARGEST_ATTACHMENT }: { readonly largest?: number } = {},
): Promise<AddAttachmentResult> {
  const session = currentSession()
  if (session === null) return { type: 'no-space' }
  if (file.size === 0) return { type: 'empty' }
  if (file.size > largest) return { type: 'too-large', most: largest }
  const listed = await listFormAttachments(form)
  if (listed.length >= MOST_FORM_ATTACHMENTS) return { type: 'too-many' }
  if (!(await hasSpaceFor(file.size))) return { type: 'no-space' }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) return { type: 'unreadable' }
  const attachment = await describeAttachment(file, bytes)
  const stored = {
    attachment: { ...attachment, subject: session.subject, form: queuedCampusFormName(form) },
    bytes,
  }
  const saved = await engine().then(
    ({ outboxDatabase }) => addPickedAttachment(outboxDatabase, stored),
    () => undefined,
  )
  if (saved?.type === 'not-saved' && saved.why === 'quota') return { type: 'no-space' }
  const isStored = saved?.type === 'saved'
  holdAttachment(stored, isStored)
  return { type: 'added', attachment, isStored }
}

/** Removes a file from a form’s draft. A file that unsent answers contain stays with them. */
export async function removeAttachment(id: string): Promise<void> {
  const isGone = await engine()
    .then(({ outboxDatabase }) => removePickedAttachment(outboxDatabase, id))
    .catch(() => false)
  if (isGone) releaseAttachment(id)
}

/** A file of a form on this phone; undefined if only the university has it. */
export async function readAttachment({
  id,
  type,
}: Pick<CampusFormAttachment, 'id' | 'type'>): Promise<Blob | undefined> {
  const bytes =
    findHeldAttachment(id)?.bytes ??
    (await engine()
      .then(({ outboxDatabase }) => readAttachmentBytes(outboxDatabase, id))
      .catch(() => undefined))
  return bytes && new Blob([bytes], { type })
}

/** The files of a campus form on this phone: of its draft and of its unsent answers. */
export async function listFormAttachments(form: string): Promise<readonly CampusFormAttachment[]> {
  const session = currentSession()
  if (session === null) return []
  const of = { subject: session.subject, form: queuedCampusFormName(form) }
  return engine()
    .then(({ outboxDatabase }) => listAttachments(outboxDatabase, of))
    .catch(() => [])
}

/**
 * Submits the answers of a campus form with their files. `uploadedFiles`: the ids of files that the
 * university has, from its record of the answers. Another file that is not on this phone makes the
 * result 'file-missing', and nothing is stored.
 */
export const submitCampusForm = (
  payload: CampusFormSubmission,
  {
    baseVersion,
    uploadedFiles = [],
  }: {
    readonly baseVersion?: string | undefined
    readonly uploadedFiles?: readonly string[]
  } = {},
): Promise<SubmissionResult> =>
  submitToOutbox({
    form: queuedCampusFormName(payload.form),
    payload,
    uploadedFiles,
    // Files that the database could not store when they were picked are stored with the item.
    files: listHeldAttachments(payload, false),
    ...(baseVersion !== undefined && { baseVersion }),
  })

// A browser that does not tell its free space reports a full disk when the file is written.
async function hasSpaceFor(size: number): Promise<boolean> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return quota === undefined || usage === undefined || quota - usage - RESERVE_BYTES >= size
}
