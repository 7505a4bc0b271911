import type { Language } from '#i18n/translate'

/**
 * The first pages of signed-out visitors, in order. No other pages are rendered in advance, because
 * many requests might already wait.
 */
const PRERENDERED_PATHS = ['/', '/login']
const LANGUAGES: readonly Language[] = ['zh', 'en']

/**
 * Renders the first pages of signed-out visitors in advance, one after the other. `open` requests a
 * page like a visitor; its errors are ignored.
 */
export async function prerenderPublicPages(
  open: (path: string, language: Language) => Promise<unknown>,
): Promise<void> {
  for (const path of PRERENDERED_PATHS)
    for (const language of LANGUAGES) await open(path, language).catch(() => {})
}
