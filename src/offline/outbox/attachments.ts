import * as v from 'valibot'
import type { CampusFormAttachment } from '#contract/campus-form-submission'
import { type AnyForm, upcastPayload } from '#contract/queued-form'
import {
  ATTACHMENT_STORES,
  awaitBothRequests,
  ignoreRejection,
  type OutboxDatabase,
  type OutboxStoreName,
  type OutboxTransaction,
} from '../storage/outbox-database.ts'
import type { AttachmentWithBytes, OutboxAttachment, OutboxItem } from './outbox-records.ts'
import { type SaveResult, saveWithResult } from './save-result.ts'

/**
 * Stores a file that was picked for a form. It stays until the form's draft is submitted or
 * dropped, and after that for as long as an unsent item contains it.
 */
export const addPickedAttachment = (
  database: OutboxDatabase,
  { attachment, bytes }: AttachmentWithBytes,
): Promise<SaveResult> =>
  saveWithResult(database, () =>
    database.run(
      { mode: 'readwrite', stores: ATTACHMENT_STORES, durable: true, addsAttachments: true },
      async (transaction) => {
        putAttachment(transaction, { attachment: { ...attachment, isPicked: true }, bytes })
        return 0
      },
    ),
  )

/**
 * Removes a picked file, unless an unsent item or the stored draft contains it. Resolves to whether
 * the file is not in the database any more.
 */
export const removePickedAttachment = (database: OutboxDatabase, id: string): Promise<boolean> =>
  database.run(
    { mode: 'readwrite', stores: ['items', 'drafts', ...ATTACHMENT_STORES] },
    async (transaction) => {
      await deleteUnusedAttachments(transaction, (one) => one.id === id, true)
      return !(await readAttachments(transaction)).some((one) => one.id === id)
    },
  )

/** The files of a form on this phone: those of its draft, and those of its unsent items. */
export const listAttachments = (
  database: OutboxDatabase,
  { subject, form }: { subject: string; form: string },
): Promise<OutboxAttachment[]> =>
  database.run({ mode: 'readonly', stores: ['items', 'attachments'] }, async (transaction) =>
    (await readAttachments(transaction)).filter(
      (one) => one.subject === subject && one.form === form,
    ),
  )

/** The bytes of a file; undefined if they are not on this phone. */
export const readAttachmentBytes = (
  database: OutboxDatabase,
  id: string,
): Promise<ArrayBuffer | undefined> =>
  database.run({ mode: 'readonly', stores: ['items', 'attachment-bytes'] }, async (transaction) =>
    hasStore(transaction, 'attachment-bytes')
      ? transaction.objectStore('attachment-bytes').get(id)
      : undefined,
  )

/** Writes a file in the transaction of its item. */
export function putAttachment(
  transaction: OutboxTransaction<'readwrite'>,
  { attachment, bytes }: AttachmentWithBytes,
): void {
  ignoreRejection(transaction.objectStore('attachments').put(attachment))
  ignoreRejection(transaction.objectStore('attachment-bytes').put(bytes, attachment.id))
}

/** The files of an item's payload; none if the payload cannot be read. */
export function listFiles(
  form: AnyForm | undefined,
  item: Pick<OutboxItem, 'schemaVersion' | 'payload'>,
): readonly CampusFormAttachment[] {
  if (form?.readAttachments === undefined) return []
  const current = upcastPayload(form, item)
  return current.type === 'ok' && v.is(form.payload.schema, current.payload)
    ? form.readAttachments(current.payload)
    : []
}

/** The stores that a transaction needs for the files of this form. */
export const storesOfFiles = (form: AnyForm | undefined): readonly OutboxStoreName[] =>
  form?.readAttachments === undefined ? [] : ATTACHMENT_STORES

/** Whether one of these files is not on this phone. */
export async function isAttachmentMissing(
  transaction: OutboxTransaction<'readwrite'>,
  files: readonly CampusFormAttachment[],
): Promise<boolean> {
  if (!hasStore(transaction, 'attachments')) return files.length > 0
  const stored = new Set(await transaction.objectStore('attachments').getAllKeys())
  return files.some(({ id }) => !stored.has(id))
}

/**
 * Deletes the files that are no longer needed, among those for which `isConcerned` returns true. A
 * file is needed while an unsent item or a draft contains its id. A picked file is also needed
 * until `endsDraft`: until its draft was submitted or dropped.
 */
export async function deleteUnusedAttachments(
  transaction: OutboxTransaction<'readwrite'>,
  isConcerned: (one: OutboxAttachment) => boolean,
  endsDraft = false,
): Promise<void> {
  const concerned = (await readAttachments(transaction)).filter(isConcerned)
  if (concerned.length === 0) return
  const [items, drafts] = await awaitBothRequests(
    () => transaction.objectStore('items').getAll(),
    () => transaction.objectStore('drafts').getAll(),
  )
  const forms = new Set(concerned.map(({ form }) => form))
  const inUse = JSON.stringify([...items, ...drafts].filter(({ form }) => forms.has(form)))
  for (const { isPicked, ...one } of concerned) {
    const stays = inUse.includes(one.id)
    if (isPicked === true && !endsDraft) continue
    if (!stays) {
      ignoreRejection(transaction.objectStore('attachments').delete(one.id))
      ignoreRejection(transaction.objectStore('attachment-bytes').delete(one.id))
    } else if (isPicked === true) ignoreRejection(transaction.objectStore('attachments').put(one))
  }
}

/** The files of one form of a person. */
export const isOfForm =
  ({ subject, form }: Pick<OutboxAttachment, 'subject' | 'form'>) =>
  (one: OutboxAttachment): boolean =>
    one.subject === subject && one.form === form

const readAttachments = async (
  transaction: OutboxTransaction<'readonly' | 'readwrite'>,
): Promise<OutboxAttachment[]> =>
  hasStore(transaction, 'attachments') ? transaction.objectStore('attachments').getAll() : []

const hasStore = (
  transaction: OutboxTransaction<'readonly' | 'readwrite'>,
  store: (typeof ATTACHMENT_STORES)[number],
) => [...transaction.objectStoreNames].includes(store)
