import { clearBearer, setBearer } from '#offline/bearer'
import { forgetOthers as forgetOthersIn, forgetOwn as forgetOwnIn } from '#offline/forget'
import type { Item } from '#offline/item'
import { keepsNothing } from '#offline/lost'
import type { Repaired, Replaced } from '#offline/outbox'
import type { Saved } from '#offline/saving'
import { dueAt, type Urge } from '#offline/schedule'
import { destination } from '../destination.ts'
import { onAnswer } from '../network.ts'
import { changedAt, isRead, noteChange, queryClient } from '../query-client.ts'
import { currentSession, hasEnded, onSessionEnd, token, watchSession } from '../session.ts'
import { database, news, outbox, refresh, storedDrafts } from './read.ts'
import { reportWhatWaits } from './reporting.ts'
import { afterWriting, pump } from './sender.ts'
import { noteArrivalsSeen, view } from './view.ts'

export { database, news, refresh, storedDrafts } from './read.ts'
export { pump } from './sender.ts'
export { submit } from './submit.ts'
export { dismissLoss } from './loss.ts'

/** See `forgetOthers` in outbox.ts. */
export const forgetOthers = (
  subject: string,
  options: { items: (other: string) => boolean },
): Promise<void> => {
  storedDrafts.releaseOthers(subject)
  return forgetOthersIn(database, subject, options)
}
/** See `forgetOwn` in outbox.ts. */
export const forgetOwn = (isOwn: (subject: string) => boolean): Promise<void> => {
  storedDrafts.releaseOthers()
  return forgetOwnIn(database, isOwn)
}

/** See `countOthers` in outbox.ts. */
export const countOthers = (subject: string): Promise<number> =>
  outbox.countOthers(subject).catch((cause: unknown) => {
    if (keepsNothing(cause)) return 0
    throw cause
  })

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
    ...destination(),
  })
  pump({ urge: 'sign' })
}

/** Connect the outbox to the life of this page. `onForgotten`: another tab has unbound. */
export function connect({ onForgotten }: { onForgotten: () => void }): void {
  news.listen((told) => {
    if (told === 'delivered' && document.visibilityState === 'visible') noteArrivalsSeen()
    void refresh()
    if (told === 'forgotten') onForgotten()
    if (told === 'delivered') invalidateOlder(Date.now())
  })
  watchSession(() => void refresh())
  // Without a session nobody sends; what waits stays.
  const disarm = () => void clearBearer(database).catch(() => {})
  onSessionEnd(disarm)
  // It may have ended before this part was loaded.
  if (hasEnded()) disarm()
  // Any good answer proves that the campus can be reached; whom it may hurry is a matter of each
  // item's own schedule.
  onAnswer(() => {
    const now = Date.now()
    const mayGo = (item: Item) =>
      (item.state === 'later' || item.state === 'waiting') && dueAt(item, 'sign', now) <= now
    if (view.get().items.some(mayGo)) pump({ urge: 'sign' })
  })
  window.addEventListener('online', () => pump({ urge: 'sign' }))
  // A phone that slept may have lost its connection to the database without a word: reading shows
  // it, and opens another.
  const wake = (urge: Urge) => {
    void refresh()
    pump({ urge })
  }
  window.addEventListener('pageshow', () => wake('schedule'))
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && wake('sign'),
  )
  reportWhatWaits()
  // What the worker has delivered while no page was there to hear it.
  void refresh().then(() => {
    const delivered = Math.max(0, ...view.get().receipts.map(({ deliveredAt }) => deliveredAt))
    if (delivered > changedAt()) invalidateOlder(delivered)
  })
  pump()
}

/** A delivery may change whatever was read before it: it is read anew, in this visit or a later one. */
function invalidateOlder(deliveredAt: number): void {
  noteChange(deliveredAt)
  void queryClient.invalidateQueries({
    predicate: (query) =>
      query.queryKey[0] === currentSession()?.subject &&
      isRead(query) &&
      query.state.dataUpdatedAt <= deliveredAt,
  })
}
