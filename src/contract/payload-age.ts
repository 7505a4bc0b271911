/**
 * The request header with which a phone says how old the words are that it submits, in whole seconds.
 * Both ends of the span are read from the phone's own clock, so it does not matter how wrong that is:
 * the moment of a number that was typed at a door is reckoned from it.
 */
export const PAYLOAD_AGE_HEADER = 'Words-Age'

/** No words wait longer than keys are kept, s; a clock that was set meanwhile says anything. */
const OLDEST_S = 35 * 24 * 3600

/** The age as the phone says it; nothing where its clock has gone back since. */
export const formatPayloadAge = (writtenAt: number, now: number): string | undefined =>
  now < writtenAt ? undefined : String(Math.floor((now - writtenAt) / 1000))

/** The age that was said, s; nothing for what no phone of ours would say. */
export const parsePayloadAge = (said: string | undefined): number | undefined =>
  said !== undefined && /^\d{1,7}$/.test(said) && Number(said) <= OLDEST_S
    ? Number(said)
    : undefined
