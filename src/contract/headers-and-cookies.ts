/**
 * The response header with which this campus marks its own responses, so that a phone can
 * distinguish them from those of a gateway, a firewall or a Wi-Fi portal.
 */
export const CAMPUS_HEADER = 'Answered-By'

/** The value of that header. */
export const CAMPUS_HEADER_VALUE = 'campus'

/**
 * The cookie with the language chosen on a phone, in which the server renders pages; also the query
 * parameter of the form that chooses it.
 */
export const LANGUAGE_COOKIE = 'language'

/**
 * The cookie of a phone on which public pages look different: somebody is bound, or a theme or text
 * size was chosen. It contains only that fact, so that the page for anonymous visitors is not sent.
 */
export const PERSONALIZED_COOKIE = 'own'
