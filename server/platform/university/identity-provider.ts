/** What belongs to one sign-in, from its beginning to its answer. */
export interface SignInState {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** What the university said. */
export type IdentityResult =
  | { readonly type: 'number'; readonly number: string }
  /** It does not confirm anybody, or says it in a way that is not to be believed. */
  | { readonly type: 'refused' }
  | { readonly type: 'unavailable' }

/** The university's own sign-in as the backend sees it. */
export interface IdentityProvider {
  /** Where a browser goes to sign in; undefined while the university cannot be reached. */
  readonly buildSignInUrl: (visit: SignInState) => Promise<string | undefined>
  /** Who it is, by the query that the browser came back with. */
  readonly verifyReturn: (visit: SignInState, query: string) => Promise<IdentityResult>
}

/** A number as people have it; whatever else comes is nobody's. */
export const parsePersonNumber = (said: unknown): IdentityResult => {
  const number = typeof said === 'number' ? String(said) : said
  return typeof number === 'string' && /^[A-Za-z0-9]{1,32}$/.test(number.trim())
    ? { type: 'number', number: number.trim().toUpperCase() }
    : { type: 'refused' }
}
