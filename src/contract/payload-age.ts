/**
 * The request header that states the age of the submitted payload, in whole seconds. The backend
 * computes from it when a payload was written, for example when a number was typed at a door. Both
 * ends of the interval are read from the phone's own clock, so an error of that clock does not
 * matter.
 */
export const PAYLOAD_AGE_HEADER = 'Words-Age'

/**
 * The largest accepted age, seconds. A larger value means that the clock was set in between,
 * because no payload waits longer than the campus stores idempotency keys.
 */
const OLDEST_S = 35 * 24 * 3600

/**
 * Formats the age of a payload as a header value, from two times in ms. Returns undefined if the
 * clock was set back in between.
 */
export const formatPayloadAge = (writtenAt: number, now: number): string | undefined =>
  now < writtenAt ? undefined : String(Math.floor((now - writtenAt) / 1000))

/** Parses the age, seconds; undefined for a value that the app never sends. */
export const parsePayloadAge = (said: string | undefined): number | undefined =>
  said !== undefined && /^\d{1,7}$/.test(said) && Number(said) <= OLDEST_S
    ? Number(said)
    : undefined
