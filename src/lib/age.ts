import { keptWords } from '#words/kept'
import { useClockDoubt } from './clock.ts'
import { useLanguage, useWords } from './language.ts'
import { agoByPhone } from './moments.ts'
import type { Network } from './network.ts'

/** The words of the thin banner over kept data; none while what is shown is fresh. */
export function useAge(
  kept: {
    readonly at?: number | undefined
    readonly state: 'loading' | 'fresh' | 'kept' | 'failed'
    readonly network: Network
  },
  what: string,
): { readonly strong: string; readonly text?: string; readonly network: Network } | undefined {
  const words = useWords(keptWords)
  const language = useLanguage()
  const doubt = useClockDoubt()
  if (kept.network === 'online' && kept.state !== 'kept') return undefined
  const strong = doubt
    ? words.doubtful
    : { online: words.failed, weak: words.weak, offline: words.offline }[kept.network]
  const { network } = kept
  return kept.at === undefined
    ? { strong, network }
    : { strong, network, text: words.updated(what, agoByPhone(kept.at, language)) }
}
