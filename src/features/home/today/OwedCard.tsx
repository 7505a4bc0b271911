import { Wallet } from 'lucide'
import { feeOverviewQuery } from '#app/features/fees/public.ts'
import { loadCachedQuery, useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { homeTodayTexts } from '#i18n/home-today'

/** Bring back the copy of what is owed. */
export const prefetchOwed = (): Promise<void> => loadCachedQuery(feeOverviewQuery())

/**
 * What is owed, and the way to pay it; nothing when nothing is. Each look at home asks the university
 * anew, which alone hears of money that came at the desk, by a file or from another phone.
 */
export function OwedCard({ href }: { href: string }) {
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
        label={<span data-snapshot-link={texts.showFees}>{formatMoney(data.owed)}</span>}
        // Beside it: a second line without a network would move what is below.
        trailing={
          state === 'cached' && at !== undefined ? (
            <MutedText>{texts.asOf(formatRecentPhoneTime(at, language))}</MutedText>
          ) : undefined
        }
      />
    </Card>
  )
}
