import { PERSONALIZED_COOKIE } from '#contract/headers-and-cookies'
import { deletePublicPages } from '#offline/storage/public-pages'
import { readLanguagePreference, saveLanguagePreference } from '../language/language-preference.ts'
import { subscribeToLanguage } from '../language/language.ts'
import { appConfig } from '../platform/config.ts'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { setServerCookie } from '../platform/server-cookie.ts'
import { onCleanupEnd, subscribeToSession } from './session.ts'

/**
 * The localStorage keys that make the first render on a phone differ from the page for anonymous
 * visitors.
 */
const OWN = ['stuCode', 'userCode', 'openId', 'leftBehind', 'theme', 'textSize']

/** Whether the first render on this phone equals the page for anonymous visitors. */
export const isAnonymousPhone = (): boolean => OWN.every((name) => !safeLocalStorage.getItem(name))

/**
 * Keeps the cookie up to date that tells the server whether this phone can use the page rendered
 * for anonymous visitors, and deletes the stored copies of such pages when it cannot.
 */
export function syncPersonalizedCookie(): void {
  const language = readLanguagePreference()
  // The language might be stored in only one of its two places, or its cookie might expire soon.
  if (language !== undefined) saveLanguagePreference(language)
  writePersonalizedCookie()
  subscribeToSession(writePersonalizedCookie)
  onCleanupEnd(writePersonalizedCookie)
  // The pages that the worker has stored are in the earlier language.
  subscribeToLanguage(forgetPublicPages)
  // The theme or text size might have changed, in this tab or in another tab.
  document.addEventListener('visibilitychange', writePersonalizedCookie)
}

function writePersonalizedCookie() {
  const isAnonymous = isAnonymousPhone()
  setServerCookie(PERSONALIZED_COOKIE, isAnonymous ? undefined : '1')
  if (!isAnonymous) forgetPublicPages()
}

const forgetPublicPages = () => void deletePublicPages(new URL(appConfig.base, location.href).href)
