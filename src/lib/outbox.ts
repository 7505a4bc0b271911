import type { Item } from '#offline/item'
import type { Repaired, Replaced, Submission } from '#offline/outbox'
import type { Saved } from '#offline/saving'
import type { Submitted } from './outbox/submit.ts'
import { arrivalsSeenAt, type OutboxView, view } from './outbox/view.ts'
import { currentSession } from './session.ts'
import { useStore } from './store.ts'

export { noteArrivalsSeen } from './outbox/view.ts'
export type { Submitted }

// The engine (database, drain, every form's contract) is not needed for the first screen, so it
// comes after it.
const engine = () => import('./outbox/engine.ts')

/** What waits and what arrived; the component follows. */
export const useOutbox = (): OutboxView => useStore(view)

/** The newest words of a form that the university does not have yet. */
export const useWaiting = (form: string): Item | undefined =>
  useOutbox().items.findLast((item) => item.form === form)

/**
 * How much the university has received while nobody looked: sent by the worker, or when the page
 * was out of sight.
 */
export const useArrivedUnseen = (): number => {
  const seenAt = arrivalsSeenAt()
  return useOutbox().receipts.filter(({ deliveredAt }) => deliveredAt > seenAt).length
}

/** Write a submission down for good and start sending. Online and offline are the same path. */
export async function submit(submission: Omit<Submission, 'subject'>): Promise<Submitted> {
  const session = currentSession()
  const loaded = session === null ? undefined : await engine().catch(() => undefined)
  // Without its file nothing can be written down, and whoever tapped is told so.
  if (session === null || loaded === undefined) return { type: 'not-saved', why: 'unavailable' }
  return loaded.submit({ ...submission, subject: session.subject })
}

/** Send the repaired words in place of what was refused or conflicts. */
export const repair = async (order: number, repaired: Repaired): Promise<Saved | Replaced> =>
  (await engine()).repair(order, repaired)

/** Send once more, as it is, what came to no clear end. */
export const retry = async (order: number): Promise<void> => (await engine()).retry(order)

/** Throw an item away. False when it is being sent this very moment. */
export const discard = async (order: number): Promise<boolean> => (await engine()).discard(order)

/** The notice about a store that the browser has taken away was read. */
export const dismissLoss = (): void => void engine().then(({ dismissLoss: dismiss }) => dismiss())

/** Read anew what waits; resolves when it was read, or could not be. */
export const refreshOutbox = async (): Promise<void> => (await engine()).refresh()

/** Try everything now; only a pause that the backend asked for is obeyed. */
export const sendNow = (): void =>
  void engine().then(({ pump }) => pump({ urge: 'hand', anyway: true }))

/** What waits of who is bound, to be taken out of this phone; nothing of somebody who is not. */
export const exportable = (): readonly Item[] => (currentSession() === null ? [] : view.get().items)

/**
 * How much of people who were bound here before has not been sent; undefined where nobody can look.
 */
export const countOthers = (): Promise<number | undefined> =>
  engine()
    .then(({ countOthers: count }) => count(currentSession()?.subject ?? ''))
    .catch(() => undefined)

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
