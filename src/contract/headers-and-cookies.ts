/**
 * The response header with which a campus marks its own responses. A phone uses it to distinguish
 * them from the responses of a gateway, a firewall or a Wi-Fi portal.
 */
export const CAMPUS_HEADER = 'Answered-By'

/** The value of the header `CAMPUS_HEADER`. */
export const CAMPUS_HEADER_VALUE = 'campus'

/**
 * The cookie with the language chosen on a phone; the server renders pages in this language. The
 * form that chooses the language uses the same name for its query parameter.
 */
export const LANGUAGE_COOKIE = 'language'

/**
 * The cookie that tells the server that public pages look different on this phone: somebody is
 * signed in, or a theme or text size was chosen. It contains only that fact. If it is present, the
 * server does not send the page for anonymous visitors.
 */
export const PERSONALIZED_COOKIE = 'own'
