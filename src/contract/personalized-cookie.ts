/**
 * The cookie of a phone that sees something of its own at public addresses: somebody is bound, or a
 * look was chosen. It says no more than that, so that no page for strangers is sent.
 */
export const PERSONALIZED_COOKIE = 'own'
