import { Wallet } from 'lucide'
import { feeOverviewQuery } from '#app/features/fees/public.ts'
import { loadCachedQuery, useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { LinkText } from '#app/ui/LinkText.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { homeTodayTexts } from '#i18n/home-today'

/** Loads the cached copy of the fee overview. */
export const prefetchOwedAmount = (): Promise<void> => loadCachedQuery(feeOverviewQuery())

/**
 * The owed amount with a link to pay it. Renders nothing if nothing is owed. Each visit of the home
 * page fetches the amount, because the app is not notified of payments at the cash desk, by an
 * import or from another phone.
 */
export function OwedAmountCard({ href }: { href: string }) {
  const texts = useTexts(homeTodayTexts)
  const language = useLanguage()
  const { data, at, state, isOutdated = false } = useCachedQuery(feeOverviewQuery())
  if (data === undefined || data.owed <= 0 || isOutdated) return null
  return (
    <Card flush>
      <RowLink
        to={href}
        leading={
          <Pill tone="need" icon={<Icon of={Wallet} />}>
            {texts.owed}
          </Pill>
        }
        value={<LinkText action={texts.showFees}>{formatMoney(data.owed)}</LinkText>}
        // The text is on the same line, because a second line while offline would move the content
        // below.
        trailing={
          state === 'cached' && at !== undefined ? (
            <MutedText>{texts.asOf(formatRecentPhoneTime(at, language))}</MutedText>
          ) : undefined
        }
      />
    </Card>
  )
}
