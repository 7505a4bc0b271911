import leven from 'leven'

// Names that begin so are nobody else's.
const OURS = /^(WECHAT|WECHATPAY|OIDC|CAS|SMS|DORM|DEMO|RETENTION)_/

/** A variable that is set, is no setting, and looks as if it was meant as one. */
export interface NearMiss {
  readonly name: string
  readonly meant: string | undefined
}

/** The variables that look like one of the known settings and are none. */
export function nearMisses(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): NearMiss[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => isNear(name.toUpperCase(), one))
      return meant !== undefined || OURS.test(name) ? [{ name, meant }] : []
    })
}

/** What to tell about one of them. */
export const nearMissSentence = ({ name, meant }: NearMiss): string =>
  meant === undefined
    ? `${name} is no setting and has no effect; docs/running.md lists the settings.`
    : `${name} is no setting and has no effect; ${meant} is one.`

// HOME is not HOST: a short name allows for less.
const isNear = (name: string, setting: string) =>
  leven(name, setting) <= (setting.length >= 8 ? 2 : setting.length >= 5 ? 1 : 0)
