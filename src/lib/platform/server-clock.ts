import * as v from 'valibot'
import { safeLocalStorage } from './safe-storage.ts'
import { createStore, useStore } from './store.ts'

/**
 * An answer that took longer says too little of the time, ms; it counts only while nothing better
 * is known.
 */
const PROMPT_MS = 3_000

/** A little less than a Date can hold, ms; behind it every date fails. */
const FARTHEST_MS = 8e15

/** A clock that is behind what was heard by more than this is said to be wrong, ms. */
const BEHIND_MS = 5 * 60_000

/** A phone that seems to have heard no campus for so long may have a clock that was set ahead, ms. */
const LONG_MS = 30 * 86_400_000

/** Learned moments are written down no more often than this, ms. */
const WRITE_MS = 60_000

const KEY = 'clock'
const Learned = v.object({ ahead: v.number(), at: v.number() })

/** What an earlier visit has learned: how far ahead the campus's clock was, and when that was by it. */
let learned = readLearned()
let written = learned
let ahead = learned?.ahead
let isHeard = false
const doubt = createStore<ClockSkew | undefined>(detectClockSkew())

/** How this phone's clock stands against what it has heard of the campus's before. */
export type ClockSkew = 'behind' | 'ahead'

/**
 * Remember how far the server's clock is ahead of this phone's. `at` is the server's time of an
 * answer, `took` its way, ms.
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
 * This phone's clock was just set by so much, ms, while somebody looked: what is reckoned with goes on
 * as time does.
 */
export function compensateClockChange(jump: number): void {
  ahead = (ahead ?? 0) - jump
  if (learned === undefined) return
  learned = { ...learned, ahead }
  write(learned)
}

/**
 * Now by the server's clock, ms: by the difference that was learned last, and never before a moment at
 * which the server was heard, wherever this phone's clock was set since.
 */
export const serverNow = (): number => {
  const now = Date.now() + (ahead ?? 0)
  return isValidTimestamp(now) ? Math.max(now, learned?.at ?? now) : now
}

/** How far the server's clock is known to be ahead, ms. */
export const getServerTimeOffset = (): number | undefined => ahead

/** Has the campus told its time in this visit? Before that nothing is known to be old. */
export const isServerTimeKnown = (): boolean => isHeard

/**
 * Take an earlier visit's word for it until the server says otherwise: a phone that is opened in a
 * tunnel hears no server.
 */
export function assumeServerTimeOffset(earlier: number | undefined): void {
  if (earlier !== undefined && isValidTimestamp(Date.now() + earlier)) ahead ??= earlier
}

/** A moment of this phone's clock as the server's, ms. */
export const asServerTime = (at: number): number => at + (ahead ?? 0)

/** A moment of the server's clock as this phone's, ms: so all reads are dated. */
export const asPhoneTime = (at: number): number => at - (ahead ?? 0)

/** Can this be a moment, ms? What was kept or sent may be any number, or none. */
export function isValidTimestamp(at: number): boolean {
  return Math.abs(at) < FARTHEST_MS
}

/** What is to be said of this phone's clock before the campus was heard; the component follows. */
export const useClockSkew = (): ClockSkew | undefined => useStore(doubt)

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
