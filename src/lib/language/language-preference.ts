import { LANGUAGE_COOKIE } from '#contract/headers-and-cookies'
import { isLanguage, type Language, negotiateLanguage } from '#i18n/translate'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { setServerCookie } from '../platform/server-cookie.ts'
import { isServerRendering } from '../platform/server-rendering.ts'

/** The key of the chosen language in localStorage. */
export const LANGUAGE_STORAGE_KEY = 'language'
const COOKIE = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`)

/** The language chosen on this phone; undefined if none was chosen. */
export function readLanguagePreference(): Language | undefined {
  // The cookie takes precedence: a choice made before the scripts have loaded sets only the cookie.
  const cookie = isServerRendering ? undefined : COOKIE.exec(document.cookie)?.[1]
  const said = cookie ?? safeLocalStorage.getItem(LANGUAGE_STORAGE_KEY)
  return isLanguage(said) ? said : undefined
}

/** The language in which this phone shows the app. */
export const preferredLanguage = (): Language =>
  readLanguagePreference() ?? negotiateLanguage(isServerRendering ? [] : navigator.languages)

/**
 * Stores the chosen language on this phone, and in a cookie with which the server renders pages in
 * that language.
 */
export function saveLanguagePreference(language: Language): void {
  safeLocalStorage.setItem(LANGUAGE_STORAGE_KEY, language)
  setServerCookie(LANGUAGE_COOKIE, language)
}
