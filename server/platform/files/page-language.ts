import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { CHOSEN_LANGUAGE } from '#contract/chosen-language'
import { publicPage } from '#contract/public-pages'
import { isLanguage, type Language } from '#i18n/translate'
import { DAY_SECONDS } from '../clock.ts'
import { languageOf } from '../http/dispatch.ts'
import type { Settings } from '../settings/settings.ts'

const YEAR_S = 365 * DAY_SECONDS

/** The language of a page: the one that was chosen on this phone, or else its browser's. */
export function languageOfPage(c: Context): Language {
  const chosen = getCookie(c, CHOSEN_LANGUAGE)
  return isLanguage(chosen) ? chosen : languageOf(c)
}

/**
 * Answer the switch of the language on a public page that no script has taken over: the same page
 * again, never another. Undefined where this is none; `path` as in `App.serve`.
 */
export function switchLanguage(
  c: Context,
  {
    path,
    basePath,
    secureCookies,
  }: { path: string } & Pick<Settings, 'basePath' | 'secureCookies'>,
): Response | undefined {
  const page = publicPage(path)
  const language = c.req.query(CHOSEN_LANGUAGE)
  if (page === undefined || !isLanguage(language)) return undefined
  setCookie(c, CHOSEN_LANGUAGE, language, {
    path: `${basePath}/`,
    maxAge: YEAR_S,
    secure: secureCookies,
    sameSite: 'Lax',
  })
  c.header('Cache-Control', 'no-store')
  return c.redirect(basePath + page, 303)
}
