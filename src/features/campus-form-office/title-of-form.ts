import type { Language } from '#i18n/translate'

/** The title of a form in a language, or in the other one. */
export const titleOfForm = (
  { titleZh, titleEn }: { readonly titleZh: string; readonly titleEn: string },
  language: Language,
): string => (language === 'zh' ? titleZh || titleEn : titleEn || titleZh)
