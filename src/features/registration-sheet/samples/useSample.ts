import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { showToast } from '#app/ui/toast.ts'
import { samplePageTexts } from '#i18n/sample-pages'
import type { Text } from '#i18n/translate'

/**
 * What every sample page needs: its words, its data in the language of the app, and a button's only
 * effect.
 */
export function useSample() {
  const texts = useTexts(samplePageTexts)
  const language = useLanguage()
  return {
    words: texts,
    said: (text: Text) => text[language],
    sayNothingSent: () => showToast(texts.nothingSent),
  }
}
