import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { LANGUAGE_COOKIE } from '#contract/headers-and-cookies'
import { findPublicPage } from '#contract/public-pages'
import { isLanguage, type Language } from '#i18n/translate'
import { DAY_SECONDS } from '../clock.ts'
import { requestLanguage } from '../http/incoming-request.ts'
import type { Settings } from '../settings/settings.ts'

const YEAR_S = 365 * DAY_SECONDS

/** The language of a page: the language chosen on this phone, or else the browser's language. */
export function negotiatePageLanguage(c: Context): Language {
  const chosen = getCookie(c, LANGUAGE_COOKIE)
  return isLanguage(chosen) ? chosen : requestLanguage(c)
}

/**
 * Answers the language form of a public page, which is submitted before hydration: redirects to the
 * same page, and never to another. Undefined if the request is not that form. `path` as in
 * `StaticApp.serve`.
 */
export function switchPageLanguage(
  c: Context,
  {
    path,
    basePath,
    secureCookies,
  }: { path: string } & Pick<Settings, 'basePath' | 'secureCookies'>,
): Response | undefined {
  const page = findPublicPage(path)
  const language = c.req.query(LANGUAGE_COOKIE)
  if (page === undefined || !isLanguage(language)) return undefined
  setCookie(c, LANGUAGE_COOKIE, language, {
    path: `${basePath}/`,
    maxAge: YEAR_S,
    secure: secureCookies,
    sameSite: 'Lax',
  })
  c.header('Cache-Control', 'no-store')
  return c.redirect(basePath + page, 303)
}
