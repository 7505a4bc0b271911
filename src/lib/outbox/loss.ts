import * as v from 'valibot'
import { lastSubject } from '../session.ts'
import { local } from '../storage.ts'
import { type Loss, type OutboxView, view } from './view.ts'

// A browser that is short of space takes databases away, mostly not what lies in localStorage. So how
// much waits is written down there as well: after a reload nobody else could tell that it is gone.
const UNSENT = 'unsent'
const LOST = 'lostUnsent'
const Noted = v.object({ subject: v.string(), count: v.number() })

/** Is whoever this page is about still bound on this phone? Another tab may have unbound just now. */
export function isBoundHere(): boolean {
  const bound = local.getItem('stuCode') || local.getItem('userCode') || undefined
  return bound !== undefined && bound === lastSubject()
}

/** Write down how much waits on this phone. */
export const noteUnsent = (count: number): void => note(UNSENT, count)

/** How much waited on this phone when it was last looked at; asked once. */
export function takeUnsent(): number {
  const count = countIn(UNSENT)
  local.removeItem(UNSENT)
  return count
}

/** The store was taken away, and this page has put back what it still held. */
export const noteRestored = (count: number): void => tell({ type: 'restored', count })

/** The store was taken away with so many submissions that nobody has any more. */
export function noteLost(count: number): void {
  if (count === 0) return
  note(LOST, count)
  tell({ type: 'lost', count })
}

/** A view with what was lost and nobody has read yet. */
export function withLoss(before: OutboxView): OutboxView {
  const count = countIn(LOST)
  return count === 0 ? before : { ...before, loss: { type: 'lost', count } }
}

/** Its person has read it. */
export function dismissLoss(): void {
  local.removeItem(LOST)
  const { loss: _read, ...rest } = view.get()
  view.set(rest)
}

const tell = (loss: Loss) => view.set({ ...view.get(), loss })

function note(name: string, count: number) {
  const subject = lastSubject()
  if (count === 0 || subject === undefined) local.removeItem(name)
  else local.setItem(name, JSON.stringify({ subject, count }))
}

function countIn(name: string): number {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Noted), local.getItem(name))
  return read.success && read.output.subject === lastSubject() ? read.output.count : 0
}
