import { drainOutbox } from '#offline/drain/drain'
import { withOutboxLock } from '#offline/drain/outbox-lock'
import { jitteredBackoff, LONGEST_WAIT_MS, type SendTrigger } from '#offline/drain/schedule'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { isStorageUnavailable } from '#offline/storage/database-errors'
import { noteOutboxOutcome } from '../network/network-status.ts'
import { endSession, getSessionToken } from '../session/session.ts'
import { requestBackgroundSync } from '../worker/service-worker.ts'
import { outboxDatabase, outboxChannel } from './outbox-reader.ts'
import { outboxView } from './outbox-view.ts'

const holder = `page-${createIdempotencyKey()}`
let running = false
let again: SendOptions | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Why to send now; `anyway`: whatever the phone says of its network. */
interface SendOptions {
  readonly trigger?: SendTrigger
  readonly ignoresOffline?: boolean
}

/**
 * Send what waits; `trigger` says which pauses count. A wish that comes during a round is remembered
 * and follows it, so nothing that is submitted meanwhile is left behind. A phone that says it is
 * offline does not try, so that newer words can still replace older ones (OFF-17). But that is only
 * a hint: after five minutes, or at the student's own wish (`anyway`), it tries.
 */
export function sendPendingItems({
  trigger = 'schedule',
  ignoresOffline = false,
}: SendOptions = {}): void {
  if (!navigator.onLine && !ignoresOffline)
    return sendPendingItemsIn(LONGEST_WAIT_MS, { trigger: 'reachable', ignoresOffline: true })
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
    // What waits in a database that fails is safe, and forms are sent directly; where there is none
    // nothing waits.
    .catch((cause: unknown) => (isStorageUnavailable(cause) ? 'finished' : 'unfinished'))
    .then((end) => {
      failures = end === 'unfinished' ? failures + 1 : 0
      if (end === 'unfinished') sendPendingItemsIn(jitteredBackoff(failures, Math.random()), {})
      running = false
      const more = again
      again = undefined
      if (more !== undefined) sendPendingItems(more)
      // The network went away meanwhile: look again when it may be back.
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
 * One round as the only sender. 'unfinished': what it has left marked as being sent may have nobody
 * to come back for it.
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
          onAnswer: noteOutboxOutcome,
          canTry: mayTry,
        },
        { trigger, locked },
      ),
  )
  if (ended === undefined) return 'unfinished'
  const { nextAt: _past, ...rest } = outboxView.get()
  outboxView.set({ ...rest, ...(ended.nextAt !== undefined && { nextAt: ended.nextAt }) })
  if (ended.sent > 0) outboxChannel.publish('delivered')
  // A round may outlive a binding: only the token that it was made with has ended.
  if (ended.expiredToken !== undefined && ended.expiredToken === getSessionToken())
    endSession('root')
  // A sign that came too soon for an item counts once its time has come.
  const later = trigger === 'schedule' ? trigger : 'reachable'
  if (ended.nextAt !== undefined)
    sendPendingItemsIn(Math.max(0, ended.nextAt - Date.now()), { trigger: later })
  return ended.isUnfinished ? 'unfinished' : 'finished'
}

/** Something was written into the outbox: tell everybody, and send it. */
export function announceAndSend() {
  outboxChannel.publish('changed')
  void requestBackgroundSync()
  sendPendingItems()
}
