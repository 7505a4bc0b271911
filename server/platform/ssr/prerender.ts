import type { Language } from '#i18n/translate'

/** What strangers open first, in the order in which they do: no more, for a crowd may be waiting. */
const PRERENDERED_PATHS = ['/', '/login']
const LANGUAGES: readonly Language[] = ['zh', 'en']

/**
 * Have what strangers open first drawn before they come, one page after the other. `open` asks for
 * a page as they do.
 */
export async function prerenderPublicPages(
  open: (path: string, language: Language) => Promise<unknown>,
): Promise<void> {
  for (const path of PRERENDERED_PATHS)
    for (const language of LANGUAGES) await open(path, language).catch(() => {})
}
