import { loadSavedSteps } from '#app/features/onboarding/public.ts'
import { isSafeRedirect } from '#app/lib/session/safe-redirect.ts'
import type { Session } from '#app/lib/session/session.ts'
import { commonTexts } from '#i18n/common'
import { homeTexts } from '#i18n/home'
import type { Text } from '#i18n/translate'

/** What a tap on an application does. */
export type AppAction =
  | { readonly type: 'internal'; readonly href: string }
  | { readonly type: 'external'; readonly href: string }
  | { readonly type: 'message'; readonly text: Text }
  | { readonly type: 'pass' }
  | { readonly type: 'nothing' }

/** The rules of D-25, D-26, D-27, D-29 and D-70 for the address of an application. */
export function resolveAppAction(address: string, session: Session | null): AppAction {
  const outer = outerAddress(address)
  if (outer !== undefined) return { type: 'external', href: outer }
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(address)) return { type: 'nothing' }
  const page = firstPathSegment(address)
  if (page === '' || UNAVAILABLE_PAGES.has(page))
    return { type: 'message', text: commonTexts.notOpen }
  if (session === null && !PUBLIC_PAGES.has(page))
    return { type: 'message', text: commonTexts.bindFirst }
  if (UNAVAILABLE_BOUND_PAGES.has(page)) return { type: 'message', text: commonTexts.notOpen }
  if (page === 'delay') return { type: 'message', text: homeTexts.deferral }
  if (page === 'reduce' && session?.isNew) return { type: 'message', text: homeTexts.reduction }
  if (page === 'welcome' && session?.reportOpen === false)
    return { type: 'message', text: homeTexts.notOpenYet }
  if (PASS_PAGES.has(page)) return { type: 'pass' }
  const href = `/${address.replace(/^\/+|\/+$/g, '')}${session === null ? '' : missingParts(address, page, session)}`
  return isSafeRedirect(href) ? { type: 'internal', href } : { type: 'nothing' }
}

/** The first segment of an inner address, in small letters: what names an application (D-16). */
export const firstPathSegment = (address: string): string =>
  (/^\/*([^/?#]*)/.exec(address)?.[1] ?? '').toLowerCase()

// Open without a binding (D-26); notices shows the public ones then.
const PUBLIC_PAGES = new Set(['schoolcalendar', 'schoolknow', 'feemenu', 'notice', 'more', 'login'])
/** Entries without a page of ours, until the school sets their outer address (D-27). */
const UNAVAILABLE_PAGES = new Set(['college', 'panorama', 'departments'])
const UNAVAILABLE_BOUND_PAGES = new Set(['studentstatus'])
const PASS_PAGES = new Set(['qrcode', 'myqrcode'])
const WITH_STUNUM = new Set([
  'welcome',
  'searchscore',
  'searchcourse',
  'paytuition',
  'feepaid',
  'editinfo',
  'editpic',
  'changephonenum',
  'newphonenum',
  'verphonenum',
  'changepass',
  'resetpass',
  'auth',
  'recharge',
  'rechargepay',
  'generateform',
  'loan',
  'reduce',
])
// The numbers of the reference flow (D-116), for a phone that has not seen its own flow yet.
const WITH_SORT: Readonly<Record<string, number>> = {
  personalinformation: 1,
  schoolinformation: 2,
  friendrecommended: 2,
  selectdorm: 3,
  militarytrainingclothing: 4,
  onlinefee: 5,
  pay: 5,
  livinguse: 7,
}

function missingParts(address: string, page: string, { stunum }: Session): string {
  // An address that brings its own parts, or a query, is taken as it is.
  if (/^\/*[^/?#]+\/*$/.test(address) === false) return ''
  if (WITH_STUNUM.has(page)) return `/${stunum}`
  const known = WITH_SORT[page]
  if (known === undefined) return ''
  return `/${loadSavedSteps().find((step) => step.page.toLowerCase() === page)?.id ?? known}/${stunum}`
}

function outerAddress(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return undefined
  return URL.canParse?.(address) === false ? undefined : address
}
