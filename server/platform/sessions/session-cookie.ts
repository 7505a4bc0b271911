import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { DAY_SECONDS } from '../clock.ts'
import type { Settings } from '../settings/settings.ts'
import { cookieValueFor } from './session.ts'

// What a plain link is opened with (D-80, D-85). Calls never read it, so another site's form gains
// nothing by it.
const NAME = 'look'
// By which a browser is known in which somebody signed in before; it signs nobody in.
const DEVICE = 'device'
/** So long a browser is known after a sign-in in it. */
export const DEVICE_SECONDS = 365 * DAY_SECONDS

/** The cookie of a request for bytes. */
export const readSessionCookie = (c: Context): string | undefined => getCookie(c, NAME)

/** The cookie of a browser in which somebody has signed in; undefined for what we never wrote. */
export function readDeviceCookie(c: Context): string | undefined {
  const value = getCookie(c, DEVICE)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

type CookieSettings = Pick<Settings, 'basePath' | 'secureCookies'>

/** Let the browser follow a session that began, or that ended here or elsewhere. */
export function updateSessionCookie(
  c: Context,
  {
    settings,
    session,
    isLeft,
  }: { settings: CookieSettings; session: string | null | undefined; isLeft: boolean },
): void {
  // The browser may have slept through the end: a phone that is unbound without a network keeps
  // what scripts cannot see.
  const isOver = session === null || isLeft
  const at = { ...placeOf(settings), sameSite: 'Lax' } as const
  if (typeof session === 'string') setCookie(c, NAME, cookieValueFor(session), at)
  else if (isOver) deleteCookie(c, NAME, at)
}

/** Let the browser be known again at its next sign-in. */
export const setDeviceCookie = (c: Context, settings: CookieSettings, device: string): void =>
  setCookie(c, DEVICE, device, {
    ...placeOf(settings),
    sameSite: 'Strict',
    maxAge: DEVICE_SECONDS,
  })

const placeOf = ({ basePath, secureCookies }: CookieSettings) => ({
  path: `${basePath}/api`,
  secure: secureCookies,
  httpOnly: true,
})
