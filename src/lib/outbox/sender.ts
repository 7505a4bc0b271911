import { drainOutbox } from '#offline/drain/drain'
import { withOutboxLock } from '#offline/drain/outbox-lock'
import { jitteredBackoff, MAX_RETRY_DELAY_MS, type SendTrigger } from '#offline/drain/schedule'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { isStorageUnavailable } from '#offline/storage/database-errors'
import { recordOutboxOutcome } from '../network/network-status.ts'
import { endSession, getSessionToken } from '../session/session.ts'
import { requestBackgroundSync } from '../worker/service-worker.ts'
import { outboxDatabase, outboxChannel } from './outbox-reader.ts'
import { outboxView } from './outbox-view.ts'

const holder = `page-${createIdempotencyKey()}`
let running = false
let again: SendOptions | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Why to send now; `ignoresOffline`: even if the phone reports that it is offline. */
interface SendOptions {
  readonly trigger?: SendTrigger
  readonly ignoresOffline?: boolean
}

/**
 * Sends the waiting items; `trigger` decides which pauses apply. A call during a round starts
 * another round after it, so that nothing submitted meanwhile is left.
 *
 * If the phone reports that it is offline, nothing is attempted, so that newer submissions can
 * still replace older ones (OFF-17). That report is only a hint: after five minutes, or with
 * `ignoresOffline`, an attempt is made.
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
    // In a database that fails the items are safe, and forms are sent directly; without a database
    // nothing waits.
    .catch((cause: unknown) => (isStorageUnavailable(cause) ? 'finished' : 'unfinished'))
    .then((end) => {
      failures = end === 'unfinished' ? failures + 1 : 0
      if (end === 'unfinished') sendPendingItemsIn(jitteredBackoff(failures, Math.random()), {})
      running = false
      const more = again
      again = undefined
      if (more !== undefined) sendPendingItems(more)
      // The network was lost meanwhile: schedule another attempt.
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
 * Runs one round as the only sender. 'unfinished': items may be left in `sending` that no other
 * sender takes over, so the round has to be repeated.
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
  // A round may outlive a sign-in: only the token that the round used has ended.
  if (ended.expiredToken !== undefined && ended.expiredToken === getSessionToken())
    endSession('root')
  // A sign of the campus that came too early for an item counts once the item is due.
  const later = trigger === 'schedule' ? trigger : 'reachable'
  if (ended.nextAt !== undefined)
    sendPendingItemsIn(Math.max(0, ended.nextAt - Date.now()), { trigger: later })
  return ended.isUnfinished ? 'unfinished' : 'finished'
}

/** Announces to the other tabs and the worker that the outbox has changed, and sends it. */
export function announceAndSend() {
  outboxChannel.publish('changed')
  void requestBackgroundSync()
  sendPendingItems()
}
