import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { showToast } from '#app/ui/toast.ts'
import { samplePageTexts } from '#i18n/sample-pages'
import type { LocalizedText } from '#i18n/translate'

/**
 * Returns what every sample page needs: its texts, its data in the app's language, and the only
 * action of its buttons.
 */
export function useSample() {
  const texts = useTexts(samplePageTexts)
  const language = useLanguage()
  return {
    words: texts,
    said: (text: LocalizedText) => text[language],
    sayNothingSent: () => showToast(texts.nothingSent),
  }
}
