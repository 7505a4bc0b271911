import * as v from 'valibot'
import { commonTexts } from '#i18n/common'

/**
 * Let what no schema has a text for be said in words to whoever calls: valibot's own sentences are
 * English and speak of types. A parse without a language, as of the settings, keeps them.
 */
export function installFieldMessages(): void {
  for (const lang of ['zh', 'en'] as const) v.setGlobalMessage(commonTexts.badField[lang], lang)
}
