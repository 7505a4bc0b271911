import { OWN_PHONE } from '#contract/own-phone'
import { config } from './config.ts'
import { watchLanguage } from './language.ts'
import { watchSession } from './session.ts'
import { local } from './storage.ts'

/** What makes a phone show other things than a stranger's, before it has read anything. */
const OWN = ['stuCode', 'userCode', 'openId', 'leftBehind', 'language', 'theme', 'textSize']
const YEAR_S = 365 * 86_400

/** Does this phone show what everybody sees? */
export const isStranger = (): boolean => OWN.every((name) => !local.getItem(name))

/** Keep the server told whether what it draws for strangers is what this phone would show. */
export function followOwnPhone(): void {
  tell()
  watchSession(tell)
  watchLanguage(tell)
  // The look has changed, or another tab has.
  document.addEventListener('visibilitychange', tell)
}

function tell() {
  const age = isStranger() ? 0 : YEAR_S
  // Where cookies are forbidden the page is drawn twice.
  document.cookie = `${OWN_PHONE}=1; Path=${config.base}; Max-Age=${age}; SameSite=Lax`
}
