import leven from 'leven'

// Names that begin so are nobody else's.
const OUR_PREFIXES = /^(WECHAT|WECHATPAY|OIDC|CAS|SMS|DORM|DEMO|RETENTION)_/

/** A variable that is set, is no setting, and looks as if it was suggestion as one. */
export interface MisspelledSetting {
  readonly name: string
  readonly suggestion: string | undefined
}

/** The variables that look like one of the known settings and are none. */
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

/** What to tell about one of them. */
export const misspelledSettingSentence = ({ name, suggestion }: MisspelledSetting): string =>
  suggestion === undefined
    ? `${name} is no setting and has no effect; docs/running.md lists the settings.`
    : `${name} is no setting and has no effect; ${suggestion} is one.`

// HOME is not HOST: a short name allows for less.
const isNear = (name: string, setting: string) =>
  leven(name, setting) <= (setting.length >= 8 ? 2 : setting.length >= 5 ? 1 : 0)
