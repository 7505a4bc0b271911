import * as v from 'valibot'
import { findQueuedForm } from '#contract/forms'
import { upcastPayload } from '#contract/queued-form'
import type { OutboxSubmission } from '#offline/outbox/outbox'
import type { AttachmentWithBytes } from '#offline/outbox/outbox-records'
import { formDrafts } from './drafts.ts'
import { outboxView } from './outbox-view.ts'
import { refreshOutbox, submitToOutbox, type SubmissionResult } from './outbox.ts'

/** One unsent submission that was exported from another phone. */
export interface ExportedItem {
  readonly form: string
  readonly key: string
  readonly schemaVersion: number
  readonly capturedAt: number
  readonly payload: unknown
  readonly order: number
  readonly dependsOn?: number | undefined
  readonly baseVersion?: string | undefined
}

/** One form draft that was exported from another phone. */
export interface ImportedDraft {
  readonly form: string
  readonly schemaVersion: number
  readonly savedAt: number
  readonly values?: unknown
}

/**
 * The result of an import: how many submissions and drafts were stored on this phone, and how many
 * were skipped. One is skipped if this phone already has it, has a newer one, or cannot read it.
 */
export interface ImportResult {
  readonly importedCount: number
  readonly skippedCount: number
  /** Why the import stopped early. */
  readonly problem?: Extract<SubmissionResult, { readonly type: 'not-saved' }>
}

/**
 * Imports the unsent submissions and drafts of another phone of the same student. Each submission
 * keeps its idempotency key, so it counts once even if both phones send it. An imported submission
 * never replaces a newer one, and an imported draft never replaces a draft on this phone. `files`:
 * those of the submissions and drafts. A submission whose file is missing is imported too: the
 * university might have the file.
 */
export async function importOutboxItems(
  taken: readonly ExportedItem[],
  unsubmitted: readonly ImportedDraft[] = [],
  files: readonly AttachmentWithBytes[] = [],
): Promise<ImportResult> {
  await refreshOutbox()
  const { items, receipts } = outboxView.get()
  const known = [...items, ...receipts]
  const orders = new Map<number, number>()
  let brought = 0
  let left = 0
  for (const one of [...taken].sort((first, second) => first.order - second.order)) {
    const form = findQueuedForm(one.form)
    const current = form === undefined ? undefined : upcastPayload(form, one)
    const isHere = known.some(({ key }) => key === one.key)
    const isOld =
      form?.replaces === true &&
      known.some((other) => other.form === one.form && other.capturedAt >= one.capturedAt)
    if (
      form === undefined ||
      current?.type !== 'ok' ||
      isHere ||
      isOld ||
      !v.is(form.payload.schema, current.payload)
    ) {
      left += 1
      continue
    }
    const dependsOn = one.dependsOn === undefined ? undefined : orders.get(one.dependsOn)
    const saved = await submitToOutbox({
      form: one.form,
      key: one.key,
      capturedAt: one.capturedAt,
      payload: current.payload,
      ...(one.baseVersion !== undefined && { baseVersion: one.baseVersion }),
      ...(dependsOn !== undefined && { dependsOn }),
      ...chooseFiles(form.readAttachments?.(current.payload) ?? [], files),
    })
    if (saved.type === 'not-saved')
      return { importedCount: brought, skippedCount: left, problem: saved }
    if (saved.type === 'saved') orders.set(one.order, saved.order)
    brought += 1
  }
  for (const { form, schemaVersion, savedAt, values } of unsubmitted) {
    const isReadable = schemaVersion === (findQueuedForm(form)?.schemaVersion ?? 0)
    const isOld = known.some((one) => one.form === form && one.capturedAt >= savedAt)
    const isFree = isReadable && !isOld && (await formDrafts.read(form)) === undefined
    if (isFree && files.length > 0) await storeDraftFiles(form, values, files)
    if (isFree && (await formDrafts.save(form, values))) brought += 1
    else left += 1
  }
  return { importedCount: brought, skippedCount: left }
}

function chooseFiles(
  needed: readonly { readonly id: string }[],
  files: readonly AttachmentWithBytes[],
): Pick<OutboxSubmission, 'files' | 'uploadedFiles'> {
  const ids = needed.map(({ id }) => id)
  return {
    uploadedFiles: ids,
    files: files.filter(({ attachment }) => ids.includes(attachment.id)),
  }
}

async function storeDraftFiles(
  form: string,
  values: unknown,
  files: readonly AttachmentWithBytes[],
): Promise<void> {
  const { storeDraftFile } = await import('./attachment-transfer.ts')
  const text = JSON.stringify(values)
  for (const file of files)
    if (file.attachment.form === form && text.includes(file.attachment.id))
      await storeDraftFile(file)
}
