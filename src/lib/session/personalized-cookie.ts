import { PERSONALIZED_COOKIE } from '#contract/headers-and-cookies'
import { readLanguagePreference, saveLanguagePreference } from '../language/language-preference.ts'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { setServerCookie } from '../platform/server-cookie.ts'
import { subscribeToSession } from './session.ts'

/**
 * The localStorage keys that make a phone's first render differ from that of an anonymous visitor.
 */
const OWN = ['stuCode', 'userCode', 'openId', 'leftBehind', 'theme', 'textSize']

/** Whether this phone renders the same as for an anonymous visitor. */
export const isAnonymousPhone = (): boolean => OWN.every((name) => !safeLocalStorage.getItem(name))

/**
 * Keeps the cookie up to date that tells the server whether the page rendered for anonymous
 * visitors is right for this phone.
 */
export function syncPersonalizedCookie(): void {
  const language = readLanguagePreference()
  // The choice may be stored in only one of its two places, or its cookie may expire soon.
  if (language !== undefined) saveLanguagePreference(language)
  writePersonalizedCookie()
  subscribeToSession(writePersonalizedCookie)
  // The theme or text size may have changed, here or in another tab.
  document.addEventListener('visibilitychange', writePersonalizedCookie)
}

function writePersonalizedCookie() {
  setServerCookie(PERSONALIZED_COOKIE, isAnonymousPhone() ? undefined : '1')
}
