import { LANGUAGE_COOKIE } from '#contract/headers-and-cookies'
import { isLanguage, type Language } from '#i18n/translate'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { setServerCookie } from '../platform/server-cookie.ts'
import { isServerRendering } from '../platform/server-rendering.ts'

/** Under this name it stands in local storage. */
export const LANGUAGE_STORAGE_KEY = 'language'
const COOKIE = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`)

/** The language that was chosen on this phone; undefined where nobody has chosen. */
export function readLanguagePreference(): Language | undefined {
  // Before the scripts are there a choice is a cookie alone, so that is the later word.
  const cookie = isServerRendering ? undefined : COOKIE.exec(document.cookie)?.[1]
  const said = cookie ?? safeLocalStorage.getItem(LANGUAGE_STORAGE_KEY)
  return isLanguage(said) ? said : undefined
}

/** Keep a choice on this phone, and tell the server, which draws pages in it. */
export function saveLanguagePreference(language: Language): void {
  safeLocalStorage.setItem(LANGUAGE_STORAGE_KEY, language)
  setServerCookie(LANGUAGE_COOKIE, language)
}
