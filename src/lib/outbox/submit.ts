import { looksFirst } from '#contract/form'
import { forms } from '#contract/forms'
import type { Delivery } from '#offline/classify'
import { deliver } from '#offline/drain'
import { fingerprint, newKey } from '#offline/fingerprint'
import type { Submission } from '#offline/outbox'
import type { Saved } from '#offline/saving'
import { destination } from '../destination.ts'
import { askToPersist } from '../persistence.ts'
import { token } from '../session.ts'
import { outbox, storedDrafts } from './read.ts'
import { afterWriting } from './sender.ts'

/**
 * How a submission ended. 'sent': there is no database here, and the university has it already
 * (D-106); 'refused': it has answered no.
 */
export type Submitted =
  | Saved
  | { readonly type: 'not-saved'; readonly why: 'refused'; readonly message: string }
  | { readonly type: 'sent'; readonly receipt?: string; readonly message?: string }

// Submissions of which nobody knows whether they arrived, by form. The same words again are the
// same submission, under the same key. Of a form with one record only the last is remembered, for
// an older key would bring back an older answer.
const open = new Map<string, { readonly words: string; readonly key: string }>()

/** See `submit` in outbox.ts. */
export async function submit(submission: Submission): Promise<Submitted> {
  const words = fingerprint([submission.subject, submission.form, submission.payload])
  const slot =
    forms[submission.form]?.replaces === false ? words : `${submission.subject} ${submission.form}`
  const before = open.get(slot)
  // One key for one submission, whichever way it goes: it may be on the disk although writing
  // reported an error.
  const key = submission.key ?? (before?.words === words ? before.key : newKey())
  const complete = { ...submission, key }
  const saved = await outbox.add(complete)
  if (saved.type === 'saved') {
    open.delete(slot)
    storedDrafts.release(submission.subject, submission.form)
    afterWriting()
    void askToPersist()
    return saved
  }
  open.set(slot, { words, key })
  if (saved.why === 'quota') return saved
  const delivery = await sendDirectly(complete)
  const sent = delivery === undefined ? NOT_SAVED : toldOf(delivery)
  // Under a used key nothing more arrives; under another the look for a record chooses what to do.
  const isSpent = isKeyUsed(delivery) && looksFirst(forms[submission.form])
  if (sent.type !== 'not-saved' || sent.why === 'refused' || isSpent) open.delete(slot)
  return sent.type === 'not-saved' && saved.why === 'unsure' && sent.why === 'unavailable'
    ? saved
    : sent
}

const NOT_SAVED = { type: 'not-saved', why: 'unavailable' } as const

// Without IndexedDB a form is sent at once or not at all, and says so (D-106).
async function sendDirectly({
  form,
  payload,
  subject,
  baseVersion,
  key,
}: Submission & { key: string }): Promise<Delivery | undefined> {
  const secret = token()
  if (secret === undefined) return undefined
  return deliver(
    {},
    {
      form,
      payload,
      subject,
      key,
      schemaVersion: forms[form]?.schemaVersion ?? 0,
      capturedAt: Date.now(),
      ...(baseVersion !== undefined && { baseVersion }),
    },
    { ...destination(), token: secret, subject },
  )
}

const isKeyUsed = (delivery: Delivery | undefined) =>
  delivery?.type === 'needs-you' && delivery.problem.keyUsed === true

function toldOf(delivery: Delivery): Submitted {
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
      return isKeyUsed(delivery)
        ? { type: 'not-saved', why: 'unsure' }
        : { type: 'not-saved', why: 'refused', message: delivery.problem.message }
    case 'later':
      // Silence after a check that was answered may be a lost answer.
      return { type: 'not-saved', why: delivery.heard ? 'unsure' : 'unavailable' }
    case 'signed-out':
    case 'parked':
      return NOT_SAVED
  }
}
