import * as v from 'valibot'
import { commonWords } from '#words/common'

/**
 * Let what no schema has a text for be said in words to whoever calls: valibot's own sentences are
 * English and speak of types. A parse without a language, as of the settings, keeps them.
 */
export function installFieldMessages(): void {
  for (const lang of ['zh', 'en'] as const) v.setGlobalMessage(commonWords.badField[lang], lang)
}
