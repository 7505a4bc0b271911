import type { ItemRepair, ItemReplacedResult, Submission } from '#offline/outbox/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import type { SaveResult } from '#offline/outbox/save-result'
import { useStore } from '../platform/store.ts'
import { currentSession } from '../session/session.ts'
import { getDeliveriesSeenAt, type OutboxView, outboxView } from './outbox-view.ts'
import type { SubmissionResult } from './submit.ts'

export { markDeliveriesSeen } from './outbox-view.ts'
export type { SubmissionResult }

// The engine (database, drain, every form's contract) is not needed for the first screen, so it
// comes after it.
const engine = () => import('./engine.ts')

/** What waits and what arrived; the component follows. */
export const useOutbox = (): OutboxView => useStore(outboxView)

/** The newest words of a form that the university does not have yet. */
export const useWaitingItem = (form: string): OutboxItem | undefined =>
  useOutbox().items.findLast((item) => item.form === form)

/**
 * How much the university has received while nobody looked: sent by the worker, or when the page
 * was out of sight.
 */
export const useUnseenDeliveryCount = (): number => {
  const seenAt = getDeliveriesSeenAt()
  return useOutbox().receipts.filter(({ deliveredAt }) => deliveredAt > seenAt).length
}

/** Write a submission down for good and start sending. Online and offline are the same path. */
export async function submitToOutbox(
  submission: Omit<Submission, 'subject'>,
): Promise<SubmissionResult> {
  const session = currentSession()
  const loaded = session === null ? undefined : await engine().catch(() => undefined)
  // Without its file nothing can be written down, and whoever tapped is told so.
  if (session === null || loaded === undefined) return { type: 'not-saved', why: 'unavailable' }
  return loaded.submitToOutbox({ ...submission, subject: session.subject })
}

/** Send the repaired words in place of what was refused or conflicts. */
export const repairItem = async (
  order: number,
  repaired: ItemRepair,
): Promise<SaveResult | ItemReplacedResult> => (await engine()).repairItem(order, repaired)

/** Send once more, as it is, what came to no clear end. */
export const retryItem = async (order: number): Promise<void> => (await engine()).retryItem(order)

/** Throw an item away. False when it is being sent this very moment. */
export const discardItem = async (order: number): Promise<boolean> =>
  (await engine()).discardItem(order)

/** The notice about a store that the browser has taken away was read. */
export const dismissLossNotice = (): void =>
  void engine().then(({ dismissLossNotice: dismiss }) => dismiss())

/** Read anew what waits; resolves when it was read, or could not be. */
export const refreshOutbox = async (): Promise<void> => (await engine()).refreshOutboxView()

/** Try everything now; only a pause that the backend asked for is obeyed. */
export const sendOutboxNow = (): void =>
  void engine().then(({ sendPendingItems }) =>
    sendPendingItems({ trigger: 'manual', ignoresOffline: true }),
  )

/** What waits of who is bound, to be taken out of this phone; nothing of somebody who is not. */
export const listExportableItems = (): readonly OutboxItem[] =>
  currentSession() === null ? [] : outboxView.get().items

/**
 * How much of people who were bound here before has not been sent; undefined where nobody can look.
 */
export const countItemsOfOthers = (): Promise<number | undefined> =>
  engine()
    .then(({ countItemsOfOthers: count }) => count(currentSession()?.subject ?? ''))
    .catch(() => undefined)

/** Remove from the outbox what was sent, and what of these subjects was not. */
export const deleteOwnData = async (isOwn: (subject: string) => boolean): Promise<void> =>
  (await engine()).deleteOwnData(isOwn)

/** Remove what others left in the outbox; what they never sent only of whom `items` says yes. */
export const deleteDataOfOthers = async (
  subject: string,
  options: { items: (other: string) => boolean },
): Promise<void> => (await engine()).deleteDataOfOthers(subject, options)

/** Take over the identity of the session: what waits of it goes under its token and no other. */
export const storeSenderIdentity = async (): Promise<void> => (await engine()).storeSenderIdentity()

/** Connect the outbox to the life of this page. `onForgotten`: another tab has unbound. */
export const startOutbox = async (connection: { onForgotten: () => void }): Promise<void> =>
  (await engine()).connectOutbox(connection)
