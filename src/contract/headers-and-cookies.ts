/**
 * The response header by which this campus marks every answer of its own, so that a phone can tell it
 * from the answer of a gateway, a firewall or a Wi-Fi portal on the way.
 */
export const CAMPUS_HEADER = 'Answered-By'

/** What it says. */
export const CAMPUS_HEADER_VALUE = 'campus'

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
