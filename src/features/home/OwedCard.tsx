import { Wallet } from 'lucide'
import { overviewQuery } from '#app/features/fees/face.ts'
import { keptSoon, useKept } from '#app/lib/kept.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { agoByPhone } from '#app/lib/moments.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { homeTodayTexts } from '#i18n/home-today'

/** Bring back the copy of what is owed. */
export const startOwed = (): Promise<void> => keptSoon(overviewQuery())

/**
 * What is owed, and the way to pay it; nothing when nothing is. Each look at home asks the university
 * anew, which alone hears of money that came at the desk, by a file or from another phone.
 */
export function OwedCard({ href }: { href: string }) {
  const texts = useTexts(homeTodayTexts)
  const language = useLanguage()
  const { data, at, state, isOutdated = false } = useKept(overviewQuery())
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
        label={<span data-then={texts.showFees}>{shownMoney(data.owed)}</span>}
        // Beside it: a second line without a network would move what is below.
        trailing={
          state === 'kept' && at !== undefined ? (
            <Quiet>{texts.asOf(agoByPhone(at, language))}</Quiet>
          ) : undefined
        }
      />
    </Card>
  )
}
