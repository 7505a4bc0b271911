import { CircleCheck } from 'lucide'
import { toResultState, useRecoveredPayment } from '#app/features/fees/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { feesTexts } from '#i18n/fees'

/**
 * A card about a payment whose result was unknown and that the university has received, with a link
 * to its result.
 */
export function RecoveredPaymentCard({ stunum }: { stunum: string }) {
  const texts = useTexts(feesTexts)
  const found = useRecoveredPayment()
  if (found === undefined) return null
  return (
    <div role="status">
      <Card flush>
        <RowLink
          to="/PaySuccess/{-$sort}/$stunum"
          params={{ sort: undefined, stunum }}
          state={toResultState(found.number)}
          leading={
            <Pill tone="done" icon={<Icon of={CircleCheck} />}>
              {formatMoney(found.amount)}
            </Pill>
          }
          value={texts.found}
          description={texts.foundText(found.number)}
        />
      </Card>
    </div>
  )
}
