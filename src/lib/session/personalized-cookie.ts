import { PERSONALIZED_COOKIE } from '#contract/headers-and-cookies'
import { readLanguagePreference, saveLanguagePreference } from '../language/language-preference.ts'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { setServerCookie } from '../platform/server-cookie.ts'
import { subscribeToSession } from './session.ts'

/** What makes a phone show other things than a stranger's, before it has read anything. */
const OWN = ['stuCode', 'userCode', 'openId', 'leftBehind', 'theme', 'textSize']

/** Does this phone show what everybody sees? */
export const isAnonymousPhone = (): boolean => OWN.every((name) => !safeLocalStorage.getItem(name))

/** Keep the server told whether what it draws for strangers is what this phone would show. */
export function syncPersonalizedCookie(): void {
  const language = readLanguagePreference()
  // It was said in one of two places, or long ago.
  if (language !== undefined) saveLanguagePreference(language)
  writePersonalizedCookie()
  subscribeToSession(writePersonalizedCookie)
  // The look has changed, or another tab has.
  document.addEventListener('visibilitychange', writePersonalizedCookie)
}

function writePersonalizedCookie() {
  setServerCookie(PERSONALIZED_COOKIE, isAnonymousPhone() ? undefined : '1')
}
