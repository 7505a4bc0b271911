import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { DAY_SECONDS } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import { cookieValueFor } from './session.ts'

// The cookie that authorizes plain links (D-80, D-85). Calls never read it, so it does not make
// CSRF possible.
const NAME = 'look'
// The cookie by which a browser is recognized at its next sign-in. It does not sign anybody in.
const DEVICE = 'device'
/** The time for which a browser is recognized after a sign-in, seconds. */
export const DEVICE_COOKIE_SECONDS = 365 * DAY_SECONDS

/** The session cookie of a request for a file. */
export const readSessionCookie = (c: Context): string | undefined => getCookie(c, NAME)

/** The value of the device cookie; undefined if the cookie is missing or malformed. */
export function readDeviceCookie(c: Context): string | undefined {
  const value = getCookie(c, DEVICE)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

type CookieSettings = Pick<Settings, 'basePath' | 'secureCookies'>

/**
 * Sets the session cookie when a session has begun. Deletes it when the session has ended, on this
 * phone or elsewhere.
 */
export function updateSessionCookie(
  c: Context,
  {
    settings,
    session,
    isLeft,
  }: { settings: CookieSettings; session: string | null | undefined; isLeft: boolean },
): void {
  // A phone that was signed out while offline still has the cookie, because scripts cannot delete
  // it (HttpOnly).
  const isOver = session === null || isLeft
  const at = { ...placeOf(settings), sameSite: 'Lax' } as const
  if (typeof session === 'string') setCookie(c, NAME, cookieValueFor(session), at)
  else if (isOver) deleteCookie(c, NAME, at)
}

/** Sets the device cookie, by which the browser is recognized at its next sign-in. */
export const setDeviceCookie = (c: Context, settings: CookieSettings, device: string): void =>
  setCookie(c, DEVICE, device, {
    ...placeOf(settings),
    sameSite: 'Strict',
    maxAge: DEVICE_COOKIE_SECONDS,
  })

const placeOf = ({ basePath, secureCookies }: CookieSettings) => ({
  path: `${basePath}/api`,
  secure: secureCookies,
  httpOnly: true,
})
