/**
 * An answer that took longer says too little of the time, ms; it counts only while nothing better
 * is known.
 */
const PROMPT_MS = 3_000

/** A little less than a Date can hold, ms; behind it every date fails. */
const FARTHEST_MS = 8e15

let ahead: number | undefined

/**
 * Remember how far the server's clock is ahead of this phone's. `at` is the server's time of an
 * answer, `took` its way, ms.
 */
export function noteServerTime(at: number | undefined, took = 0): void {
  if (at === undefined || !isMoment(at)) return
  if (ahead === undefined || took <= PROMPT_MS) ahead = at - Date.now()
}

/** Now by the server's clock, ms; by the phone's until the first answer. */
export const serverNow = (): number => Date.now() + (ahead ?? 0)

/** How far the server's clock is known to be ahead, ms. */
export const knownAhead = (): number | undefined => ahead

/**
 * Take an earlier visit's word for it until the server says otherwise: a phone that is opened in a
 * tunnel hears no server.
 */
export function assumeAhead(earlier: number | undefined): void {
  if (earlier !== undefined && isMoment(Date.now() + earlier)) ahead ??= earlier
}

/** Can this be a moment, ms? What was kept or sent may be any number, or none. */
export const isMoment = (at: number): boolean => Math.abs(at) < FARTHEST_MS
