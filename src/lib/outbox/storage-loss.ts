import * as v from 'valibot'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { getLastSubject } from '../session/session.ts'
import { type StorageLoss, type OutboxView, outboxView } from './outbox-view.ts'

// A browser that is short of space deletes databases, but rarely localStorage. So the number of
// unsent items is also stored in localStorage. After a reload it is the only evidence that items
// were lost.
const UNSENT = 'unsent'
const LOST = 'lostUnsent'
const StoredCount = v.object({ subject: v.string(), count: v.number() })

/** Whether this page's subject is still bound on this phone; another tab might have unbound it. */
export function isSubjectStillBound(): boolean {
  const bound =
    safeLocalStorage.getItem('stuCode') || safeLocalStorage.getItem('userCode') || undefined
  return bound !== undefined && bound === getLastSubject()
}

/** Stores the number of unsent items on this phone. */
export const recordUnsentCount = (count: number): void => storeCount(UNSENT, count)

/** Reads and removes the stored number of unsent items. */
export function consumeUnsentCount(): number {
  const count = readCount(UNSENT)
  safeLocalStorage.removeItem(UNSENT)
  return count
}

/** Shows that the database was deleted and that this page has restored `count` submissions. */
export const showStorageRestoredNotice = (count: number): void =>
  showNotice({ type: 'restored', count })

/** Shows that the database was deleted and that `count` submissions are lost. */
export function showStorageLostNotice(count: number): void {
  if (count === 0) return
  storeCount(LOST, count)
  showNotice({ type: 'lost', count })
}

/** Adds the loss to a view, if the user has not yet confirmed it. */
export function addStorageLossNotice(before: OutboxView): OutboxView {
  const count = readCount(LOST)
  return count === 0 ? before : { ...before, loss: { type: 'lost', count } }
}

/** Closes the notice after the user has read it. */
export function dismissStorageLossNotice(): void {
  safeLocalStorage.removeItem(LOST)
  const { loss: _read, ...rest } = outboxView.get()
  outboxView.set(rest)
}

const showNotice = (loss: StorageLoss) => outboxView.set({ ...outboxView.get(), loss })

function storeCount(name: string, count: number) {
  const subject = getLastSubject()
  if (count === 0 || subject === undefined) safeLocalStorage.removeItem(name)
  else safeLocalStorage.setItem(name, JSON.stringify({ subject, count }))
}

function readCount(name: string): number {
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), StoredCount),
    safeLocalStorage.getItem(name),
  )
  return read.success && read.output.subject === getLastSubject() ? read.output.count : 0
}
