import { cachedReadTexts } from '#i18n/cached-reads'
import { formatRecentPhoneTime } from '../format/china-time.ts'
import { useLanguage, useTexts } from '../language/language.ts'
import type { NetworkStatus } from '../network/network-status.ts'
import { useClockSkew } from '../platform/server-clock.ts'

/**
 * The text of the banner above cached data; undefined while the data is fresh. `what` names the
 * data.
 */
export function useStaleDataNotice(
  kept: {
    readonly at?: number | undefined
    readonly state: 'loading' | 'fresh' | 'cached' | 'failed'
    readonly network: NetworkStatus
  },
  what: string,
):
  | { readonly strong: string; readonly text?: string; readonly network: NetworkStatus }
  | undefined {
  const texts = useTexts(cachedReadTexts)
  const language = useLanguage()
  const doubt = useClockSkew()
  if (kept.network === 'online' && kept.state !== 'cached') return undefined
  const strong = doubt
    ? texts.doubtful
    : { online: texts.failed, weak: texts.weak, offline: texts.offline }[kept.network]
  const { network } = kept
  return kept.at === undefined
    ? { strong, network }
    : { strong, network, text: texts.updated(what, formatRecentPhoneTime(kept.at, language)) }
}
