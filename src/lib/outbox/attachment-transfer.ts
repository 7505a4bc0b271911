import {
  addPickedAttachment,
  listAttachments,
  readAttachmentBytes,
} from '#offline/outbox/attachments'
import type { AttachmentWithBytes } from '#offline/outbox/outbox-records'

const engine = () => import('./engine.ts')

/** Reads the files of unsent items and drafts that are on this phone. */
export async function readFilesOf(
  records: readonly { readonly subject: string; readonly form: string }[],
): Promise<readonly AttachmentWithBytes[]> {
  const { outboxDatabase } = await engine()
  const text = JSON.stringify(records)
  const forms = new Map(records.map((one) => [JSON.stringify([one.subject, one.form]), one]))
  const found: AttachmentWithBytes[] = []
  for (const of of forms.values())
    for (const attachment of await listAttachments(outboxDatabase, of)) {
      if (!text.includes(attachment.id)) continue
      const bytes = await readAttachmentBytes(outboxDatabase, attachment.id)
      if (bytes !== undefined) found.push({ attachment, bytes })
    }
  return found
}

/** Stores a file of a draft that was imported. Resolves to false if it cannot be stored. */
export const storeDraftFile = async (file: AttachmentWithBytes): Promise<boolean> =>
  engine().then(
    async ({ outboxDatabase }) =>
      (await addPickedAttachment(outboxDatabase, file)).type === 'saved',
    () => false,
  )
