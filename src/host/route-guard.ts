import { getNetworkStatus } from '#app/lib/network/network-status.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import {
  currentSession,
  getMessagingTokenAgeMs,
  getMessagingUser,
} from '#app/lib/session/session.ts'
import {
  readAuthorisationCode,
  createAuthoriseAddress,
  exchangeAuthorisationCode,
  hasTriedAuthorisation,
  recordAuthorisationTry,
  stripAuthorisationCode,
} from './authorise.ts'
import { isHostBrowser } from './browser.ts'

/** The decision about a visit to an (auth) page. */
export type RouteGuardResult =
  | { readonly type: 'pass' }
  /** The same page under its URL without the code. */
  | { readonly type: 'stay'; readonly href: string }
  /** Open the messaging app's authorisation page, which redirects back. */
  | { readonly type: 'leave'; readonly address: string }
  | { readonly type: 'root' }

/**
 * Decides whether a page is shown, in the order of D-14. `href` is the path below the base path.
 * People without the messaging app start on the `open` pages (home and sign-in), so these pages
 * never redirect to the root.
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
  const offline = getNetworkStatus() === 'offline'
  if (offline && currentSession() !== null) return { type: 'pass' }
  // A code in the address is exchanged first, even if the user is known: the user might have tapped
  // to add a name and an avatar.
  const answer = readAuthorisationCode(search)
  if (answer !== undefined) {
    await exchangeAuthorisationCode(answer)
    return { type: 'stay', href: stripAuthorisationCode(href) }
  }
  if (isHostBrowser() && !hasTriedAuthorisation() && !offline && needsMessagingProof()) {
    // DingTalk has no authorisation page; its script returns the code.
    if (appConfig.host === 'dingtalk') {
      recordAuthorisationTry()
      await import('./dingtalk.ts').then(({ signInWithDingtalk }) => signInWithDingtalk(), noop)
      return decideWithoutMessagingApp(open)
    }
    return {
      type: 'leave',
      address: createAuthoriseAddress(toAbsoluteAddress(href), { silent: true }),
    }
  }
  return decideWithoutMessagingApp(open)
}

const noop = () => {}

const decideWithoutMessagingApp = (open: boolean): RouteGuardResult =>
  getMessagingUser() !== null || open || isBoundWithoutMessagingUser()
    ? { type: 'pass' }
    : { type: 'root' }

const PROOF_MS = 20 * 3_600_000

// A person who binds with an expired token of the messaging app is bound without the messaging
// account, and cannot pay from that account.
const needsMessagingProof = () =>
  getMessagingUser() === null || (currentSession() === null && getMessagingTokenAgeMs() > PROOF_MS)

/** The absolute URL of a page, for redirects back to it. */
export const toAbsoluteAddress = (href: string): string =>
  location.origin + appConfig.base + stripAuthorisationCode(href).replace(/^\//, '')

// In an ordinary browser a binding by number and ID number needs no openId (D-15). If the messaging
// app has once returned its user, a missing openId was lost, and the page redirects to the root
// (ID-35).
const isBoundWithoutMessagingUser = () =>
  currentSession() !== null && safeLocalStorage.getItem('accesstoken') === null
