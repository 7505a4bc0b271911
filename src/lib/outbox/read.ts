import { asOfToday } from '#contract/form'
import { forms } from '#contract/forms'
import { openDatabase } from '#offline/database'
import { createDrafts } from '#offline/drafts'
import type { Item, Receipt } from '#offline/item'
import { keepsNothing } from '#offline/lost'
import { openNewsLine } from '#offline/news'
import { createOutbox } from '#offline/outbox'
import { keepAgain } from '../keep-again.ts'
import { keepsPersonal } from '../personal.ts'
import { lastSubject } from '../session.ts'
import { noteLost, noteRestored, noteUnsent, takeUnsent, withLoss, isBoundHere } from './loss.ts'
import { EMPTY, view } from './view.ts'

/** This page's connection to the outbox's database. */
export const database = openDatabase(undefined, undefined, {
  held: () => {
    const { items, receipts } = view.get()
    const subject = lastSubject()
    // Another tab that unbinds deletes the database as well: what it left must not come back.
    return isBoundHere() && subject !== undefined
      ? { items, receipts, drafts: storedDrafts.held(subject) }
      : { items: [], receipts: [], drafts: [] }
  },
  onCreated: (wasOpen) => {
    if (!isBoundHere()) return
    const waited = takeUnsent()
    if (wasOpen && view.get().items.length > 0) noteRestored(view.get().rows.length)
    else noteLost(waited)
    if (!wasOpen) return
    // Who sends lay in it as well, and the copies of reads beside it.
    void import('./engine.ts').then(({ takeBearer }) => takeBearer()).catch(() => {})
    void keepAgain()
  },
})
/** The drafts as the database has them. */
export const storedDrafts = createDrafts({ database })
// Whoever is bound here next in this page, the same person too, gets no draft from before it.
keepsPersonal({ close: () => storedDrafts.releaseOthers() })
/** The outbox that it holds. */
export const outbox = createOutbox({ database })
/** The line to the other tabs and the worker. */
export const news = openNewsLine()

// Where nothing can be kept nothing waits; where it only cannot be read something may.
const orNothing = (cause: unknown): [Item[], Receipt[]] | undefined =>
  keepsNothing(cause) ? [[], []] : undefined

let reading: Promise<void> | undefined
let hasChanged = false

/**
 * Read the outbox again. One reading at a time; what changed meanwhile is read once more after it.
 */
export function refresh(): Promise<void> {
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
  const subject = lastSubject()
  if (subject === undefined) return view.set(EMPTY)
  // What is shown is nobody else's, whether or not the database can be read just now.
  if (whose !== subject) view.set(withLoss(EMPTY))
  whose = subject
  const read = await Promise.all([outbox.list(subject), outbox.receipts(subject)]).catch(orNothing)
  if (subject !== lastSubject()) return
  // A failed read is not an empty outbox.
  if (read === undefined) return view.set({ ...view.get(), unavailable: true })
  const [items, receipts] = [read[0].map(forScreens), read[1].map(forScreens)]
  const { unavailable: _was, ...before } = view.get()
  const here = new Set(items.map(({ order }) => order))
  const rows = items.filter(({ dependsOn }) => dependsOn === undefined || !here.has(dependsOn))
  view.set({ ...before, items, rows, receipts, unsent: rows.length })
  noteUnsent(rows.length)
}

// Screens know the newest shape of a form only. What cannot be brought to it is shown as it is.
function forScreens<One extends Item | Receipt>(one: One): One {
  const form = forms[one.form]
  return (form && asOfToday(form, one)) ?? one
}
