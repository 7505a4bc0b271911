import * as client from 'openid-client'
import { answerOfError } from '../service-answer.ts'
import type { OidcSettings } from '../settings/university-settings.ts'
import { parsePersonNumber, type IdentityProvider } from './identity-provider.ts'

const ANSWER_SECONDS = 10
const OTHER_NAME = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'

/** Creates the sign-in by OpenID Connect: authorization code flow with PKCE, state and nonce. */
export function createOidcProvider(settings: OidcSettings): IdentityProvider {
  const { issuer, clientId, clientSecret, scope, claim, returnTo } = settings
  let found: Promise<client.Configuration> | undefined
  const discover = (name: string) =>
    // Without a secret the client is a public client.
    client.discovery(new URL(name), clientId, clientSecret, undefined, {
      timeout: ANSWER_SECONDS,
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
    })
  // A failed discovery is repeated at the next sign-in.
  const configuration = () => {
    found ??= discover(issuer)
      // The issuer is compared exactly. It can end with a slash, which the settings remove, so both
      // forms are tried.
      .catch((error: unknown) => {
        if (codeOf(error) === OTHER_NAME) return discover(`${issuer}/`)
        throw error
      })
      .catch((error: unknown) => {
        found = undefined
        throw error
      })
    return found
  }
  return {
    buildSignInUrl: async ({ state, nonce, verifier }) => {
      try {
        const address = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: returnTo,
          scope,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return address.href
      } catch {
        return undefined
      }
    },
    check: async () => {
      // The answer of an earlier sign-in proves nothing about now.
      found = undefined
      try {
        await configuration()
        return { ok: true, code: '' }
      } catch (error) {
        const status = Number(partOf(partOf(error, 'cause'), 'status'))
        if (status > 0) return { ok: false, code: `HTTP ${status}` }
        const code = codeOf(error)
        return typeof code === 'string' ? { ok: false, code } : answerOfError(error)
      }
    },
    verifyReturn: async ({ state, nonce, verifier }, query) => {
      try {
        const config = await configuration()
        const tokens = await client.authorizationCodeGrant(
          config,
          new URL(`${returnTo}?${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        )
        const claims = tokens.claims()
        if (claims === undefined) return { type: 'refused' }
        const said =
          claims[claim] ??
          (await client.fetchUserInfo(config, tokens.access_token, claims.sub))[claim]
        return parsePersonNumber(said)
      } catch (error) {
        return isAway(error) ? { type: 'unavailable' } : { type: 'refused' }
      }
    },
  }
}

const codeOf = (error: unknown): unknown => partOf(error, 'code')

function partOf(value: unknown, name: 'code' | 'cause' | 'status'): unknown {
  const part: { [name]?: unknown } = Object(value)
  return part[name]
}

// Whether an error means that the university is unavailable: an error of fetch without a response,
// a time-out of the library, or a server error. A response is recognized by its status, because the
// server replaces the global class `Response`.
const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  codeOf(error) === 'OAUTH_TIMEOUT' ||
  Number(partOf(partOf(error, 'cause'), 'status')) >= 500
