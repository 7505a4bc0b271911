import { loadSavedSteps } from '#app/features/onboarding/public.ts'
import { isSafeRedirect } from '#app/lib/session/safe-redirect.ts'
import type { Session } from '#app/lib/session/session.ts'
import { commonTexts } from '#i18n/common'
import { homeTexts } from '#i18n/home'
import type { LocalizedText } from '#i18n/translate'

/** The effect of a tap on an application. */
export type AppAction =
  | { readonly type: 'internal'; readonly href: string }
  | { readonly type: 'external'; readonly href: string }
  | { readonly type: 'message'; readonly text: LocalizedText }
  | { readonly type: 'pass' }
  | { readonly type: 'nothing' }

/** Resolves an application's address by the rules of D-25, D-26, D-27, D-29 and D-70. */
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

/**
 * The first path segment of an internal address in lower case, which identifies an application
 * (D-16).
 */
export const firstPathSegment = (address: string): string =>
  (/^\/*([^/?#]*)/.exec(address)?.[1] ?? '').toLowerCase()

// Pages that open without a binding (D-26). Without a binding, the page of notices shows the public
// ones.
const PUBLIC_PAGES = new Set(['schoolcalendar', 'schoolknow', 'feemenu', 'notice', 'more', 'login'])
/** Entries without a page in this app, until the school sets their external address (D-27). */
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
// The step numbers of the reference flow (D-116). They are used until this phone has loaded the
// student's own steps.
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
  // An address that already contains parameters or a query is used unchanged.
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
