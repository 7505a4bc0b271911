import { CHOSEN_LANGUAGE } from '#contract/chosen-language'
import { isLanguage, type Language } from '#i18n/translate'
import { tellServer } from './cookie.ts'
import { onServer } from './served.ts'
import { local } from './storage.ts'

/** Under this name it stands in local storage. */
export const KEPT_AS = 'language'
const COOKIE = new RegExp(`(?:^|; )${CHOSEN_LANGUAGE}=(\\w+)`)

/** The language that was chosen on this phone; undefined where nobody has chosen. */
export function chosenLanguage(): Language | undefined {
  // Before the scripts are there a choice is a cookie alone, so that is the later word.
  const cookie = onServer ? undefined : COOKIE.exec(document.cookie)?.[1]
  const said = cookie ?? local.getItem(KEPT_AS)
  return isLanguage(said) ? said : undefined
}

/** Keep a choice on this phone, and tell the server, which draws pages in it. */
export function keepLanguage(language: Language): void {
  local.setItem(KEPT_AS, language)
  tellServer(CHOSEN_LANGUAGE, language)
}
