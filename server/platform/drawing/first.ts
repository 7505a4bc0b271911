import type { Language } from '#words/say'

/** What strangers open first, in the order in which they do. */
const FIRST = ['/', '/login', '/notice', '/more']
const LANGUAGES: readonly Language[] = ['zh', 'en']

/**
 * Have what strangers open first drawn before anybody comes: `open` asks for a page as they do, and
 * answers after a second at the latest. Resolves after the very first page; the others follow.
 */
export async function drawFirst(
  open: (path: string, language: Language) => Promise<unknown>,
): Promise<void> {
  const [first, ...others] = FIRST.flatMap((path) =>
    LANGUAGES.map((language) => () => open(path, language)),
  )
  await first?.().catch(() => {})
  void (async () => {
    for (const draw of others) await draw().catch(() => {})
  })()
}
