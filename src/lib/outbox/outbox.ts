import { useEffect } from 'react'
import type { OutboxItemRepair, ItemReplacedResult, OutboxSubmission } from '#offline/outbox/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import type { SaveResult } from '#offline/outbox/save-result'
import { useExternalStore } from '../platform/store.ts'
import { currentSession, getLastSubject } from '../session/session.ts'
import type { OutboxConnection } from './outbox-start.ts'
import { getLastSeenDeliveriesTime, type OutboxView, outboxView } from './outbox-view.ts'
import type { SubmissionResult } from './submit.ts'

export { markDeliveriesSeen } from './outbox-view.ts'
export type { SubmissionResult }

// The engine (database, drain, every form's contract) is not needed for the first screen and is
// loaded after it.
const engine = () => import('./engine.ts')

// The start looks whether anything waits, which needs little code.
const start = () => import('./outbox-start.ts')

/**
 * Subscribes a component to the outbox: unsent items, and receipts of deliveries after `since`, ms
 * since the epoch.
 */
export function useOutbox(since = 0): OutboxView {
  useEffect(() => {
    // A phone on which nobody was ever bound has no receipts.
    if (getLastSubject() === undefined) return
    start()
      .then(({ requireReceipts }) => requireReceipts(since))
      .catch(() => {})
  }, [since])
  return useExternalStore(outboxView)
}

/**
 * Subscribes a component to what has to be known of the outbox on every page: what waits, and what
 * has arrived since. Earlier receipts can be missing.
 */
export const useOutboxStatus = (): OutboxView => useExternalStore(outboxView)

/** The newest unsent item of a form. */
export const useWaitingItem = (form: string): OutboxItem | undefined =>
  useOutboxStatus().items.findLast((item) => item.form === form)

/**
 * The number of deliveries that the user has not seen, because the worker sent them or the page was
 * hidden.
 */
export const useUnseenDeliveryCount = (): number => {
  const seenAt = getLastSeenDeliveriesTime()
  return useOutboxStatus().receipts.filter(({ deliveredAt }) => deliveredAt > seenAt).length
}

/**
 * Stores a submission durably and starts sending. The steps are the same online and offline. A
 * failure is resolved as 'not-saved', with its reason.
 */
export async function submitToOutbox(
  submission: Omit<OutboxSubmission, 'subject'>,
): Promise<SubmissionResult> {
  const session = currentSession()
  const loaded = session === null ? undefined : await engine().catch(() => undefined)
  // Without the engine's file nothing can be stored; the result tells the user.
  if (session === null || loaded === undefined) return { type: 'not-saved', why: 'unavailable' }
  return loaded.submitToOutbox({ ...submission, subject: session.subject })
}

/**
 * Replaces a refused or conflicting item by the corrected submission and sends it. 'replaced': the
 * item is no longer in the outbox.
 */
export const repairItem = async (
  order: number,
  repaired: OutboxItemRepair,
): Promise<SaveResult | ItemReplacedResult> => (await engine()).repairItem(order, repaired)

/**
 * Sends an item whose outcome is unclear again, unchanged, unless the campus might then count it
 * twice.
 */
export const retryItem = async (order: number): Promise<void> => (await engine()).retryItem(order)

/**
 * Deletes an unsent item and the items that depend on it. Resolves to false if the item is being
 * sent.
 */
export const discardItem = async (order: number): Promise<boolean> =>
  (await engine()).discardItem(order)

/** Closes the notice that the browser deleted the database. */
export const dismissStorageLossNotice = (): void =>
  void engine().then(({ dismissStorageLossNotice: dismiss }) => dismiss())

/** Reads the outbox again. Resolves when the outbox was read or could not be read. */
export const refreshOutbox = async (): Promise<void> => (await engine()).refreshOutboxView()

/** Sends all items now; only a Retry-After of the backend is respected. */
export const sendOutboxNow = (): void =>
  void engine().then(({ sendPendingItems }) =>
    sendPendingItems({ trigger: 'manual', ignoresOffline: true }),
  )

/**
 * The unsent items of the signed-in person, for an export to another phone; empty if nobody is
 * signed in.
 */
export const listExportableItems = (): readonly OutboxItem[] =>
  currentSession() === null ? [] : outboxView.get().items

/**
 * The number of unsent items of people who were bound on this phone before; undefined if the
 * database cannot be read.
 */
export const countItemsOfOthers = (): Promise<number | undefined> =>
  engine()
    .then(({ countItemsOfOthers: count }) => count(currentSession()?.subject ?? ''))
    .catch(() => undefined)

/**
 * Deletes all receipts and drafts, and the unsent items of each subject for which `isOwn` returns
 * true.
 */
export const deleteOwnData = async (isOwn: (subject: string) => boolean): Promise<void> =>
  (await engine()).deleteOwnData(isOwn)

/**
 * Deletes the receipts and drafts of all subjects except this one, and the unsent items of each of
 * those subjects for which `items` returns true.
 */
export const deleteDataOfOthers = async (
  subject: string,
  options: { items: (other: string) => boolean },
): Promise<void> => (await engine()).deleteDataOfOthers(subject, options)

/**
 * Stores the session's identity and token for sending: the items of this subject are sent under
 * this token only. Does nothing if the database has them already and the engine is not loaded.
 */
export async function storeSenderIdentity(): Promise<void> {
  if (await (await start()).isSenderIdentityStored()) return
  await (await engine()).storeSenderIdentity()
}

/**
 * Connects the outbox to the events of this page. `onForgotten` is called when another tab has
 * unbound the identity.
 */
export const startOutbox = async (connection: OutboxConnection): Promise<void> =>
  (await start()).startOutbox(connection)
