import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Bill } from '#app/ui/Bill.tsx'
import { registrationSheetTexts } from '#i18n/registration-sheet'

/** The fees item by item with their total; amounts in fen. */
export function FeeBill({
  items,
}: {
  items: readonly { readonly name: string; readonly fen: number }[]
}) {
  const texts = useTexts(registrationSheetTexts)
  return (
    <Bill
      texts={texts}
      items={items.map(({ name, fen }) => ({ name, amount: formatMoney(fen) }))}
      total={formatMoney(items.reduce((sum, { fen }) => sum + fen, 0))}
    />
  )
}
