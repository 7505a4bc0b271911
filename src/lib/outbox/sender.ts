import { drainOutbox } from '#offline/drain/drain'
import { withOutboxLock } from '#offline/drain/outbox-lock'
import { jitteredBackoff, MAX_RETRY_DELAY_MS, type SendTrigger } from '#offline/drain/schedule'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { isStorageUnavailable } from '#offline/storage/database-errors'
import { recordOutboxOutcome } from '../network/network-status.ts'
import { endSession, getSessionToken } from '../session/session.ts'
import { requestBackgroundSync } from '../worker/delivery-worker.ts'
import { outboxDatabase, outboxChannel } from './outbox-reader.ts'
import { outboxView } from './outbox-view.ts'

const holder = `page-${createIdempotencyKey()}`
let running = false
let again: SendOptions | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/**
 * The options of sending. `trigger`: why to send now. `ignoresOffline`: send even if the phone
 * reports that it is offline.
 */
interface SendOptions {
  readonly trigger?: SendTrigger
  readonly ignoresOffline?: boolean
}

/**
 * Sends the waiting items; `trigger` decides which pauses apply. A call during a sending round
 * starts another round afterwards, so that items submitted meanwhile are sent too.
 *
 * If the phone reports that it is offline, nothing is attempted, so that newer submissions can
 * still replace older ones (OFF-17). The report is only a hint, so an attempt is made after five
 * minutes, or with `ignoresOffline`.
 */
export function sendPendingItems({
  trigger = 'schedule',
  ignoresOffline = false,
}: SendOptions = {}): void {
  if (!navigator.onLine && !ignoresOffline)
    return sendPendingItemsIn(MAX_RETRY_DELAY_MS, { trigger: 'reachable', ignoresOffline: true })
  if (running) {
    again = {
      trigger: stronger(trigger, again?.trigger),
      ignoresOffline: ignoresOffline || again?.ignoresOffline === true,
    }
    return
  }
  running = true
  clearTimeout(timer)
  void runDrainRound({ trigger, mayTry: () => ignoresOffline || navigator.onLine })
    // If the database fails, the items in it are safe and forms are sent directly. Without a
    // database no item waits.
    .catch((cause: unknown) => (isStorageUnavailable(cause) ? 'finished' : 'unfinished'))
    .then((end) => {
      failures = end === 'unfinished' ? failures + 1 : 0
      if (end === 'unfinished') sendPendingItemsIn(jitteredBackoff(failures, Math.random()), {})
      running = false
      const more = again
      again = undefined
      if (more !== undefined) sendPendingItems(more)
      // The network was lost during the round, so another attempt is scheduled.
      else if (!navigator.onLine) sendPendingItems()
    })
}

function sendPendingItemsIn(ms: number, wish: SendOptions) {
  clearTimeout(timer)
  timer = setTimeout(() => sendPendingItems(wish), ms)
}

const TRIGGERS = ['schedule', 'reachable', 'manual'] as const
const stronger = (one: SendTrigger, other: SendTrigger = 'schedule') =>
  TRIGGERS.indexOf(one) > TRIGGERS.indexOf(other) ? one : other

/**
 * Runs one sending round as the only sender. 'unfinished': items might be left in `sending` without
 * another sender that takes them over, so the round has to be repeated.
 */
async function runDrainRound({
  trigger,
  mayTry,
}: {
  trigger: SendTrigger
  mayTry: () => boolean
}): Promise<'finished' | 'unfinished'> {
  const ended = await withOutboxLock(
    {
      database: outboxDatabase,
      locks: navigator.locks,
      canTakeOver: () => document.visibilityState === 'visible',
    },
    ({ locked }) =>
      drainOutbox(
        {
          database: outboxDatabase,
          holder,
          onChange: () => outboxChannel.publish('changed'),
          onAnswer: recordOutboxOutcome,
          canTry: mayTry,
        },
        { trigger, locked },
      ),
  )
  if (ended === undefined) return 'unfinished'
  const { nextAt: _past, ...rest } = outboxView.get()
  outboxView.set({ ...rest, ...(ended.nextAt !== undefined && { nextAt: ended.nextAt }) })
  if (ended.sent > 0) outboxChannel.publish('delivered')
  // The session might have ended and begun again during the round, so only the token that the round
  // used has ended.
  if (ended.expiredToken !== undefined && ended.expiredToken === getSessionToken())
    endSession('root')
  // If the campus was reachable before an item was due, that evidence counts again when the item is
  // due.
  const later = trigger === 'schedule' ? trigger : 'reachable'
  if (ended.nextAt !== undefined)
    sendPendingItemsIn(Math.max(0, ended.nextAt - Date.now()), { trigger: later })
  return ended.isUnfinished ? 'unfinished' : 'finished'
}

/** Tells the other tabs and the worker that the outbox has changed, and sends the waiting items. */
export function announceChangeAndSend() {
  outboxChannel.publish('changed')
  void requestBackgroundSync()
  sendPendingItems()
}
