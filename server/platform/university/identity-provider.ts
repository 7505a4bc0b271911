import type { ServiceAnswer } from '../service-answer.ts'

/** The state of one sign-in, from its start to its response. */
export interface SignInState {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The university's answer about a sign-in. */
export type IdentityResult =
  | { readonly type: 'number'; readonly number: string }
  /** The university does not confirm an identity, or its response is not valid. */
  | { readonly type: 'refused' }
  | { readonly type: 'unavailable' }

/** The university's own sign-in (OpenID Connect or CAS). */
export interface IdentityProvider {
  /**
   * Builds the address at which a browser signs in; undefined while the university is unreachable.
   */
  readonly buildSignInUrl: (visit: SignInState) => Promise<string | undefined>
  /** Tries whether the university's sign-in can be reached. */
  readonly check: () => Promise<ServiceAnswer>
  /** Verifies the query with which the browser returns, and finds the identity. */
  readonly verifyReturn: (visit: SignInState, query: string) => Promise<IdentityResult>
}

/** Parses a work or student number; any other value is refused. */
export const parsePersonNumber = (said: unknown): IdentityResult => {
  const number = typeof said === 'number' ? String(said) : said
  return typeof number === 'string' && /^[A-Za-z0-9]{1,32}$/.test(number.trim())
    ? { type: 'number', number: number.trim().toUpperCase() }
    : { type: 'refused' }
}
