import type { OutboxItem } from '../outbox/outbox-records.ts'
import { exponentialBackoff } from '../utilities/exponential-backoff.ts'

/**
 * Why a sending round runs now (docs/offline.md, "Pauses"). 'schedule': the pause of an item is
 * over. 'reachable': the server might be reachable again, because it answered another request, the
 * phone has a network or the page was opened. 'manual': the student tapped "send".
 */
export type SendTrigger = 'schedule' | 'reachable' | 'manual'

/** The first pause, ms. */
export const FIRST_RETRY_DELAY_MS = 1_000
/** The longest pause between two attempts, ms (D-106). */
export const MAX_RETRY_DELAY_MS = 300_000
/**
 * The shortest pause between two attempts of one item, ms. It applies to every trigger, however
 * often the student taps "send".
 */
export const MIN_SEND_PAUSE_MS = 500

/**
 * The pause after the n-th attempt, ms: 1 s, doubling up to 5 min, reduced by a random jitter of up
 * to a half. `random` is in [0, 1).
 */
export function jitteredBackoff(tries: number, random: number): number {
  const full = exponentialBackoff(tries, {
    first: FIRST_RETRY_DELAY_MS,
    longest: MAX_RETRY_DELAY_MS,
  })
  return Math.round(full * (0.5 + random / 2))
}

type Pauses = Pick<OutboxItem, 'triedAt' | 'nextAttemptAt' | 'soonestAt' | 'heard'>

/**
 * The pauses after an attempt that did not deliver the item. While the phone is offline the pauses
 * grow, and evidence that the campus is reachable ends them. If the campus answered the attempt
 * (`campusResponded`), such evidence does not shorten the pause. `at`: the end of the attempt, ms since the
 * epoch; `random` is in [0, 1).
 */
export function createRetryPauses(
  { attempts, heard = 0 }: Pick<OutboxItem, 'attempts' | 'heard'>,
  { at, random, campusResponded }: { at: number; random: number; campusResponded: boolean },
): Pauses {
  const times = Math.min(attempts, heard + (campusResponded ? 1 : 0))
  return {
    triedAt: at,
    nextAttemptAt: at + jitteredBackoff(attempts, random),
    heard: times,
    soonestAt: at + (times === 0 ? MIN_SEND_PAUSE_MS : jitteredBackoff(times, random)),
  }
}

/**
 * When an item is due, ms since the epoch. A Retry-After of the backend also delays a send that the
 * student has tapped.
 */
export function computeNextAttemptTime(
  item: Pick<OutboxItem, 'notBefore'> & Pauses,
  trigger: SendTrigger,
  now: number,
): number {
  const minimumPauseEnd = (item.triedAt ?? 0) + MIN_SEND_PAUSE_MS
  const pause = {
    schedule: item.nextAttemptAt,
    reachable: Math.min(item.nextAttemptAt, item.soonestAt ?? 0),
    manual: 0,
  }[trigger]
  return Math.max(
    ignoreFarFuture(item.notBefore ?? 0, now),
    ignoreFarFuture(pause, now),
    ignoreFarFuture(minimumPauseEnd, now),
  )
}

/**
 * Ignores a time further ahead than the longest pause: it was written before the clock was set
 * back, and the item is due at once.
 */
const ignoreFarFuture = (time: number, now: number) => (time > now + MAX_RETRY_DELAY_MS ? 0 : time)
