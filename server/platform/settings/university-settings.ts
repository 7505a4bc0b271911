import * as v from 'valibot'
import { isSecureUrl } from './secure-url.ts'

const trimmedText = (fallback: string) => v.optional(v.pipe(v.string(), v.trim()), fallback)
// The address must be encrypted (HTTPS), because somebody who intercepts a ticket or code could
// sign in with it.
const safe = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.transform((address) => address.replace(/\/+$/, '')),
      v.check(
        isSecureUrl,
        `${name} must be a whole https address such as https://host/path; http only on this machine itself.`,
      ),
    ),
  )

/** The variables of the university's own sign-in. */
export const UniversityVariables = {
  PUBLIC_URL: safe('PUBLIC_URL'),
  OIDC_ISSUER: safe('OIDC_ISSUER'),
  OIDC_CLIENT_ID: trimmedText(''),
  OIDC_CLIENT_SECRET: v.optional(v.pipe(v.string(), v.trim())),
  OIDC_SCOPE: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/(^| )openid( |$)/, 'OIDC_SCOPE must name openid, as in: openid profile.'),
    ),
    'openid profile',
  ),
  OIDC_NUMBER_CLAIM: trimmedText('sub'),
  CAS_URL: safe('CAS_URL'),
  CAS_NUMBER_ATTRIBUTE: trimmedText(''),
}
const UniversitySchema = v.object(UniversityVariables)

/** Settings of a university with OpenID Connect. */
export interface OidcSettings {
  readonly type: 'oidc'
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scope: string
  /** The claim that holds the work or student number. */
  readonly claim: string
  readonly returnTo: string
}

/** Settings of a university with CAS 3.0. */
export interface CasSettings {
  readonly type: 'cas'
  readonly url: string
  /** The attribute that holds the work or student number; '' if the user name is that number. */
  readonly attribute: string
  readonly returnTo: string
}

/** The settings of the university's own sign-in. */
export type UniversitySettings = OidcSettings | CasSettings

const REQUIRED_VARIABLES = {
  OIDC_ISSUER: ['OIDC_CLIENT_ID', 'PUBLIC_URL'],
  CAS_URL: ['PUBLIC_URL'],
} as const
const DEPENDENT_VARIABLES = {
  OIDC_ISSUER: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_SCOPE', 'OIDC_NUMBER_CLAIM'],
  CAS_URL: ['CAS_NUMBER_ATTRIBUTE'],
} as const

/** Returns a sentence for each mistake in the settings of the university's sign-in. */
export function findUniversitySettingMistakes(
  given: Readonly<Record<string, string | undefined>>,
): string[] {
  const has = (name: string) => given[name] !== undefined
  const sentences: string[] = []
  for (const name of ['OIDC_ISSUER', 'CAS_URL'] as const) {
    const missing = REQUIRED_VARIABLES[name].filter((key) => !has(key))
    const alone = DEPENDENT_VARIABLES[name].filter(has)
    if (has(name) && missing.length > 0) sentences.push(`${name} needs ${missing.join(', ')}.`)
    if (!has(name) && alone.length > 0)
      sentences.push(`${alone.join(', ')} cannot be set without ${name}.`)
  }
  if (has('OIDC_ISSUER') && has('CAS_URL'))
    sentences.push('OIDC_ISSUER cannot be combined with CAS_URL: people sign in at one place.')
  return sentences
}

/** Converts the variables to settings; undefined if no sign-in of the university is set. */
export function toUniversitySettings(
  env: v.InferOutput<typeof UniversitySchema>,
): UniversitySettings | undefined {
  const returnTo = `${env.PUBLIC_URL ?? ''}/api/university/back`
  if (env.OIDC_ISSUER !== undefined)
    return {
      type: 'oidc',
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      scope: env.OIDC_SCOPE,
      claim: env.OIDC_NUMBER_CLAIM,
      returnTo,
    }
  return env.CAS_URL === undefined
    ? undefined
    : { type: 'cas', url: env.CAS_URL, attribute: env.CAS_NUMBER_ATTRIBUTE, returnTo }
}
