import type { RefObject } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { formatYuanWithoutTrailingZeros } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import type { usePaymentAmount } from './usePaymentAmount.ts'

/**
 * The field for the amount to pay (FEE-14); read-only when the full amount is required (FEE-62).
 */
export function AmountField({
  amount,
  owed,
  input,
}: {
  amount: ReturnType<typeof usePaymentAmount>
  owed: number
  input: RefObject<HTMLInputElement | null>
}) {
  const texts = useTexts(feesTexts)
  const hint = amount.isFixed
    ? texts.amountFixed
    : texts.amountHint(formatYuanWithoutTrailingZeros(owed))
  return (
    <Card flush>
      <TextField
        ref={input}
        label={texts.amount}
        inputMode="decimal"
        enterKeyHint="done"
        value={amount.value}
        disabled={amount.isFixed}
        error={amount.error}
        hint={amount.error !== undefined && amount.isReset ? texts.amountReset : hint}
        onChange={(event) => amount.change(event.target.value)}
        onBlur={amount.leave}
      />
    </Card>
  )
}
