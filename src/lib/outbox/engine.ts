import { computeNextAttemptTime, type SendTrigger } from '#offline/drain/schedule'
import { clearSenderIdentity, setSenderIdentity } from '#offline/drain/sender-identity'
import {
  deleteDataOfOthers as forgetOthersIn,
  deleteOwnData as forgetOwnIn,
} from '#offline/outbox/delete-data'
import type { OutboxItemRepair, ItemReplacedResult } from '#offline/outbox/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import type { SaveResult } from '#offline/outbox/save-result'
import { isStorageUnavailable } from '#offline/storage/database-errors'
import {
  getLastChangeTime,
  isRepeatableQuery,
  recordLocalChange,
  queryClient,
} from '../cache/query-client.ts'
import { onServerAnswer } from '../network/network-status.ts'
import { getRequestSettings } from '../network/request-settings.ts'
import {
  currentSession,
  hasSessionEnded,
  onSessionEnd,
  getSessionToken,
  subscribeToSession,
} from '../session/session.ts'
import {
  outboxDatabase,
  outboxChannel,
  outbox,
  refreshOutboxView,
  draftStore,
} from './outbox-reader.ts'
import { startOutboxReports } from './outbox-reports.ts'
import { markDeliveriesSeen, outboxView } from './outbox-view.ts'
import { announceChangeAndSend, sendPendingItems } from './sender.ts'

export { outboxDatabase, outboxChannel, refreshOutboxView, draftStore } from './outbox-reader.ts'
export { sendPendingItems } from './sender.ts'
export { submitToOutbox } from './submit.ts'
export { dismissStorageLossNotice } from './storage-loss.ts'

/**
 * Deletes the drafts and receipts of all subjects except this one, and the unsent items of each of
 * those subjects for which `items` returns true.
 */
export const deleteDataOfOthers = (
  subject: string,
  options: { items: (other: string) => boolean },
): Promise<void> => {
  draftStore.forgetOthers(subject)
  return forgetOthersIn(outboxDatabase, subject, options)
}
/**
 * Deletes all drafts, receipts and the sender's identity, and the unsent items of each subject for
 * which `isOwn` returns true.
 */
export const deleteOwnData = (isOwn: (subject: string) => boolean): Promise<void> => {
  draftStore.forgetOthers()
  return forgetOwnIn(outboxDatabase, isOwn)
}

/**
 * The number of unsent items of all subjects except this one; 0 if this browser has no storage.
 * Rejects if the database cannot be read.
 */
export const countItemsOfOthers = (subject: string): Promise<number> =>
  outbox.countItemsOfOthers(subject).catch((cause: unknown) => {
    if (isStorageUnavailable(cause)) return 0
    throw cause
  })

/** Replaces a refused or conflicting item by the corrected submission and sends it. */
export async function repairItem(
  order: number,
  repaired: OutboxItemRepair,
): Promise<SaveResult | ItemReplacedResult> {
  const saved = await outbox.repair(order, repaired)
  if (saved.type === 'saved') announceChangeAndSend()
  else outboxChannel.publish('changed')
  return saved
}

/** Sends an item whose outcome is unclear again, unless the campus might then count it twice. */
export async function retryItem(order: number): Promise<void> {
  if (await outbox.retry(order)) announceChangeAndSend()
  else outboxChannel.publish('changed')
}

/** Deletes an unsent item; resolves to false if it is being sent. */
export async function discardItem(order: number): Promise<boolean> {
  const gone = await outbox.discard(order)
  outboxChannel.publish('changed')
  return gone
}

/** Stores the session's identity and token for sending, and sends the waiting items. */
export async function storeSenderIdentity(): Promise<void> {
  const [session, secret] = [currentSession(), getSessionToken()]
  if (session === null || secret === undefined) return
  await setSenderIdentity(outboxDatabase, {
    subject: session.subject,
    token: secret,
    ...getRequestSettings(),
  })
  sendPendingItems({ trigger: 'reachable' })
}

/**
 * Connects the outbox to the events of this page: session, network, visibility and messages of
 * other tabs. `onForgotten` is called when another tab has unbound the identity.
 */
export function connectOutbox({ onForgotten }: { onForgotten: () => void }): void {
  outboxChannel.subscribe((told) => {
    if (told === 'delivered' && document.visibilityState === 'visible') markDeliveriesSeen()
    void refreshOutboxView()
    if (told === 'forgotten') onForgotten()
    if (told === 'delivered') invalidateOlder(Date.now())
  })
  subscribeToSession(() => void refreshOutboxView())
  // Without a session nothing is sent, and the waiting items stay in the outbox.
  const disarm = () => void clearSenderIdentity(outboxDatabase).catch(() => {})
  onSessionEnd(disarm)
  // The session might have ended before this module was loaded.
  if (hasSessionEnded()) disarm()
  // A successful response proves that the campus is reachable; the schedule of each item decides
  // whether the item is sent now.
  onServerAnswer(() => {
    const now = Date.now()
    const mayGo = (item: OutboxItem) =>
      (item.state === 'later' || item.state === 'waiting') &&
      computeNextAttemptTime(item, 'reachable', now) <= now
    if (outboxView.get().items.some(mayGo)) sendPendingItems({ trigger: 'reachable' })
  })
  window.addEventListener('online', () => sendPendingItems({ trigger: 'reachable' }))
  // A phone that was asleep might have lost its connection to the database without an event. A read
  // detects the loss and opens a new connection.
  const wake = (trigger: SendTrigger) => {
    void refreshOutboxView()
    sendPendingItems({ trigger })
  }
  window.addEventListener('pageshow', () => wake('schedule'))
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && wake('reachable'),
  )
  startOutboxReports()
  // The worker might have delivered items while no page was open.
  void refreshOutboxView().then(() => {
    const delivered = Math.max(
      0,
      ...outboxView.get().receipts.map(({ deliveredAt }) => deliveredAt),
    )
    if (delivered > getLastChangeTime()) invalidateOlder(delivered)
  })
  sendPendingItems()
}

/**
 * Marks every query that was read before the delivery as stale, because the delivery might have
 * changed its data. Such a query is fetched again at its next use.
 */
function invalidateOlder(deliveredAt: number): void {
  recordLocalChange(deliveredAt)
  void queryClient.invalidateQueries({
    predicate: (query) =>
      query.queryKey[0] === currentSession()?.subject &&
      isRepeatableQuery(query) &&
      query.state.dataUpdatedAt <= deliveredAt,
  })
}
