import * as v from 'valibot'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { lastSubject } from '../session/session.ts'
import { type StorageLoss, type OutboxView, outboxView } from './outbox-view.ts'

// A browser that is short of space takes databases away, mostly not what lies in localStorage. So how
// much waits is written down there as well: after a reload nobody else could tell that it is gone.
const UNSENT = 'unsent'
const LOST = 'lostUnsent'
const StoredCount = v.object({ subject: v.string(), count: v.number() })

/** Is whoever this page is about still bound on this phone? Another tab may have unbound just now. */
export function isSubjectStillBound(): boolean {
  const bound =
    safeLocalStorage.getItem('stuCode') || safeLocalStorage.getItem('userCode') || undefined
  return bound !== undefined && bound === lastSubject()
}

/** Write down how much waits on this phone. */
export const recordUnsentCount = (count: number): void => storeCount(UNSENT, count)

/** How much waited on this phone when it was last looked at; asked once. */
export function consumeUnsentCount(): number {
  const count = readCount(UNSENT)
  safeLocalStorage.removeItem(UNSENT)
  return count
}

/** The store was taken away, and this page has put back what it still held. */
export const showRestoredNotice = (count: number): void => showNotice({ type: 'restored', count })

/** The store was taken away with so many submissions that nobody has any more. */
export function showLostNotice(count: number): void {
  if (count === 0) return
  storeCount(LOST, count)
  showNotice({ type: 'lost', count })
}

/** A view with what was lost and nobody has read yet. */
export function withLossNotice(before: OutboxView): OutboxView {
  const count = readCount(LOST)
  return count === 0 ? before : { ...before, loss: { type: 'lost', count } }
}

/** Its person has read it. */
export function dismissLossNotice(): void {
  safeLocalStorage.removeItem(LOST)
  const { loss: _read, ...rest } = outboxView.get()
  outboxView.set(rest)
}

const showNotice = (loss: StorageLoss) => outboxView.set({ ...outboxView.get(), loss })

function storeCount(name: string, count: number) {
  const subject = lastSubject()
  if (count === 0 || subject === undefined) safeLocalStorage.removeItem(name)
  else safeLocalStorage.setItem(name, JSON.stringify({ subject, count }))
}

function readCount(name: string): number {
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), StoredCount),
    safeLocalStorage.getItem(name),
  )
  return read.success && read.output.subject === lastSubject() ? read.output.count : 0
}
