import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { isTls } from '../http/tls.ts'
import type { Settings } from '../settings/settings.ts'
import { cookieValueOf } from './session.ts'

// What a plain link is opened with (D-80, D-85). Calls never read it, so another site's form gains
// nothing by it.
const NAME = 'look'

/** The cookie of a request for bytes. */
export const sessionCookieIn = (c: Context): string | undefined => getCookie(c, NAME)

/** Let the browser follow a session that began, or that ended here or elsewhere. */
export function followSession(
  c: Context,
  {
    basePath,
    session,
    isLeft,
  }: Pick<Settings, 'basePath'> & { session: string | null | undefined; isLeft: boolean },
): void {
  // The browser may have slept through the end: a phone that is unbound without a network keeps
  // what scripts cannot see.
  const isOver = session === null || isLeft
  const at = { path: `${basePath}/api`, secure: isTls(c), httpOnly: true, sameSite: 'Lax' } as const
  if (typeof session === 'string') setCookie(c, NAME, cookieValueOf(session), at)
  else if (isOver) deleteCookie(c, NAME, at)
}
