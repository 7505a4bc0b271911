import { findQueuedForm } from '#contract/forms'
import { hasExistenceCheck } from '#contract/queued-form'
import { deliverItem } from '#offline/drain/drain'
import type { ItemOutcome } from '#offline/drain/record-outcomes'
import { fingerprintPayload, createIdempotencyKey } from '#offline/outbox/fingerprint'
import type { OutboxSubmission } from '#offline/outbox/outbox'
import type { SaveResult } from '#offline/outbox/save-result'
import { getRequestSettings } from '../network/request-settings.ts'
import { requestPersistentStorage } from '../platform/storage-persistence.ts'
import { getSessionToken } from '../session/session.ts'
import { findHeldAttachment } from './held-attachments.ts'
import { outbox, draftStore } from './outbox-reader.ts'
import { announceChangeAndSend } from './sender.ts'

/**
 * The result of a submission. 'sent': there is no database on this phone, and the university has
 * already received the submission (D-106). 'refused': the university has refused it.
 */
export type SubmissionResult =
  | SaveResult
  | { readonly type: 'not-saved'; readonly why: 'refused'; readonly message: string }
  /** The message is a whole sentence to staff, who are the university themselves. */
  | { readonly type: 'not-saved'; readonly why: 'explained'; readonly message: string }
  | { readonly type: 'sent'; readonly receipt?: string; readonly message?: string }

// Submissions whose outcome is unknown, by form. If the user submits the same payload again, it is
// the same submission and uses the same key. For a form with a single record only the last
// submission is remembered, because under an older key the backend would return an older response.
const open = new Map<string, { readonly words: string; readonly key: string }>()

/** Stores a submission and starts sending; without a database it is sent directly (D-106). */
export async function submitToOutbox(submission: OutboxSubmission): Promise<SubmissionResult> {
  const payloadFingerprint = fingerprintPayload([
    submission.subject,
    submission.form,
    submission.payload,
  ])
  const slot =
    findQueuedForm(submission.form)?.replaces === false
      ? payloadFingerprint
      : `${submission.subject} ${submission.form}`
  const before = open.get(slot)
  // A submission has one key, whether it is stored or sent directly: it might be on the disk
  // although the write reported an error.
  const key =
    submission.key ?? (before?.words === payloadFingerprint ? before.key : createIdempotencyKey())
  const complete = { ...submission, key }
  const saved = await outbox.add(complete)
  if (saved.type === 'saved') {
    open.delete(slot)
    draftStore.forget(submission.subject, submission.form)
    announceChangeAndSend()
    void requestPersistentStorage()
    return saved
  }
  open.set(slot, { words: payloadFingerprint, key })
  if (saved.why === 'quota' || saved.why === 'file-missing') return saved
  const delivery = await sendDirectly(complete)
  const sent = delivery === undefined ? NOT_SAVED : toSubmissionResult(delivery)
  // Nothing more can be delivered under a used key. Under a new key the existence check chooses
  // between add and update.
  const isSpent = isKeyUsed(delivery) && hasExistenceCheck(findQueuedForm(submission.form))
  if (sent.type !== 'not-saved' || sent.why === 'refused' || isSpent) open.delete(slot)
  return sent.type === 'not-saved' && saved.why === 'unsure' && sent.why === 'unavailable'
    ? saved
    : sent
}

const NOT_SAVED = { type: 'not-saved', why: 'unavailable' } as const

// Without IndexedDB a form is sent at once or not at all, and the result says so (D-106).
async function sendDirectly({
  form,
  payload,
  subject,
  baseVersion,
  key,
}: OutboxSubmission & { key: string }): Promise<ItemOutcome['delivery'] | undefined> {
  const secret = getSessionToken()
  if (secret === undefined) return undefined
  return deliverItem(
    {},
    {
      form,
      payload,
      subject,
      key,
      schemaVersion: findQueuedForm(form)?.schemaVersion ?? 0,
      capturedAt: Date.now(),
      ...(baseVersion !== undefined && { baseVersion }),
    },
    { ...getRequestSettings(), token: secret, subject },
    { readFile: async (id) => findHeldAttachment(id)?.bytes },
  )
}

const isKeyUsed = (delivery: ItemOutcome['delivery'] | undefined) =>
  delivery?.type === 'needs-you' && delivery.problem.keyUsed === true

const isFileMissing = (delivery: ItemOutcome['delivery']) =>
  delivery.type === 'needs-you' && delivery.problem.filesMissing === true

function toSubmissionResult(delivery: ItemOutcome['delivery']): SubmissionResult {
  switch (delivery.type) {
    case 'delivered': {
      const { receipt, message } = delivery
      return {
        type: 'sent',
        ...(receipt !== undefined && { receipt }),
        ...(message !== undefined && { message }),
      }
    }
    case 'needs-you':
    case 'conflict':
      if (isFileMissing(delivery)) return { type: 'not-saved', why: 'file-missing' }
      return isKeyUsed(delivery)
        ? { type: 'not-saved', why: 'unsure' }
        : { type: 'not-saved', why: 'refused', message: delivery.problem.message }
    case 'later':
      // If the existence check was answered and the write was not, the campus might have received
      // the write.
      return { type: 'not-saved', why: delivery.campusResponded ? 'unsure' : 'unavailable' }
    case 'signed-out':
    case 'parked':
    case 'untouched':
      return NOT_SAVED
  }
}
