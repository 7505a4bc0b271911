import type { Language } from '#i18n/translate'

/** The first pages of signed-out visitors, in order; no others, because many may wait already. */
const PRERENDERED_PATHS = ['/', '/login']
const LANGUAGES: readonly Language[] = ['zh', 'en']

/**
 * Renders the first pages of signed-out visitors in advance, one after another. `open` requests a
 * page as a visitor does; its errors are ignored.
 */
export async function prerenderPublicPages(
  open: (path: string, language: Language) => Promise<unknown>,
): Promise<void> {
  for (const path of PRERENDERED_PATHS)
    for (const language of LANGUAGES) await open(path, language).catch(() => {})
}
