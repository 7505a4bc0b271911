/**
 * The request header that states the age of the submitted payload, in whole seconds. Both ends of
 * the interval are read from the phone's own clock, so its error does not matter: the time of a
 * number typed at a door is computed from it.
 */
export const PAYLOAD_AGE_HEADER = 'Words-Age'

/**
 * The largest accepted age, s: no payload waits longer than idempotency keys are stored, and a
 * larger value means that the clock was set meanwhile.
 */
const OLDEST_S = 35 * 24 * 3600

/**
 * The age of a payload as header value, from two times in ms; undefined if the clock was set back
 * since.
 */
export const formatPayloadAge = (writtenAt: number, now: number): string | undefined =>
  now < writtenAt ? undefined : String(Math.floor((now - writtenAt) / 1000))

/** Parses the age, s; undefined for a value that the app never sends. */
export const parsePayloadAge = (said: string | undefined): number | undefined =>
  said !== undefined && /^\d{1,7}$/.test(said) && Number(said) <= OLDEST_S
    ? Number(said)
    : undefined
