import * as v from 'valibot'
import { safeLocalStorage } from './safe-storage.ts'
import { createExternalStore, useExternalStore } from './store.ts'

/**
 * A response that took longer than this, ms, is too inaccurate for the clock. It is used only until
 * a faster response arrives.
 */
const PROMPT_MS = 3_000

/** Slightly less than the largest time of a Date, ms; a larger value is an invalid date. */
const FARTHEST_MS = 8e15

/**
 * If this phone's clock is further behind the last known server time than this, ms, it is reported
 * as wrong.
 */
const BEHIND_MS = 5 * 60_000

/**
 * If, by this phone's clock, the last response of the campus is older than this, ms, the clock
 * might have been set ahead.
 */
const LONG_MS = 30 * 86_400_000

/** The shortest interval between two writes of the learned offset, ms. */
const WRITE_MS = 60_000

const KEY = 'clock'
const Learned = v.object({ ahead: v.number(), at: v.number() })

/**
 * The clock as an earlier visit knew it: how far the campus's clock was ahead of this phone's
 * clock, ms, and the campus's time, ms since the epoch.
 */
let learned = readLearned()
let written = learned
let ahead = learned?.ahead
let isHeard = false
const doubt = createExternalStore<ClockSkew | undefined>(detectClockSkew())

/** How this phone's clock differs from the last known time of the campus. */
export type ClockSkew = 'behind' | 'ahead'

/**
 * Records how far the server's clock is ahead of this phone's. `at`: the server's time in a
 * response, ms since the epoch; `took`: the duration of the exchange, ms.
 */
export function noteServerTime(at: number | undefined, took = 0): void {
  if (at === undefined || !isValidTimestamp(at)) return
  if (!isHeard || took <= PROMPT_MS) ahead = at - Date.now()
  isHeard = true
  learned = { ahead: ahead ?? 0, at }
  write(learned)
  doubt.set(detectClockSkew())
}

/**
 * Corrects the offset after this phone's clock was set by `jump` ms while the page was open, so
 * that the computed time continues steadily.
 */
export function compensatePhoneClockChange(jump: number): void {
  ahead = (ahead ?? 0) - jump
  if (learned === undefined) return
  learned = { ...learned, ahead }
  write(learned)
}

/**
 * The current time by the server's clock, ms since the epoch. It is computed from the last known
 * offset. It is never before a time that the server has already reported, however this phone's
 * clock was set since.
 */
export const serverNow = (): number => {
  const now = Date.now() + (ahead ?? 0)
  return isValidTimestamp(now) ? Math.max(now, learned?.at ?? now) : now
}

/** How far the server's clock is ahead of this phone's clock, ms; undefined if unknown. */
export const getServerTimeOffset = (): number | undefined => ahead

/**
 * Whether the campus's time is known in this visit. While it is unknown, no data counts as
 * outdated.
 */
export const isServerTimeKnown = (): boolean => isHeard

/**
 * Uses the offset of an earlier visit until the server reports its time. A phone that is opened
 * offline needs it, because it gets no response.
 */
export function restoreServerTimeOffset(earlier: number | undefined): void {
  if (earlier !== undefined && isValidTimestamp(Date.now() + earlier)) ahead ??= earlier
}

/** Converts a time of this phone's clock to a time of the server's clock, ms since the epoch. */
export const toServerTime = (at: number): number => at + (ahead ?? 0)

/**
 * Converts a time of the server's clock to a time of this phone's clock, ms since the epoch. The
 * times of all queries are by this phone's clock.
 */
export const toPhoneTime = (at: number): number => at - (ahead ?? 0)

/**
 * Whether a number is a valid time, ms since the epoch. A stored or received value can be any
 * number, or NaN.
 */
export function isValidTimestamp(at: number): boolean {
  return Math.abs(at) < FARTHEST_MS
}

/**
 * Subscribes a component to the suspected error of this phone's clock; undefined once the campus's
 * time is known.
 */
export const useClockSkew = (): ClockSkew | undefined => useExternalStore(doubt)

function detectClockSkew(): ClockSkew | undefined {
  if (isHeard || learned === undefined) return undefined
  const since = Date.now() + learned.ahead - learned.at
  if (since < -BEHIND_MS) return 'behind'
  return since > LONG_MS ? 'ahead' : undefined
}

type Learned = v.InferOutput<typeof Learned>

function write(next: Learned) {
  const isSame =
    written !== undefined &&
    Math.abs(written.ahead - next.ahead) <= PROMPT_MS &&
    Math.abs(written.at - next.at) <= WRITE_MS
  if (isSame && safeLocalStorage.getItem(KEY) !== null) return
  written = next
  safeLocalStorage.setItem(KEY, JSON.stringify(next))
}

function readLearned(): Learned | undefined {
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), Learned),
    safeLocalStorage.getItem(KEY),
  )
  const isSane =
    read.success &&
    isValidTimestamp(read.output.at) &&
    isValidTimestamp(Date.now() + read.output.ahead)
  return isSane ? read.output : undefined
}
