import { config } from '#app/lib/config.ts'
import { currentNetwork } from '#app/lib/network.ts'
import { currentSession, proofAge, visitor } from '#app/lib/session.ts'
import { local } from '#app/lib/storage.ts'
import { answeredCode, authoriseAddress, exchangeCode, hasAsked, withoutCode } from './authorise.ts'
import { inMessagingBrowser } from './browser.ts'

/** What is to be done with a visit of an (auth) page. */
export type Admission =
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
export async function admit({
  href,
  search,
  open,
}: {
  href: string
  search: string
  open: boolean
}): Promise<Admission> {
  const offline = currentNetwork() === 'offline'
  if (offline && currentSession() !== null) return { type: 'pass' }
  // Before everything that is known already: a tap asks for picture and name of who is known
  // without them.
  const answer = answeredCode(search)
  if (answer !== undefined) {
    await exchangeCode(answer)
    return { type: 'stay', href: withoutCode(href) }
  }
  if (config.host !== 'none' && inMessagingBrowser() && !hasAsked() && !offline && isUnproven())
    return { type: 'leave', address: authoriseAddress(publicAddress(href), { silent: true }) }
  return visitor() !== null || open || boundWithoutUser() ? { type: 'pass' } : { type: 'root' }
}

const PROOF_MS = 20 * 3_600_000

// Who binds with a proof that has run out is bound without their account, and cannot pay from it.
const isUnproven = () => visitor() === null || (currentSession() === null && proofAge() > PROOF_MS)

/** The whole address of a page, for those who must find the way back to it. */
export const publicAddress = (href: string): string =>
  location.origin + config.base + withoutCode(href).replace(/^\//, '')

// In an ordinary browser a binding by number and ID card stands without an openId (D-15). Where the
// messaging app has told its user once, a missing openId was lost, and leads to the root (ID-35).
const boundWithoutUser = () => currentSession() !== null && local.getItem('accesstoken') === null
