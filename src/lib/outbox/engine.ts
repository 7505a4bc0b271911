import { dueAt, type SendTrigger } from '#offline/drain/schedule'
import { clearSenderIdentity, setSenderIdentity } from '#offline/drain/sender-identity'
import {
  deleteDataOfOthers as forgetOthersIn,
  deleteOwnData as forgetOwnIn,
} from '#offline/outbox/delete-data'
import type { ItemRepair, ItemReplacedResult } from '#offline/outbox/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import type { SaveResult } from '#offline/outbox/save-result'
import { isStorageUnavailable } from '#offline/storage/database-errors'
import { changedAt, isRepeatableQuery, noteChange, queryClient } from '../cache/query-client.ts'
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
import { announceAndSend, sendPendingItems } from './sender.ts'

export { outboxDatabase, outboxChannel, refreshOutboxView, draftStore } from './outbox-reader.ts'
export { sendPendingItems } from './sender.ts'
export { submitToOutbox } from './submit.ts'
export { dismissLossNotice } from './storage-loss.ts'

/** See `deleteDataOfOthers` in outbox.ts. */
export const deleteDataOfOthers = (
  subject: string,
  options: { items: (other: string) => boolean },
): Promise<void> => {
  draftStore.forgetOthers(subject)
  return forgetOthersIn(outboxDatabase, subject, options)
}
/** See `deleteOwnData` in outbox.ts. */
export const deleteOwnData = (isOwn: (subject: string) => boolean): Promise<void> => {
  draftStore.forgetOthers()
  return forgetOwnIn(outboxDatabase, isOwn)
}

/** See `countItemsOfOthers` in outbox.ts. */
export const countItemsOfOthers = (subject: string): Promise<number> =>
  outbox.countItemsOfOthers(subject).catch((cause: unknown) => {
    if (isStorageUnavailable(cause)) return 0
    throw cause
  })

/** See `repair` in outbox.ts. */
export async function repairItem(
  order: number,
  repaired: ItemRepair,
): Promise<SaveResult | ItemReplacedResult> {
  const saved = await outbox.repair(order, repaired)
  if (saved.type === 'saved') announceAndSend()
  else outboxChannel.publish('changed')
  return saved
}

/** See `retry` in outbox.ts. */
export async function retryItem(order: number): Promise<void> {
  if (await outbox.retry(order)) announceAndSend()
  else outboxChannel.publish('changed')
}

/** See `discard` in outbox.ts. */
export async function discardItem(order: number): Promise<boolean> {
  const gone = await outbox.discard(order)
  outboxChannel.publish('changed')
  return gone
}

/** See `storeSenderIdentity` in outbox.ts. */
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

/** Connect the outbox to the life of this page. `onForgotten`: another tab has unbound. */
export function connectOutbox({ onForgotten }: { onForgotten: () => void }): void {
  outboxChannel.subscribe((told) => {
    if (told === 'delivered' && document.visibilityState === 'visible') markDeliveriesSeen()
    void refreshOutboxView()
    if (told === 'forgotten') onForgotten()
    if (told === 'delivered') invalidateOlder(Date.now())
  })
  subscribeToSession(() => void refreshOutboxView())
  // Without a session nobody sends; what waits stays.
  const disarm = () => void clearSenderIdentity(outboxDatabase).catch(() => {})
  onSessionEnd(disarm)
  // It may have ended before this part was loaded.
  if (hasSessionEnded()) disarm()
  // Any good answer proves that the campus can be reached; whom it may hurry is a matter of each
  // item's own schedule.
  onServerAnswer(() => {
    const now = Date.now()
    const mayGo = (item: OutboxItem) =>
      (item.state === 'later' || item.state === 'waiting') && dueAt(item, 'reachable', now) <= now
    if (outboxView.get().items.some(mayGo)) sendPendingItems({ trigger: 'reachable' })
  })
  window.addEventListener('online', () => sendPendingItems({ trigger: 'reachable' }))
  // A phone that slept may have lost its connection to the database without a word: reading shows
  // it, and opens another.
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
  // What the worker has delivered while no page was there to hear it.
  void refreshOutboxView().then(() => {
    const delivered = Math.max(
      0,
      ...outboxView.get().receipts.map(({ deliveredAt }) => deliveredAt),
    )
    if (delivered > changedAt()) invalidateOlder(delivered)
  })
  sendPendingItems()
}

/** A delivery may change whatever was read before it: it is read anew, in this visit or a later one. */
function invalidateOlder(deliveredAt: number): void {
  noteChange(deliveredAt)
  void queryClient.invalidateQueries({
    predicate: (query) =>
      query.queryKey[0] === currentSession()?.subject &&
      isRepeatableQuery(query) &&
      query.state.dataUpdatedAt <= deliveredAt,
  })
}
