import type { Language } from '#i18n/translate'
import { preferredLanguage } from '../language/language-preference.ts'
import { isAnonymousPhone } from '../session/personalized-cookie.ts'

/** For whom the server rendered a page, besides its address. */
interface RenderedFor {
  readonly language: Language
  /** The day in China, YYYY-MM-DD, because some pages show the current day. */
  readonly day: string
}

/**
 * Whether this phone would now render the page that the server rendered. `today`: the day in China,
 * YYYY-MM-DD.
 */
export const isRenderedForThisPhone = (page: RenderedFor, today: string): boolean =>
  isRenderedForThisPhoneOnAnyDay(page) && page.day === today

/** The same for a page of any day. */
export const isRenderedForThisPhoneOnAnyDay = ({
  language,
}: Pick<RenderedFor, 'language'>): boolean =>
  isAnonymousPhone() && location.search === '' && language === preferredLanguage()

/** The event on `#root` by which the app says that it has replaced or hydrated the page. */
export const APP_STANDS = 'app-stands'
