import { useEffect, useState } from 'react'
import { forms } from '#contract/index'
import { clearBearer, setBearer } from '#offline/bearer'
import { openDatabase } from '#offline/database'
import { deliver, drain } from '#offline/drain'
import { newKey } from '#offline/fingerprint'
import type { Item, Receipt } from '#offline/item'
import { inTurn } from '#offline/lock'
import { openNewsLine } from '#offline/news'
import { createOutbox, type Saved, type Submission } from '#offline/outbox'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'
import { note, onAnswer } from './network.ts'
import { queryClient } from './query-client.ts'
import { currentSession, endSession, lastSubject, onSessionEnd, token, watchSession } from './session.ts'
import { createStore, useStore } from './store.ts'
import { requestSync } from './worker.ts'

/** What the outbox shows of the bound identity. */
export interface OutboxView {
  readonly items: readonly Item[]
  readonly receipts: readonly Receipt[]
  /** How many the university does not have yet. */
  readonly unsent: number
  readonly state: 'idle' | 'sending'
  /** When the next try comes by itself, ms. */
  readonly nextAt?: number
}

/** How a submission ended. 'sent': there is no database here, and the university has it already (D-106). */
export type Submitted = Saved | { readonly type: 'sent'; readonly receipt?: string }

const database = openDatabase()
const outbox = createOutbox({ database })
const news = openNewsLine()
const holder = `page-${newKey()}`
const nothing: OutboxView = { items: [], receipts: [], unsent: 0, state: 'idle' }
const view = createStore<OutboxView>(nothing)

/** What waits and what arrived; the component follows. */
export const useOutbox = (): OutboxView => useStore(view)

/** The newest words of a form that the university does not have yet. */
export const useWaiting = (form: string): Item | undefined => useOutbox().items.findLast((item) => item.form === form)

/** Write a submission down for good and start sending. Online and offline are the same path. */
export async function submit(submission: Omit<Submission, 'subject'>): Promise<Submitted> {
  const session = currentSession()
  if (session === null) return { type: 'not-saved', why: 'unavailable' }
  const complete = { ...submission, subject: session.subject }
  const saved = await outbox.add(complete)
  if (saved.type === 'not-saved') return saved.why === 'unavailable' ? sendDirectly(complete) : saved
  afterWriting()
  return saved
}

/** Send the repaired words in place of what was refused or conflicts. */
export async function repair(order: number, repaired: { payload: unknown; baseVersion?: string | undefined }): Promise<Saved> {
  const saved = await outbox.repair(order, repaired)
  if (saved.type === 'saved') afterWriting()
  return saved
}

/** Throw an item away. False when it is being sent this very moment. */
export async function discard(order: number): Promise<boolean> {
  const gone = await outbox.discard(order)
  news.tell('changed')
  return gone
}

/** Try everything now; only a pause that the backend asked for is obeyed. */
export const sendNow = (): void => pump({ force: true })

/** What waits, as JSON text for a file: for a teacher, or to go on with on another phone. */
export const exportItems = (): string =>
  JSON.stringify(
    view.get().items.map(({ form, capturedAt, payload, key }) => ({ form, savedAt: new Date(capturedAt).toISOString(), key, payload })),
    null,
    2,
  )

/** The drafts of the bound identity. */
export const drafts = {
  read: async (form: string): Promise<unknown> => {
    const session = currentSession()
    return session === null ? undefined : (await outbox.draft(session.subject, form).catch(() => undefined))?.values
  },
  save: async (form: string, values: unknown): Promise<boolean> => {
    const session = currentSession()
    if (session === null) return false
    const saved = await outbox.saveDraft({ subject: session.subject, form, values, savedAt: Date.now() })
    return saved.type === 'saved'
  },
  drop: async (form: string): Promise<void> => {
    const session = currentSession()
    if (session !== null) await outbox.dropDraft(session.subject, form).catch(() => {})
  },
}

/** What is being typed into a form: what was kept of it, and how to keep more. */
export function useDraft(form: string) {
  const [kept, setKept] = useState<{ ready: boolean; draft?: unknown }>({ ready: false })
  useEffect(() => {
    let gone = false
    void drafts.read(form).then((draft) => gone || setKept({ ready: true, draft }))
    return () => {
      gone = true
    }
  }, [form])
  return { ...kept, save: (values: unknown) => drafts.save(form, values), drop: () => drafts.drop(form) }
}

/** Remove every trace of everybody from the outbox, in every tab (unbind). */
export async function forgetOutbox(): Promise<void> {
  await outbox.forget()
  news.tell('forgotten')
}

/** Take over the identity of the session: what waits of it goes under its token and no other. */
export async function takeBearer(): Promise<void> {
  const [session, secret] = [currentSession(), token()]
  if (session === null || secret === undefined) return
  await setBearer(database, {
    subject: session.subject,
    token: secret,
    language: currentLanguage(),
    roots: config.roots,
    timeout: config.timeout,
  })
  pump({ force: true })
}

/** Connect the outbox to the life of this page. `onForgotten`: another tab has unbound. Returns the way to stop. */
export function startOutbox({ onForgotten }: { onForgotten: () => void }): () => void {
  const stops = [
    news.listen((said) => {
      void refresh()
      if (said === 'forgotten') onForgotten()
      if (said === 'delivered') void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === currentSession()?.subject })
    }),
    watchSession(() => void refresh()),
    // Without a session nobody sends; what waits stays.
    onSessionEnd(() => void clearBearer(database).catch(() => {})),
    // Any good answer proves that the campus can be reached.
    onAnswer(() => {
      if (view.get().items.some((item) => item.state === 'later' || item.state === 'waiting')) pump({ force: true })
    }),
    heard(window, 'online', () => pump({ force: true })),
    heard(window, 'pageshow', () => pump()),
    heard(document, 'visibilitychange', () => document.visibilityState === 'visible' && pump({ force: true })),
  ]
  void refresh()
  pump()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

let reading: Promise<void> | undefined
let readAgain = false

/** Read the outbox again. One reading at a time; what changed meanwhile is read once more after it. */
export function refresh(): Promise<void> {
  readAgain = true
  reading ??= (async () => {
    while (readAgain) {
      readAgain = false
      await readView()
    }
  })().finally(() => (reading = undefined))
  return reading
}

async function readView(): Promise<void> {
  const subject = lastSubject()
  if (subject === undefined) return view.set(nothing)
  const [items, receipts] = await Promise.all([outbox.list(subject), outbox.receipts(subject)]).catch(() => [[], []])
  if (subject !== lastSubject()) return
  view.set({ ...view.get(), items, receipts, unsent: items.length })
}

let running = false
let again: { force: boolean } | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Send what waits. While a pass runs, one more is remembered: a submit during a drain is not left behind. */
function pump({ force = false }: { force?: boolean } = {}): void {
  if (running) {
    again = { force: force || again?.force === true }
    return
  }
  running = true
  clearTimeout(timer)
  void pass(force)
    // There is no database here, or it is going away; what waits in it is safe, and forms are sent directly.
    .catch(() => {})
    .finally(() => {
      running = false
      const more = again
      again = undefined
      if (more !== undefined) pump(more)
    })
}

async function pass(force: boolean): Promise<void> {
  const ended = await inTurn(
    { database, locks: navigator.locks, mayTakeOver: () => document.visibilityState === 'visible' },
    ({ locked }) => drain({ database, holder, changed: () => news.tell('changed'), answered: note }, { force, locked }),
  )
  if (ended === undefined) return
  const { nextAt: _past, ...rest } = view.get()
  view.set({ ...rest, ...(ended.next !== undefined && { nextAt: ended.next }) })
  if (ended.sent > 0) news.tell('delivered')
  if (ended.signedOut === true) endSession('root')
  if (ended.next !== undefined) timer = setTimeout(() => pump(), Math.max(0, ended.next - Date.now()))
}

function afterWriting() {
  news.tell('changed')
  void requestSync()
  pump()
}

// Without IndexedDB a form is sent at once or not at all, and says so (D-106).
async function sendDirectly({ form, payload, subject, baseVersion }: Submission): Promise<Submitted> {
  const secret = token()
  const to = { roots: config.roots, language: currentLanguage(), timeout: config.timeout }
  if (secret === undefined) return { type: 'not-saved', why: 'unavailable' }
  const delivery = await deliver(
    {},
    { form, payload, subject, key: newKey(), schemaVersion: forms[form]?.schemaVersion ?? 0, ...(baseVersion !== undefined && { baseVersion }) },
    { ...to, token: secret, subject },
  )
  if (delivery.type !== 'delivered') return { type: 'not-saved', why: 'unavailable' }
  return { type: 'sent', ...(delivery.receipt !== undefined && { receipt: delivery.receipt }) }
}

function heard(target: EventTarget, name: string, react: () => void): () => void {
  target.addEventListener(name, react)
  return () => target.removeEventListener(name, react)
}
