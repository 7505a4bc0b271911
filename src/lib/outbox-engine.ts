import { forms } from '#contract/forms'
import { clearBearer, setBearer } from '#offline/bearer'
import { openDatabase } from '#offline/database'
import { deliver, drain } from '#offline/drain'
import { fingerprint, newKey } from '#offline/fingerprint'
import type { Item, Receipt } from '#offline/item'
import { inTurn } from '#offline/lock'
import { keepsNothing } from '#offline/lost'
import { openNewsLine } from '#offline/news'
import {
  createOutbox,
  type Repaired,
  type Replaced,
  type Saved,
  type Submission,
} from '#offline/outbox'
import { backoff, dueAt, LONGEST_WAIT_MS, type Urge } from '#offline/schedule'
import { config } from './config.ts'
import { askToKeep } from './keeping.ts'
import { currentLanguage } from './language.ts'
import { note, onAnswer } from './network.ts'
import { noteArrivalsSeen, nothing, type Submitted, view } from './outbox.ts'
import { queryClient } from './query-client.ts'
import {
  currentSession,
  endSession,
  lastSubject,
  onSessionEnd,
  token,
  watchSession,
} from './session.ts'
import { requestSync } from './worker.ts'

const database = openDatabase()
const outbox = createOutbox({ database })
const news = openNewsLine()
const holder = `page-${newKey()}`

/** Drafts, and what is to be removed, as the database has them. */
export const { forgetOthers, forgetOwn, draft: readDraft, saveDraft, dropDraft } = outbox

// What was submitted without an end that is known: submitting the same words again is the same submission. Of a form whose
// newer words take the place of older ones only the last is remembered, or its key would bring back an older answer.
const open = new Map<string, { readonly words: string; readonly key: string }>()

/** See `countOthers` in outbox.ts. */
export const countOthers = (subject: string): Promise<number> =>
  outbox.countOthers(subject).catch((cause: unknown) => {
    if (keepsNothing(cause)) return 0
    throw cause
  })

/** See `submit` in outbox.ts. */
export async function submit(submission: Submission): Promise<Submitted> {
  const words = fingerprint([submission.subject, submission.form, submission.payload])
  const slot =
    forms[submission.form]?.replaces === false ? words : `${submission.subject} ${submission.form}`
  const before = open.get(slot)
  // One key for one submission, whichever way it goes: it may be on the disk although writing reported an error.
  const key = submission.key ?? (before?.words === words ? before.key : newKey())
  const complete = { ...submission, key }
  const saved = await outbox.add(complete)
  if (saved.type === 'saved') {
    open.delete(slot)
    afterWriting()
    void askToKeep()
    return saved
  }
  open.set(slot, { words, key })
  if (saved.why === 'quota') return saved
  const sent = await sendDirectly(complete, before?.key === key ? 2 : 1)
  if (sent.type !== 'not-saved' || sent.why === 'refused') open.delete(slot)
  return sent.type === 'not-saved' && saved.why === 'unsure' && sent.why === 'unavailable'
    ? saved
    : sent
}

/** See `repair` in outbox.ts. */
export async function repair(order: number, repaired: Repaired): Promise<Saved | Replaced> {
  const saved = await outbox.repair(order, repaired)
  if (saved.type === 'saved') afterWriting()
  else news.tell('changed')
  return saved
}

/** See `retry` in outbox.ts. */
export async function retry(order: number): Promise<void> {
  if (await outbox.retry(order)) afterWriting()
  else news.tell('changed')
}

/** See `discard` in outbox.ts. */
export async function discard(order: number): Promise<boolean> {
  const gone = await outbox.discard(order)
  news.tell('changed')
  return gone
}

/** See `takeBearer` in outbox.ts. */
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
  pump({ urge: 'sign' })
}

/** Connect the outbox to the life of this page. `onForgotten`: another tab has unbound. */
export function connect({ onForgotten }: { onForgotten: () => void }): void {
  news.listen((said) => {
    if (said === 'delivered' && document.visibilityState === 'visible') noteArrivalsSeen()
    void refresh()
    if (said === 'forgotten') onForgotten()
    if (said === 'delivered')
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === currentSession()?.subject,
      })
  })
  watchSession(() => void refresh())
  // Without a session nobody sends; what waits stays.
  onSessionEnd(() => void clearBearer(database).catch(() => {}))
  // Any good answer proves that the campus can be reached; whom it may hurry is a matter of each item's own schedule.
  onAnswer(() => {
    const now = Date.now()
    const mayGo = (item: Item) =>
      (item.state === 'later' || item.state === 'waiting') && dueAt(item, 'sign', now) <= now
    if (view.get().items.some(mayGo)) pump({ urge: 'sign' })
  })
  window.addEventListener('online', () => pump({ urge: 'sign' }))
  // A phone that slept may have lost its connection to the database without a word: reading shows it, and opens another.
  const wake = (urge: Urge) => {
    void refresh()
    pump({ urge })
  }
  window.addEventListener('pageshow', () => wake('schedule'))
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && wake('sign'),
  )
  void refresh()
  pump()
}

// Where nothing can be kept nothing waits; where it only cannot be read something may.
const orNothing = (cause: unknown): [Item[], Receipt[]] | undefined =>
  keepsNothing(cause) ? [[], []] : undefined

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

let whose: string | undefined

async function readView(): Promise<void> {
  const subject = lastSubject()
  if (subject === undefined) return view.set(nothing)
  // What is shown is nobody else's, whether or not the database can be read just now.
  if (whose !== subject) view.set(nothing)
  whose = subject
  const read = await Promise.all([outbox.list(subject), outbox.receipts(subject)]).catch(orNothing)
  if (subject !== lastSubject()) return
  // A failed read is not an empty outbox.
  if (read === undefined) return view.set({ ...view.get(), unavailable: true })
  const [items, receipts] = read
  const { unavailable: _was, ...before } = view.get()
  const here = new Set(items.map(({ order }) => order))
  const rows = items.filter(({ dependsOn }) => dependsOn === undefined || !here.has(dependsOn))
  view.set({ ...before, items, rows, receipts, unsent: rows.length })
}

let running = false
let again: Wish | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Why to send now; `anyway`: whatever the phone says of its network. */
interface Wish {
  readonly urge?: Urge
  readonly anyway?: boolean
}

/**
 * Send what waits; `urge` says which pauses count. While a round runs, one more is remembered: a submit during a drain is
 * not left behind. A phone that knows it is offline does not try, so that newer words can still take the place of older
 * ones (OFF-17); but its word is only a hint, so it is not believed for ever, nor against the student's own `anyway`.
 */
export function pump({ urge = 'schedule', anyway = false }: Wish = {}): void {
  if (!navigator.onLine && !anyway) return pumpIn(LONGEST_WAIT_MS, { urge: 'sign', anyway: true })
  if (running) {
    again = { urge: stronger(urge, again?.urge), anyway: anyway || again?.anyway === true }
    return
  }
  running = true
  clearTimeout(timer)
  void round({ urge, mayTry: () => anyway || navigator.onLine })
    // What waits in a database that fails is safe, and forms are sent directly; where there is none nothing waits.
    .catch((cause: unknown) => (keepsNothing(cause) ? 'finished' : 'unfinished'))
    .then((end) => {
      failures = end === 'unfinished' ? failures + 1 : 0
      if (end === 'unfinished') pumpIn(backoff(failures, Math.random()), {})
      running = false
      const more = again
      again = undefined
      if (more !== undefined) pump(more)
      // The network went away meanwhile: look again when it may be back.
      else if (!navigator.onLine) pump()
    })
}

function pumpIn(ms: number, wish: Wish) {
  clearTimeout(timer)
  timer = setTimeout(() => pump(wish), ms)
}

const URGES = ['schedule', 'sign', 'hand'] as const
const stronger = (one: Urge, other: Urge = 'schedule') =>
  URGES.indexOf(one) > URGES.indexOf(other) ? one : other

/** One round as the only sender. 'unfinished': what it has left marked as being sent may have nobody to come back for it. */
async function round({
  urge,
  mayTry,
}: {
  urge: Urge
  mayTry: () => boolean
}): Promise<'finished' | 'unfinished'> {
  const ended = await inTurn(
    { database, locks: navigator.locks, mayTakeOver: () => document.visibilityState === 'visible' },
    ({ locked }) =>
      drain(
        { database, holder, changed: () => news.tell('changed'), answered: note, mayTry },
        { urge, locked },
      ),
  )
  if (ended === undefined) return 'unfinished'
  const { nextAt: _past, ...rest } = view.get()
  view.set({ ...rest, ...(ended.next !== undefined && { nextAt: ended.next }) })
  if (ended.sent > 0) news.tell('delivered')
  // A round may outlive a binding: only the token that it was made with has ended.
  if (ended.signedOut !== undefined && ended.signedOut === token()) endSession('root')
  // A sign that came too soon for an item counts once its time has come.
  const later = urge === 'schedule' ? urge : 'sign'
  if (ended.next !== undefined) pumpIn(Math.max(0, ended.next - Date.now()), { urge: later })
  return ended.unfinished ? 'unfinished' : 'finished'
}

function afterWriting() {
  news.tell('changed')
  void requestSync()
  pump()
}

// Without IndexedDB a form is sent at once or not at all, and says so (D-106).
async function sendDirectly(
  { form, payload, subject, baseVersion, key }: Submission & { key: string },
  attempts: number,
): Promise<Submitted> {
  const secret = token()
  const to = { roots: config.roots, language: currentLanguage(), timeout: config.timeout }
  if (secret === undefined) return { type: 'not-saved', why: 'unavailable' }
  const delivery = await deliver(
    {},
    {
      form,
      payload,
      subject,
      key,
      attempts,
      schemaVersion: forms[form]?.schemaVersion ?? 0,
      ...(baseVersion !== undefined && { baseVersion }),
    },
    { ...to, token: secret, subject },
  )
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
      return delivery.problem.unclear === true
        ? { type: 'not-saved', why: 'unsure' }
        : { type: 'not-saved', why: 'refused', message: delivery.problem.message }
    case 'later':
      // Silence behind a look that was answered may be a lost answer.
      return { type: 'not-saved', why: delivery.heard ? 'unsure' : 'unavailable' }
    case 'signed-out':
    case 'parked':
      return { type: 'not-saved', why: 'unavailable' }
  }
}
