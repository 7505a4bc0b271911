import { keptWords } from '#words/kept'
import { agoOrDate } from './dates.ts'
import { useLanguage, useWords } from './language.ts'
import type { Network } from './network.ts'

/** The words of the thin banner over kept data; none while what is shown is fresh. */
export function useAge(
  kept: { readonly at?: number | undefined; readonly state: 'loading' | 'fresh' | 'kept' | 'failed'; readonly network: Network },
  what: string,
): { readonly strong: string; readonly text?: string } | undefined {
  const words = useWords(keptWords)
  const language = useLanguage()
  if (kept.network === 'online' && kept.state !== 'kept') return undefined
  const strong = { online: words.failed, weak: words.weak, offline: words.offline }[kept.network]
  return kept.at === undefined ? { strong } : { strong, text: words.updated(what, agoOrDate(kept.at, language)) }
}
