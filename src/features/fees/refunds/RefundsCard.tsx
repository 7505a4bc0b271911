import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { CallOutput } from '#contract/call'
import type { fees } from '#contract/fees'
import { feeRefundTexts } from '#i18n/fee-refunds'

type Refunds = NonNullable<CallOutput<typeof fees.charges>['refunds']>

/** The refunds of this year's payments. Only what the university has booked is called refunded. */
export function RefundsCard({ refunds }: { refunds: Refunds }) {
  const texts = useTexts(feeRefundTexts)
  const language = useLanguage()
  const names: Readonly<Record<string, string>> = texts
  return (
    <Card flush title={texts.title}>
      {refunds.map(({ amount, state, at }, index) => (
        <Row
          // The list is read as a whole and has no numbers.
          key={`${index} ${at}`}
          label={names[state] ?? texts.processing}
          value={formatMoney(amount)}
          description={formatRecentTime(Date.parse(at), language)}
        />
      ))}
    </Card>
  )
}
