import leven from 'leven'

// Prefixes of this program's own variables.
const OUR_PREFIXES = /^(WECHAT|WECHATPAY|WECOM|DINGTALK|OIDC|CAS|SMS|PUSH|DORM|DEMO|RETENTION)_/

/** A variable that is set, is not a setting, and resembles the setting `suggestion`. */
export interface MisspelledSetting {
  readonly name: string
  readonly suggestion: string | undefined
}

/** Finds the variables that resemble a setting but are not a setting. */
export function findMisspelledSettings(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): MisspelledSetting[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const suggestion = known.find((one) => isNear(name.toUpperCase(), one))
      return suggestion !== undefined || OUR_PREFIXES.test(name) ? [{ name, suggestion }] : []
    })
}

/** The sentence about a misspelled variable. */
export const misspelledSettingSentence = ({ name, suggestion }: MisspelledSetting): string =>
  suggestion === undefined
    ? `${name} is no setting and has no effect; docs/running.md lists the settings.`
    : `${name} is no setting and has no effect; ${suggestion} is one.`

// Whether two names resemble each other. Short names must match more exactly: HOME is not a
// misspelled HOST.
const isNear = (name: string, setting: string) =>
  leven(name, setting) <= (setting.length >= 8 ? 2 : setting.length >= 5 ? 1 : 0)
