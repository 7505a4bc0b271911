import { appConfig } from '#app/lib/platform/config.ts'
import type { Language } from '#i18n/translate'

const NAME = { zh: '报到', en: 'Baodao' } as const

/** The name of this campus: in the top bar of home, and last in every page title. */
export function siteName(language: Language): string {
  const school = (language === 'en' && appConfig.schoolEn) || appConfig.school
  return school === '' ? NAME[language] : school
}
