import type { OutboxItem } from '../outbox/outbox-records.ts'
import { exponentialBackoff } from '../utilities/exponential-backoff.ts'

/**
 * Why items may go now (docs/offline.md, "Pauses"). 'schedule': their own pause is over.
 * 'reachable': the server can perhaps be reached again, for it answered another request, the phone
 * sees a network or the page was opened. 'manual': the student tapped "send".
 */
export type SendTrigger = 'schedule' | 'reachable' | 'manual'

/** The first pause, ms. */
export const FIRST_WAIT_MS = 1_000
/** The longest pause between two tries, ms (D-106). */
export const LONGEST_WAIT_MS = 300_000
/**
 * Two tries of one item are never closer, whatever wakes the phone and however often it is tapped,
 * ms.
 */
export const MIN_PAUSE_MS = 500

/**
 * Pause after the n-th try, ms: 1 s doubling to 5 min, with jitter down to a half. `random` is in
 * [0, 1).
 */
export function jitteredBackoff(tries: number, random: number): number {
  const full = exponentialBackoff(tries, { first: FIRST_WAIT_MS, longest: LONGEST_WAIT_MS })
  return Math.round(full * (0.5 + random / 2))
}

type Pauses = Pick<OutboxItem, 'triedAt' | 'nextAttemptAt' | 'soonestAt' | 'heard'>

/**
 * The pauses after a try that did not arrive. In a tunnel they grow, and a sign of the campus ends
 * them; but of a campus that was there (`heard`) signs bring nothing sooner than its own schedule
 * does.
 */
export function pausesAfter(
  { attempts, heard = 0 }: Pick<OutboxItem, 'attempts' | 'heard'>,
  { at, random, heard: answered }: { at: number; random: number; heard: boolean },
): Pauses {
  const times = Math.min(attempts, heard + (answered ? 1 : 0))
  return {
    triedAt: at,
    nextAttemptAt: at + jitteredBackoff(attempts, random),
    heard: times,
    soonestAt: at + (times === 0 ? MIN_PAUSE_MS : jitteredBackoff(times, random)),
  }
}

/** From when on an item may go, ms. What the backend asked for binds also a manual send. */
export function dueAt(
  item: Pick<OutboxItem, 'notBefore'> & Pauses,
  trigger: SendTrigger,
  now: number,
): number {
  const breath = (item.triedAt ?? 0) + MIN_PAUSE_MS
  const pause = {
    schedule: item.nextAttemptAt,
    reachable: Math.min(item.nextAttemptAt, item.soonestAt ?? 0),
    manual: 0,
  }[trigger]
  return Math.max(
    ignoreFarFuture(item.notBefore ?? 0, now),
    ignoreFarFuture(pause, now),
    ignoreFarFuture(breath, now),
  )
}

/** A time that lies further ahead than any pause we make is a clock that jumped back: now, then. */
const ignoreFarFuture = (time: number, now: number) => (time > now + LONGEST_WAIT_MS ? 0 : time)
