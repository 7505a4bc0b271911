import { currentNetwork } from '#app/lib/network/network-status.ts'
import { config } from '#app/lib/platform/config.ts'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { currentSession, messagingProofAgeMs, getMessagingUser } from '#app/lib/session/session.ts'
import {
  readAuthorisationCode,
  createAuthoriseAddress,
  exchangeCode,
  hasTriedAuthorisation,
  stripAuthorisationCode,
} from './authorise.ts'
import { isMessagingBrowser } from './browser.ts'

/** What is to be done with a visit of an (auth) page. */
export type RouteGuardResult =
  | { readonly type: 'pass' }
  /** The same page by its clean address. */
  | { readonly type: 'stay'; readonly href: string }
  /** To the messaging app, which comes back. */
  | { readonly type: 'leave'; readonly address: string }
  | { readonly type: 'root' }

/**
 * The order is that of D-14. `href` is the address below the base path; `open` pages (home and
 * sign-in) are where people without the messaging app begin, so they are never sent away to the
 * root.
 */
export async function guardRoute({
  href,
  search,
  open,
}: {
  href: string
  search: string
  open: boolean
}): Promise<RouteGuardResult> {
  const offline = currentNetwork() === 'offline'
  if (offline && currentSession() !== null) return { type: 'pass' }
  // Before everything that is known already: a tap asks for picture and name of who is known
  // without them.
  const answer = readAuthorisationCode(search)
  if (answer !== undefined) {
    await exchangeCode(answer)
    return { type: 'stay', href: stripAuthorisationCode(href) }
  }
  if (
    config.host !== 'none' &&
    isMessagingBrowser() &&
    !hasTriedAuthorisation() &&
    !offline &&
    needsMessagingProof()
  )
    return {
      type: 'leave',
      address: createAuthoriseAddress(toAbsoluteAddress(href), { silent: true }),
    }
  return getMessagingUser() !== null || open || isBoundWithoutMessagingUser()
    ? { type: 'pass' }
    : { type: 'root' }
}

const PROOF_MS = 20 * 3_600_000

// Who binds with a proof that has run out is bound without their account, and cannot pay from it.
const needsMessagingProof = () =>
  getMessagingUser() === null || (currentSession() === null && messagingProofAgeMs() > PROOF_MS)

/** The whole address of a page, for those who must find the way back to it. */
export const toAbsoluteAddress = (href: string): string =>
  location.origin + config.base + stripAuthorisationCode(href).replace(/^\//, '')

// In an ordinary browser a binding by number and ID card stands without an openId (D-15). Where the
// messaging app has told its user once, a missing openId was lost, and leads to the root (ID-35).
const isBoundWithoutMessagingUser = () =>
  currentSession() !== null && safeLocalStorage.getItem('accesstoken') === null
