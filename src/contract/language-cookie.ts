/**
 * The cookie that says which language was chosen on a phone, so that pages are drawn in it; in an
 * address that a form is sent to, the choice itself.
 */
export const LANGUAGE_COOKIE = 'language'
