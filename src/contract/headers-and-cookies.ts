/**
 * The response header by which this campus marks every answer of its own, so that a phone can tell it
 * from the answer of a gateway, a firewall or a Wi-Fi portal on the way.
 */
export const CAMPUS_HEADER = 'Answered-By'

/** What it says. */
export const CAMPUS_HEADER_VALUE = 'campus'

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

/**
 * The cookie that says which language was chosen on a phone, so that pages are drawn in it; in an
 * address that a form is sent to, the choice itself.
 */
export const LANGUAGE_COOKIE = 'language'

/**
 * The cookie of a phone that sees something of its own at public addresses: somebody is bound, or a
 * look was chosen. It says no more than that, so that no page for strangers is sent.
 */
export const PERSONALIZED_COOKIE = 'own'
