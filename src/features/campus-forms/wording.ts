import { useLanguage } from '#app/lib/language/language.ts'
import type { Wording } from '#contract/campus-form-definition'
import type { Language } from '#i18n/translate'

/** A text of a form in this language; in the other one if it is missing. */
export function selectWording(wording: Wording | undefined, language: Language): string {
  if (wording === undefined) return ''
  const { zh, en } = wording
  const [own, other] = language === 'zh' ? [zh, en] : [en, zh]
  return own.trim() === '' ? other : own
}

/** Returns a function that selects a text of a form in the app's language. */
export function useWording(): (wording: Wording | undefined) => string {
  const language = useLanguage()
  return (wording) => selectWording(wording, language)
}
