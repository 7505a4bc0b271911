import { useEffect, useState } from 'react'
import type { Item, Receipt } from '#offline/item'
import type { Repaired, Replaced, Saved, Submission } from '#offline/outbox'
import { currentSession } from './session.ts'
import { local } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** What the outbox shows of the bound identity. */
export interface OutboxView {
  readonly items: readonly Item[]
  /** The items as people count them: what waits behind another one here, as a step's mark does, is part of that one. */
  readonly rows: readonly Item[]
  readonly receipts: readonly Receipt[]
  /** How many rows the university does not have yet. */
  readonly unsent: number
  /** The phone could not read its store just now: what is shown here is what was last seen, and not all there is. */
  readonly unavailable?: boolean
  /** When the next try comes by itself, ms. */
  readonly nextAt?: number
}

/**
 * How a submission ended. 'sent': there is no database here, and the university has it already (D-106); 'refused': it has
 * answered no.
 */
export type Submitted =
  | Saved
  | { readonly type: 'not-saved'; readonly why: 'refused'; readonly message: string }
  | { readonly type: 'sent'; readonly receipt?: string; readonly message?: string }

/** The view of an empty outbox. */
export const nothing: OutboxView = { items: [], rows: [], receipts: [], unsent: 0 }
/** What the engine last saw. */
export const view = createStore<OutboxView>(nothing)

// The engine (database, drain, every form's contract) is not needed for the first words on the screen.
const engine = () => import('./outbox-engine.ts')

/** What waits and what arrived; the component follows. */
export const useOutbox = (): OutboxView => useStore(view)

/** The newest words of a form that the university does not have yet. */
export const useWaiting = (form: string): Item | undefined =>
  useOutbox().items.findLast((item) => item.form === form)

const SEEN = 'arrivalsSeen'
/** How much the university has received while nobody looked: sent by the worker, or when the page was out of sight. */
export const useArrivedUnseen = (): number => {
  const seen = Number(local.getItem(SEEN) ?? 0)
  return useOutbox().receipts.filter(({ deliveredAt }) => deliveredAt > seen).length
}
/** Whatever has arrived so far was seen. */
export const noteArrivalsSeen = (): void => local.setItem(SEEN, String(Date.now()))

/** Write a submission down for good and start sending. Online and offline are the same path. */
export async function submit(submission: Omit<Submission, 'subject'>): Promise<Submitted> {
  const session = currentSession()
  if (session === null) return { type: 'not-saved', why: 'unavailable' }
  return (await engine()).submit({ ...submission, subject: session.subject })
}

/** Send the repaired words in place of what was refused or conflicts. */
export const repair = async (order: number, repaired: Repaired): Promise<Saved | Replaced> =>
  (await engine()).repair(order, repaired)

/** Send once more, as it is, what came to no clear end. */
export const retry = async (order: number): Promise<void> => (await engine()).retry(order)

/** Throw an item away. False when it is being sent this very moment. */
export const discard = async (order: number): Promise<boolean> => (await engine()).discard(order)

/** Read anew what waits; resolves when it was read, or could not be. */
export const lookAgain = async (): Promise<void> => (await engine()).refresh()

/** Try everything now; only a pause that the backend asked for is obeyed. */
export const sendNow = (): void =>
  void engine().then(({ pump }) => pump({ urge: 'hand', anyway: true }))

/** What waits of who is bound, to be taken out of this phone; nothing of somebody who is not. */
export const exportable = (): readonly Item[] => (currentSession() === null ? [] : view.get().items)

/** How much of people who were bound here before has not been sent; undefined where nobody can look. */
export const countOthers = (): Promise<number | undefined> =>
  engine()
    .then(({ countOthers: count }) => count(currentSession()?.subject ?? ''))
    .catch(() => undefined)

/** The drafts of the bound identity. */
export const drafts = {
  read: async (form: string): Promise<unknown> => {
    const session = currentSession()
    if (session === null) return undefined
    const draft = await engine()
      .then(({ readDraft }) => readDraft(session.subject, form))
      .catch(() => undefined)
    return draft?.values
  },
  save: async (form: string, values: unknown): Promise<boolean> => {
    const session = currentSession()
    if (session === null) return false
    const saved = await (
      await engine()
    ).saveDraft({ subject: session.subject, form, values, savedAt: Date.now() })
    return saved.type === 'saved'
  },
  drop: async (form: string): Promise<void> => {
    const session = currentSession()
    if (session !== null)
      await engine()
        .then(({ dropDraft }) => dropDraft(session.subject, form))
        .catch(() => {})
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
  return {
    ...kept,
    save: (values: unknown) => drafts.save(form, values),
    drop: () => drafts.drop(form),
  }
}

/** Remove from the outbox what was sent, and what of these subjects was not. */
export const forgetOwn = async (isOwn: (subject: string) => boolean): Promise<void> =>
  (await engine()).forgetOwn(isOwn)

/** Remove what others left in the outbox; what they never sent only of whom `items` says yes. */
export const forgetOthers = async (
  subject: string,
  options: { items: (other: string) => boolean },
): Promise<void> => (await engine()).forgetOthers(subject, options)

/** Take over the identity of the session: what waits of it goes under its token and no other. */
export const takeBearer = async (): Promise<void> => (await engine()).takeBearer()

/** Connect the outbox to the life of this page. `onForgotten`: another tab has unbound. */
export const startOutbox = async (connection: { onForgotten: () => void }): Promise<void> =>
  (await engine()).connect(connection)
