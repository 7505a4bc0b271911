import { findQueuedForm } from '#contract/forms'
import { upcastStoredItem } from '#contract/queued-form'
import { createDraftStore } from '#offline/outbox/drafts'
import { createOutbox } from '#offline/outbox/outbox'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import { isStorageUnavailable } from '#offline/storage/database-errors'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { persistAllQueries } from '../cache/persist-all-queries.ts'
import { registerPersonalStore } from '../session/personal-data.ts'
import { getLastSubject } from '../session/session.ts'
import { listHeldAttachments, releaseAttachments } from './held-attachments.ts'
import { EMPTY_OUTBOX_VIEW, outboxView } from './outbox-view.ts'
import {
  showStorageLostNotice,
  showStorageRestoredNotice,
  recordUnsentCount,
  consumeUnsentCount,
  addStorageLossNotice,
  isSubjectStillBound,
} from './storage-loss.ts'

/** This page's connection to the outbox's database. */
export const outboxDatabase = openOutboxDatabase(undefined, undefined, {
  readBackup: () => {
    const { items, receipts } = outboxView.get()
    const subject = getLastSubject()
    // A tab that unbinds also deletes the database; the data must not be restored after an
    // unbinding.
    if (!isSubjectStillBound() || subject === undefined)
      return { items: [], receipts: [], drafts: [], attachments: [] }
    const drafts = draftStore.listInMemory(subject)
    return { items, receipts, drafts, attachments: listHeldAttachments([items, drafts]) }
  },
  onCreated: (wasOpen) => {
    if (!isSubjectStillBound()) return
    const waited = consumeUnsentCount()
    if (wasOpen && outboxView.get().items.length > 0)
      showStorageRestoredNotice(outboxView.get().topLevelItems.length)
    else showStorageLostNotice(waited)
    if (!wasOpen) return
    // The sender's identity was in the same database and the cached queries in the same storage, so
    // both are stored again.
    void import('./engine.ts')
      .then(({ storeSenderIdentity }) => storeSenderIdentity())
      .catch(() => {})
    void persistAllQueries()
  },
})
/** The form drafts in the database. */
export const draftStore = createDraftStore({ database: outboxDatabase })
// The next person who binds on this page gets no earlier draft, even if it is the same person.
registerPersonalStore({
  clear: () => {
    draftStore.forgetOthers()
    releaseAttachments()
  },
})
/** The outbox in that database. */
export const outbox = createOutbox({ database: outboxDatabase })
export { outboxChannel } from './outbox-channel.ts'

// Without storage no item can be waiting. If the database only cannot be read now, items might be
// waiting.
const emptyIfUnavailable = (cause: unknown): [OutboxItem[], DeliveryReceipt[]] | undefined =>
  isStorageUnavailable(cause) ? [[], []] : undefined

let reading: Promise<void> | undefined
let hasChanged = false

/**
 * Reads the outbox into `outboxView`. Reads do not overlap: a call during a read causes one more
 * read afterwards.
 */
export function refreshOutboxView(): Promise<void> {
  hasChanged = true
  reading ??= (async () => {
    while (hasChanged) {
      hasChanged = false
      await readView()
    }
  })().finally(() => (reading = undefined))
  return reading
}

let whose: string | undefined

async function readView(): Promise<void> {
  const subject = getLastSubject()
  if (subject === undefined) return outboxView.set(EMPTY_OUTBOX_VIEW)
  // Items and receipts of another subject are removed from the view even if the database cannot be
  // read now.
  if (whose !== subject) outboxView.set(addStorageLossNotice(EMPTY_OUTBOX_VIEW))
  whose = subject
  const read = await Promise.all([outbox.list(subject), outbox.receipts(subject)]).catch(
    emptyIfUnavailable,
  )
  if (subject !== getLastSubject()) return
  // A failed read does not mean that the outbox is empty.
  if (read === undefined) return outboxView.set({ ...outboxView.get(), unavailable: true })
  const [items, receipts] = [read[0].map(toNewestVersion), read[1].map(toNewestVersion)]
  const { unavailable: _was, ...before } = outboxView.get()
  const here = new Set(items.map(({ order }) => order))
  const rows = items.filter(({ dependsOn }) => dependsOn === undefined || !here.has(dependsOn))
  outboxView.set({ ...before, items, topLevelItems: rows, receipts, unsentCount: rows.length })
  recordUnsentCount(rows.length)
}

// Upgrades the payload to the newest version of its form, the only version that screens know. A
// payload that cannot be upgraded is shown unchanged.
function toNewestVersion<One extends OutboxItem | DeliveryReceipt>(one: One): One {
  const form = findQueuedForm(one.form)
  return (form && upcastStoredItem(form, one)) ?? one
}
