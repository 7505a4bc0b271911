import { config } from '#app/lib/platform/config.ts'
import type { Language } from '#i18n/translate'

const NAME = { zh: '报到', en: 'Baodao' } as const

/** What this campus is called: in the top bar of home, and last in every title. */
export function siteName(language: Language): string {
  const school = (language === 'en' && config.schoolEn) || config.school
  return school === '' ? NAME[language] : school
}
