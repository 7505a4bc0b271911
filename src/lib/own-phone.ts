import { OWN_PHONE } from '#contract/own-phone'
import { chosenLanguage, keepLanguage } from './chosen-language.ts'
import { tellServer } from './cookie.ts'
import { watchSession } from './session.ts'
import { local } from './storage.ts'

/** What makes a phone show other things than a stranger's, before it has read anything. */
const OWN = ['stuCode', 'userCode', 'openId', 'leftBehind', 'theme', 'textSize']

/** Does this phone show what everybody sees? */
export const isStranger = (): boolean => OWN.every((name) => !local.getItem(name))

/** Keep the server told whether what it draws for strangers is what this phone would show. */
export function followOwnPhone(): void {
  const language = chosenLanguage()
  // It was said in one of two places, or long ago.
  if (language !== undefined) keepLanguage(language)
  tell()
  watchSession(tell)
  // The look has changed, or another tab has.
  document.addEventListener('visibilitychange', tell)
}

function tell() {
  tellServer(OWN_PHONE, isStranger() ? undefined : '1')
}
