import { useLanguage, useWords } from '#app/lib/language.ts'
import { toast } from '#app/ui/toast.ts'
import { sampleWords } from '#words/sample'
import type { Text } from '#words/say'

/**
 * What every sample page needs: its words, its data in the language of the app, and a button's only
 * effect.
 */
export function useSample() {
  const words = useWords(sampleWords)
  const language = useLanguage()
  return {
    words,
    said: (text: Text) => text[language],
    sayNothingSent: () => toast(words.nothingSent),
  }
}
